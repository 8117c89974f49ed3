"""A setup comes back from its JSON as it was."""

import json
from dataclasses import replace
from itertools import combinations

from arena.rating.standings import Tally
from arena.storage.setup_json import dump_setup, load_setup
from arena.tournament.setup import TournamentSetup
from tests.storage.crafted import make_setup


def stored_and_read(setup: TournamentSetup) -> TournamentSetup:
    return load_setup("cup-1", json.dumps(dump_setup(setup)), secret=setup.secret)


def test_given_tables_and_priors_come_back_as_they_were() -> None:
    main, final = make_setup().stages
    priors = (Tally(1, 25.3, 1 / 3, 7, 28, 9, 140, 2, 1), Tally(4, -3.0, 8.0))
    given = replace(main, tables=((0, 1, 2, 3), (1, 2, 3, 4)), priors=priors)
    setup = replace(make_setup(), stages=(given, final))

    assert stored_and_read(setup) == setup


def test_a_setup_of_a_version_without_priors_is_one_of_newcomers() -> None:
    document = dump_setup(make_setup())
    for stage in document["stages"]:
        del stage["priors"]

    assert load_setup("cup-1", json.dumps(document), secret=make_setup().secret) == make_setup()


def test_twenty_thousand_given_tables_come_back_as_they_were() -> None:
    tables = tuple(combinations(range(28), 4))[:20_000]
    main, final = make_setup().stages
    setup = replace(make_setup(), stages=(replace(main, tables=tables), final))

    assert stored_and_read(setup).stages[0].tables == tables
