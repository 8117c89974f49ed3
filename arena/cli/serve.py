"""`arena serve`: a league server."""

from pathlib import Path
from typing import Annotated

import typer

from arena.bootstrap.league_server import DRAIN_SECONDS, Opened, ServerOptions
from arena.bootstrap.league_server import serve as run_server
from arena.bootstrap.log_lines import end_log, start_log
from arena.bootstrap.workers import worker_count
from arena.cli.account import DATABASE
from arena.cli.listing import say
from arena.cli.run import WorkersOption
from arena.core.clock import SystemClock
from arena.core.errors import ConfigError
from arena.dashboard.words import plural
from arena.league.listening import Listening


def serve(
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", help="The folder with bots' files and the database.")
    ] = Path("league"),
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="URL", help="Another database, such as postgresql+psycopg://host/name."),
    ] = None,
    listen: Annotated[str, typer.Option("--listen", metavar="HOST:PORT")] = "127.0.0.1:5055",
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help="Certificate chain, PEM.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="Its key, PEM.")] = None,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Listen beyond this machine without TLS: tokens can be read.")
    ] = False,
    workers: WorkersOption = None,
    sandbox: Annotated[
        str,
        typer.Option("--sandbox", metavar="NAME", help="What bots run in: auto, docker or bubblewrap."),
    ] = "auto",
    trust_bots: Annotated[
        bool,
        typer.Option(
            "--trust-bots", help="Run bots without isolation: for development, with bots of your own alone."
        ),
    ] = False,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log JSON, an object a line.")] = False,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            "--metrics-port", min=0, max=65_535, help="Prometheus metrics at http://HOST:PORT/metrics."
        ),
    ] = None,
    metrics_host: Annotated[str, typer.Option("--metrics-host")] = "127.0.0.1",
    drain_seconds: Annotated[
        float, typer.Option("--drain-seconds", min=0, help="How long running matches may take to end.")
    ] = DRAIN_SECONDS,
) -> None:
    """Serve leagues to authors and spectators.

    The log goes to stderr. SIGTERM and Ctrl-C finish the running matches, for --drain-seconds at most, and
    leave with 0; whatever ends the server, what is stored is kept, and the next start goes on with it.

    \b
    Examples:
      arena serve
      arena serve --data /srv/arena --listen 0.0.0.0:5055 --tls-cert cert.pem --tls-key key.pem
      arena serve --db postgresql+psycopg://arena@db/arena --metrics-port 9100 --log-json
    """
    host, port = _address(listen)
    where = f"--data {data}" if db is None else f"--db {db}"
    handler = start_log(as_json=log_json)
    if trust_bots:
        say(
            "WARNING: --trust-bots: bots run WITHOUT ISOLATION, able to read and change all that you can, "
            "and to use your network"
        )
    options = ServerOptions(
        data=data,
        database=db or str(data / DATABASE),
        listening=Listening(host, port, tls_cert=tls_cert, tls_key=tls_key, insecure=insecure),
        workers=worker_count(workers),
        sandbox=sandbox,
        trusts=trust_bots,
        metrics=None if metrics_port is None else (metrics_host, metrics_port),
        drain_seconds=drain_seconds,
    )
    try:
        run_server(options, SystemClock(), lambda opened: _tell(opened, host, where, is_tls=bool(tls_cert)))
    finally:
        end_log(handler)


def _address(text: str) -> tuple[str, int]:
    """Read `HOST:PORT`.

    Raises:
        ConfigError: it has another form.
    """
    host, colon, port = text.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()) or int(port) > 65_535:
        raise ConfigError(f"--listen {text}: is HOST:PORT, for example 127.0.0.1:5055 or [::]:5055")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _tell(opened: Opened, host: str, where: str, *, is_tls: bool) -> None:
    """Say where it listens, and what to do next."""
    shown = f"[{host}]" if ":" in host else host
    address = f"{shown}:{opened.port}"
    typer.echo(f"listening on {address} ({'TLS' if is_tls else 'plaintext'}), sandbox {opened.sandbox}")
    if not opened.accounts:
        typer.echo(f"next: make the first account: arena account add NAME --admin {where}")
    elif not opened.leagues:
        typer.echo(f"next: log in (arena login {address}), and make a league: arena league add FILE")
    else:
        typer.echo(f"{plural(opened.accounts, 'account')}, {plural(opened.leagues, 'league')}")
