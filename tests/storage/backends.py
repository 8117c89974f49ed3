"""Which databases a test runs on."""

import pytest

from tests.storage.postgres import is_wanted

ON_EVERY_DATABASE = pytest.mark.parametrize(
    "where", ["sqlite", "postgresql"] if is_wanted() else ["sqlite"], indirect=True
)
"""For tests, or as `pytestmark` for all of a file: on SQLite, and on PostgreSQL where there is one."""
