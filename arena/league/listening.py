"""Where the server listens, and with which certificate; plaintext stays on this machine unless asked."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from arena.core.errors import ConfigError

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class Listening:
    """An address, and how it is secured."""

    host: str = "127.0.0.1"
    """A name or an address; `0.0.0.0` or `::` for all of this machine's."""
    port: int = 0
    """0: any that is free."""
    tls_cert: Path | None = None
    """PEM: the server's certificate, then those between it and one that clients trust."""
    tls_key: Path | None = None
    """PEM: the key of the first certificate, not encrypted."""
    insecure: bool = False
    """Whether plaintext may leave this machine: tokens can be read on the way."""

    def open(self, server: Any) -> int:
        """Let a server listen here, and return the port.

        Raises:
            ConfigError: a certificate or key is missing or wrong, the address can't be listened on, or
                reaches beyond this machine and has no certificate.
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        address = f"{host}:{self.port}"
        credentials = self._credentials()
        try:
            port: int = (
                server.add_insecure_port(address)
                if credentials is None
                else server.add_secure_port(address, credentials)
            )
        except RuntimeError:
            raise ConfigError(
                f"can't listen on {address}: is another server there, or is it no address of this machine? "
                "Choose another; port 0 takes any that is free"
            ) from None
        return port

    def _credentials(self) -> Any:
        if self.tls_cert is None and self.tls_key is None:
            if self.host not in LOOPBACK and not self.insecure:
                raise ConfigError(
                    f"without TLS, tokens could be read on their way to {self.host}: give --tls-cert and "
                    "--tls-key, listen on 127.0.0.1, or say --insecure if something else encrypts the way"
                )
            return None
        if self.tls_cert is None or self.tls_key is None:
            missing = "--tls-cert" if self.tls_cert is None else "--tls-key"
            raise ConfigError(f"{missing} is missing: TLS needs a certificate and its key")
        certificate = _read(self.tls_cert, "--tls-cert")
        key = _read(self.tls_key, "--tls-key")
        _check_pair(self.tls_cert, self.tls_key, certificate)
        return grpc.ssl_server_credentials([(key, certificate)])


def _read(path: Path, option: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{option} {path} can't be read: {error.strerror}") from None


def _check_pair(cert: Path, key: Path, certificate: bytes) -> None:
    """Find out which file is wrong: gRPC would say nothing but that it can't listen."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(cadata=certificate.decode("ascii"))
    except (ssl.SSLError, ValueError):
        raise ConfigError(
            f"--tls-cert {cert} is no certificate in PEM: it must hold -----BEGIN CERTIFICATE-----"
        ) from None
    try:
        context.load_cert_chain(cert, key, password=_refuse_password)
    except ssl.SSLError as error:
        if "MISMATCH" in (error.reason or ""):
            raise ConfigError(
                f"--tls-key {key} is not the key of --tls-cert {cert}: give the two that belong together"
            ) from None
        raise ConfigError(
            f"--tls-key {key} is no key in PEM ({error.reason or 'unreadable'}): it must hold "
            "-----BEGIN PRIVATE KEY-----, not encrypted"
        ) from None
    except _Encrypted:
        raise ConfigError(
            f"--tls-key {key} is encrypted: decrypt it, for example with: openssl pkey -in {key} -out PLAIN"
        ) from None


class _Encrypted(Exception):
    """A key asks for its password."""


def _refuse_password() -> str:
    raise _Encrypted
