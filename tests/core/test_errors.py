"""The tree of errors and what each leaves the process with."""

import pytest

from arena.core import errors


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [
        (errors.CheckFailed, 1),
        (errors.ConfigError, 2),
        (errors.RulesError, 2),
        (errors.HostError, 3),
        (errors.StorageError, 4),
        (errors.ArenaError, 70),
        (errors.Interrupted, 130),
    ],
)
def test_each_branch_has_the_exit_code_of_the_design(error: type[errors.ArenaError], exit_code: int) -> None:
    assert error.exit_code == exit_code


def test_every_error_is_in_the_tree_that_the_docstring_draws() -> None:
    drawn = errors.__doc__ or ""
    made = [kind for kind in vars(errors).values() if isinstance(kind, type)]

    assert all(issubclass(kind, errors.ArenaError) for kind in made)
    assert [kind.__name__ for kind in made if kind.__name__ not in drawn] == []
