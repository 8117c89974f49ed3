"""Where tournaments and matches are kept: SQLAlchemy Core, SQLite by default."""
