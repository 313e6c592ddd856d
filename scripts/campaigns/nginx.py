"""The nginx of docs/operations/nginx.conf before a service, with a certificate made here."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from scripts import ROOT

CONFIG = ROOT / "docs" / "operations" / "nginx.conf"
NAME = "localhost"
_AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
{user}
events {{ worker_connections 1024; }}
http {{
    log_format times '$remote_addr $status $request_time $request_method $uri';
    access_log {folder}/access.log times;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/ledger.conf;
}}
"""


def what_is_missing() -> str | None:
    """Say why nginx cannot be started here, or None."""
    missing = [name for name in ("nginx", "openssl") if shutil.which(name) is None]
    return f"not installed: {', '.join(missing)} (apt-get install nginx)" if missing else None


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Nginx:
    """A running nginx; `url` is where it answers, `certificate` what a client must trust."""

    def __init__(self, folder: Path, service: int, port: int) -> None:
        self.folder, self.port = folder, port
        folder.mkdir(parents=True, exist_ok=True)
        self.url = f"https://{NAME}:{port}"
        self.certificate = folder / "fullchain.pem"
        self._make_certificate()
        self._write_config(service)
        self._process = subprocess.Popen(
            ["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL
        )
        self._wait()

    def _make_certificate(self) -> None:
        key = ("-newkey", "rsa:2048", "-nodes", "-keyout", self.folder / "privkey.pem")
        names = ("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}")
        command = ("openssl", "req", "-x509", *key, "-days", "2", *names, "-out", self.certificate)
        subprocess.run(command, check=True, capture_output=True)

    def _write_config(self, service: int) -> None:
        """Change the file as its reader would: names, ports, certificates."""
        text = CONFIG.read_text("utf-8")
        for said, here in (
            ("server 127.0.0.1:8000;", f"server 127.0.0.1:{service};"),
            ("    listen 80;\n    listen [::]:80;", f"    listen 127.0.0.1:{free_port()};"),
            ("    listen 443 ssl http2;\n", f"    listen 127.0.0.1:{self.port} ssl http2;\n"),
            ("    listen [::]:443 ssl http2;\n", ""),
            ("games.example.org;", f"{NAME};"),
            ("/etc/ssl/ledger/", f"{self.folder}/"),
        ):
            if said not in text:
                raise ValueError(f"{CONFIG.name} does not say {said!r} any more")
            text = text.replace(said, here)
        (self.folder / "ledger.conf").write_text(text, "utf-8")
        user = "user root;" if hasattr(os, "getuid") and os.getuid() == 0 else ""
        around = _AROUND.format(folder=self.folder, user=user)
        (self.folder / "nginx.conf").write_text(around, "utf-8")

    def _wait(self) -> None:
        for _ in range(200):
            if self._process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        log = self.folder / "error.log"
        raise RuntimeError(f"nginx did not start: {log.read_text() if log.exists() else ''}")

    def requests(self) -> list[tuple[str, int, float, str, str]]:
        """Return what was asked: address, status, seconds, method, path."""
        out = []
        for line in (self.folder / "access.log").read_text().splitlines():
            address, status, seconds, method, path = line.split(" ", 4)
            out.append((address, int(status), float(seconds), method, path))
        return out

    def stop(self) -> None:
        """Stop it at once."""
        self._process.terminate()
        self._process.wait(20)
