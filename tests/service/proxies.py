"""The proxies of docs/operations before a service, with a certificate made here."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path

from scripts import ROOT, free_port

CONFIGS = ROOT / "docs" / "operations"
NAME = "localhost"
_AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/ledger.conf;
}}
"""


def what_is_missing(program: str) -> str | None:
    """Say why a proxy cannot be started here, or None."""
    missing = [name for name in (program, "openssl") if shutil.which(name) is None]
    needed = " ".join(missing)
    return f"not installed: {needed} (apt-get install {needed})" if missing else None


class Proxy(ABC):
    """A running proxy; `url` is where it answers, `certificate` what a client must trust."""

    def __init__(self, folder: Path, service: int, port: int) -> None:
        self.folder, self.port = folder, port
        folder.mkdir(parents=True, exist_ok=True)
        self.url = f"https://{NAME}:{port}"
        self.certificate = folder / "fullchain.pem"
        self._make_certificate()
        command = self._configure(service)
        with (folder / "told.log").open("wb") as told:
            self._process = subprocess.Popen(command, stderr=told, stdout=told)
        self._wait()

    @abstractmethod
    def _configure(self, service: int) -> list[str | Path]:
        """Write the config for a service at a port; return the command that runs it."""

    def _make_certificate(self) -> None:
        key = ("-newkey", "rsa:2048", "-nodes", "-keyout", self.folder / "privkey.pem")
        names = ("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}")
        command = ("openssl", "req", "-x509", *key, "-days", "2", *names, "-out", self.certificate)
        subprocess.run(command, check=True, capture_output=True)

    def _wait(self) -> None:
        for _ in range(400):
            if self._process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"the proxy did not start: {(self.folder / 'told.log').read_text()}")

    def stop(self) -> None:
        """Stop it, though somebody may still be connected."""
        self._process.terminate()
        try:
            self._process.wait(3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Nginx(Proxy):
    """nginx with the config that the documentation shows."""

    def _configure(self, service: int) -> list[str | Path]:
        text = _changed(
            CONFIGS / "nginx.conf",
            ("server 127.0.0.1:8000;", f"server 127.0.0.1:{service};"),
            ("    listen 80;\n    listen [::]:80;", f"    listen 127.0.0.1:{free_port()};"),
            ("    listen 443 ssl http2;\n", f"    listen 127.0.0.1:{self.port} ssl http2;\n"),
            ("    listen [::]:443 ssl http2;\n", ""),
            ("games.example.org;", f"{NAME};"),
            ("/etc/ssl/ledger/", f"{self.folder}/"),
        )
        (self.folder / "ledger.conf").write_text(text, "utf-8")
        user = "user root;" if hasattr(os, "getuid") and os.getuid() == 0 else ""
        around = _AROUND.format(folder=self.folder, user=user)
        (self.folder / "nginx.conf").write_text(around, "utf-8")
        return ["nginx", "-p", self.folder, "-c", self.folder / "nginx.conf"]


class Caddy(Proxy):
    """Caddy with the config that the documentation shows."""

    def _configure(self, service: int) -> list[str | Path]:
        keys = f"{self.certificate} {self.folder / 'privkey.pem'}"
        text = _changed(
            CONFIGS / "Caddyfile",
            ("reverse_proxy 127.0.0.1:8000", f"reverse_proxy 127.0.0.1:{service}"),
            ("\ngames.example.org {\n", f"\n{self.url} {{\n\tbind 127.0.0.1\n\ttls {keys}\n"),
        )
        first = f"{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {self.folder}\n}}\n"
        (self.folder / "Caddyfile").write_text(first + text, "utf-8")
        config = ("--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile"))
        return ["caddy", "run", *config]


def _changed(path: Path, *changes: tuple[str, str]) -> str:
    """Return a config changed as its reader would: names, ports, certificates."""
    text = path.read_text("utf-8")
    for said, here in changes:
        if said not in text:
            raise ValueError(f"{path.name} does not say {said!r} any more")
        text = text.replace(said, here)
    return text
