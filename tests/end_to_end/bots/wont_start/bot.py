"""Never runs: its manifest names a program that does not exist."""
