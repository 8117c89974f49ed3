"""Databases as older arenas made them, written out: nothing of today's tables is used here."""

import json

from sqlalchemy import create_engine, text

from arena.match.compact import pack
from arena.scheduling.seeds import commitment
from arena.storage.setup_json import dump_setup
from tests.storage.crafted import SECRET, make_block, make_setup

VERSION_1 = """
CREATE TABLE arena_schema (version INTEGER NOT NULL);
CREATE TABLE tournaments (
    number SERIAL NOT NULL,
    id VARCHAR(64) NOT NULL,
    name VARCHAR(32) NOT NULL,
    serial INTEGER NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    is_finished BOOLEAN NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    secret BYTEA,
    setup JSON NOT NULL,
    file TEXT NOT NULL,
    PRIMARY KEY (number),
    UNIQUE (id)
);
CREATE TABLE checkpoints (
    tournament INTEGER NOT NULL,
    next_block BIGINT NOT NULL,
    state JSON NOT NULL,
    PRIMARY KEY (tournament),
    FOREIGN KEY(tournament) REFERENCES tournaments (number)
);
CREATE TABLE matches (
    tournament INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    block BIGINT NOT NULL,
    rotation INTEGER NOT NULL,
    seats VARCHAR(64) NOT NULL,
    faults INTEGER NOT NULL,
    record BYTEA NOT NULL,
    PRIMARY KEY (tournament, stage, block, rotation),
    FOREIGN KEY(tournament) REFERENCES tournaments (number)
);
CREATE TABLE skipped_blocks (
    tournament INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    block BIGINT NOT NULL,
    benched JSON NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (tournament, stage, block),
    FOREIGN KEY(tournament) REFERENCES tournaments (number)
);
INSERT INTO arena_schema (version) VALUES (1);
"""
"""In PostgreSQL's words; SQLite's are put in their place."""

VERSION_2 = """
CREATE TABLE outputs (
    number SERIAL NOT NULL,
    tournament INTEGER NOT NULL,
    entrant INTEGER NOT NULL,
    lane INTEGER NOT NULL,
    first_stage INTEGER,
    first_block BIGINT,
    last_stage INTEGER,
    last_block BIGINT,
    size INTEGER NOT NULL,
    dropped BIGINT NOT NULL,
    piece BYTEA NOT NULL,
    PRIMARY KEY (number),
    FOREIGN KEY(tournament) REFERENCES tournaments (number)
);
CREATE INDEX outputs_of_entrant ON outputs (tournament, entrant, number);
UPDATE arena_schema SET version = 2;
"""
SCRIPTS = {1: VERSION_1, 2: VERSION_1 + VERSION_2}
TOURNAMENT = """
INSERT INTO tournaments (id, name, serial, created, is_finished, commitment, secret, setup, file)
VALUES ('cup-1', 'cup', 1, 1700000000.25, true, :commitment, :secret, :setup, 'the file')
"""
MATCH = """
INSERT INTO matches (tournament, stage, block, rotation, seats, faults, record)
VALUES (1, 0, 0, :rotation, ',0,1,2,3,', 0, :record)
"""


def make_old_database(where: str, version: int) -> None:
    """Make a database of a version with a finished tournament, cup-1, of which one block is stored."""
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    script = SCRIPTS[version]
    if engine.dialect.name == "sqlite":
        for theirs, ours in (("SERIAL", "INTEGER"), ("DOUBLE PRECISION", "DOUBLE"), ("BYTEA", "BLOB")):
            script = script.replace(theirs, ours)
    values = {
        "commitment": commitment(SECRET),
        "secret": SECRET,
        "setup": json.dumps(dump_setup(make_setup())),
    }
    with engine.begin() as connection:
        for statement in filter(str.strip, script.split(";")):
            connection.execute(text(statement))
        connection.execute(text(TOURNAMENT), values)
        for rotation, record in enumerate(make_block(0)):
            connection.execute(text(MATCH), {"rotation": rotation, "record": pack(record)})
    engine.dispose()
