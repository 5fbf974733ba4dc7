"""An authority of our own, and certificates that it signs."""

from __future__ import annotations

import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Authority:
    """An authority whose certificate is in the file ``path``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Test authority")])
        own = self._signed(self._name, self._key.public_key(), [], authority=True)
        self.path = str(folder / "ca.pem")
        Path(self.path).write_bytes(own.public_bytes(serialization.Encoding.PEM))

    def server(self, *hosts: str, days: int = 1, clients: bool = False) -> ssl.SSLContext:
        """Return what a server of these hosts needs. clients: they must show a certificate of ours."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.issue(*hosts, days=days))
        if clients:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(self.path)
        return context

    def client(self) -> tuple[str, str]:
        """Return the files of a client's certificate and its key."""
        return self.issue("client.example")

    def issue(self, *hosts: str, days: int = 1) -> tuple[str, str]:
        """Return the files of a certificate and its key. days: until it ends."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, hosts[0])])
        made = self._signed(name, key.public_key(), list(hosts), days=days)
        stem = f"{hosts[0]}-{made.serial_number:x}"
        files = (self._folder / f"{stem}.pem", self._folder / f"{stem}.key")
        files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
        files[1].write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return str(files[0]), str(files[1])

    def _signed(self, name, key, hosts, *, days=1, authority=False) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=10))
            .not_valid_after(now + timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if hosts:
            builder = builder.add_extension(
                x509.SubjectAlternativeName([_general(host) for host in hosts]), critical=False
            )
        return builder.sign(self._key, hashes.SHA256())


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
