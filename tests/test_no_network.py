"""Nothing that a command does opens a connection: it runs with sockets blocked, and no module of ours knows of them."""

import re
import socket
import subprocess
import sys
from pathlib import Path

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, REFERENCE
from tests.cli.terminal import environment
from tests.conftest import ROOT

BLOCKED = """
import socket, sys
def refuse(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")):
        raise AssertionError(f"{event} {arguments}")
sys.addaudithook(refuse)
if sys.argv[1] == "self":
    socket.socket()
from steelyard.cli.app import main
main(sys.argv[1:])
"""
MODULES = "socket|ssl|http|urllib.request|ftplib|requests|httpx|aiohttp"
NETWORK = re.compile(rf"^\s*(?:import|from) (?:{MODULES})\b", re.MULTILINE)


def blocked(*words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", BLOCKED, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=60, check=False)


def test_sockets_are_blocked_here() -> None:
    assert socket.SOCK_STREAM and "socket.__new__" in blocked("self").stderr


def test_a_comparison_with_a_report_needs_no_network(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    texts = (REFERENCE, "-i", HARBOUR, LANTERN, "--documents", DOCUMENTS)
    ended = blocked("compare", *texts, "-m", "bleu", "chrf", "ter", "-n", 99, "--report", report)
    assert ended.returncode == 0, ended.stderr
    assert report.stat().st_size > 10_000


def test_no_module_knows_the_network() -> None:
    sources = (ROOT / "src" / "steelyard").rglob("*.py")
    assert [str(path) for path in sources if NETWORK.search(path.read_text(encoding="utf-8"))] == []
