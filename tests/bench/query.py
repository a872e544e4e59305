#!/usr/bin/env python3
"""Compares declared queries of a SQLite file with the programs that one would take instead, in one run.

    cargo build --profile dist
    python3 tests/bench/query.py [--runs N] [--program PATH]

Rows as JSON lines beside `sqlite3 -json`, without and with guardrails: medians of wall time, their
ratio, and the most memory that each held. Then one small query from start to end beside
`toolbox invoke` of the npm package @toolbox-sdk/server 1.12.0, as npm installs it and, without the
wrapper that npm starts it by, the program itself. Every program runs as a whole process, in turn;
the answers are compared. Nothing is kept.
"""

import argparse
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = "@toolbox-sdk/server@1.12.0"

ROWS = "SELECT id, customer, cents, placed, note FROM orders WHERE id <= "
ONE = "SELECT id, customer, cents, placed FROM orders WHERE id = "

TABLE = """
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, cents INTEGER NOT NULL,
    placed TEXT NOT NULL, note TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
INSERT INTO orders SELECT i, 'customer ' || (i * 7919 % 50000), (i * 104729) % 100000,
    date('2024-01-01', '+' || (i % 900) || ' days'),
    CASE WHEN i % 3 = 0 THEN NULL ELSE 'order ' || i || ' with "quotes" and some text' END FROM n;
"""

AGENT = """\
providers:
  demo: {type: mock, default_model: m}
agents:
  - name: assistant
    version: 1.0.0
    description: d
    system_instructions: s
    default_model: {name: m, provider: demo, model: m}
    domain_plugins: [acme.shop]
    enabled_tools: [shop.orders, shop.one]
    tool_permissions: [shop.read]
GUARDRAILS
security:
  trusted_plugin_prefixes: [acme]
"""

DEPLOYMENT = f"""\
algen: 1
plugins:
  acme.shop:
    version: 1.0.0
    publisher: acme
    toolkits:
      shop:
        connector: sqlite
        path: shop.db
        queries:
          orders:
            description: List orders.
            sql: {ROWS}?
            params: {{most: integer}}
            row: {{id: integer, customer: text, cents: integer, placed: date, note: text?}}
            preset: {{preset: read, timeout_seconds: 600}}
            max_rows: 1000000
            max_result_bytes: 1000000000
          one:
            description: Find one order.
            sql: {ONE}?
            params: {{id: integer}}
            row: {{id: integer, customer: text, cents: integer, placed: date}}
"""

TOOLBOX = f"""\
sources:
  shop:
    kind: sqlite
    database: shop.db
tools:
  one:
    kind: sqlite-sql
    source: shop
    description: Find one order.
    statement: {ONE}?
    parameters:
      - name: id
        type: integer
        description: The order.
"""


def run(command: list[str], folder: Path, output: Path) -> tuple[float, int]:
    """Returns wall seconds and the most memory in KiB of one run, whose output goes to a file."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    with output.open("wb") as file:
        started = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=file, stderr=subprocess.PIPE
        )
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{' '.join(command)} failed: {said.decode()}")
    return seconds, usage.ru_maxrss


def compare(title: str, commands: dict[str, list[str]], folder: Path, runs: int) -> None:
    """Runs commands in turn; the last is what the others are compared with."""
    seen: dict[str, list[tuple[float, int]]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            seen[name].append(run(command, folder, folder / f"{name}.out"))
    median = {name: statistics.median(wall for wall, _ in each) for name, each in seen.items()}
    base = median[list(commands)[-1]]
    print(title)
    for name, each in seen.items():
        memory = max(memory for _, memory in each) / 1024
        ratio = median[name] / base
        print(f"  {name:24} {median[name] * 1000:9.1f} ms  {ratio:6.3f}x  {memory:6.1f} MiB")


COMPARISON = """\
import json, pathlib, sys
lines, whole = (pathlib.Path(path).read_text() for path in sys.argv[1:])
rows = json.loads(whole)
sys.exit(None if [json.loads(line) for line in lines.splitlines()] == rows else "other rows")
"""


def same_rows(lines: Path, whole: Path) -> None:
    """Compares JSON lines with a JSON list, in a process of its own: what this one has held in
    memory counts as memory of the programs that it starts."""
    subprocess.run([sys.executable, "-c", COMPARISON, str(lines), str(whole)], check=True)


def project(folder: Path, name: str, guardrails: str, program: str) -> Path:
    """Makes a trusted project beside the database."""
    made = folder / name
    made.mkdir()
    made.joinpath("agent.yaml").write_text(AGENT.replace("GUARDRAILS\n", guardrails))
    made.joinpath("algen.yaml").write_text(DEPLOYMENT)
    os.link(folder / "shop.db", made / "shop.db")
    run([program, "trust", "--yes", "-c", f"{name}/agent.yaml"], folder, Path(os.devnull))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--program", default="target/dist/algen")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with sqlite3.connect(folder / "shop.db") as database:
            database.executescript(TABLE)
        database.close()
        off = "    guardrail_policy: {tool_policies: []}\n"
        for name, guardrails in (("off", off), ("on", "")):
            project(folder, name, guardrails, program)

        def call(name: str, tool: str, argument: str) -> list[str]:
            config = f"{name}/agent.yaml"
            return [program, "call", tool, argument, "--format", "jsonl", "-c", config]

        for rows in (100_000, 1_000_000):
            commands = {
                "algen, guardrails on": call("on", "shop.orders", f"most:={rows}"),
                "algen, guardrails off": call("off", "shop.orders", f"most:={rows}"),
                "sqlite3 -json": ["sqlite3", "-json", "shop.db", f"{ROWS}{rows}"],
            }
            compare(f"{rows:,} rows as JSON", commands, folder, options.runs)
            for name in list(commands)[:2]:
                same_rows(folder / f"{name}.out", folder / "sqlite3 -json.out")

        if shutil.which("npm") is None:
            sys.exit("npm is not there, so there is no toolbox to compare with")
        subprocess.run(["npm", "install", "--silent", PACKAGE], cwd=folder, check=True)
        (toolbox,) = folder.glob("node_modules/@toolbox-sdk/server-*/bin/toolbox")
        (folder / "tools.yaml").write_text(TOOLBOX)
        invoke = ["invoke", "one", '{"id": 4711}', "--config", "tools.yaml"]
        invoke += ["--disable-version-check", "--log-level", "ERROR"]
        commands = {
            "algen, guardrails on": call("on", "shop.one", "id:=4711"),
            "toolbox, the program": [str(toolbox), *invoke],
            "toolbox invoke": [str(folder / "node_modules/.bin/toolbox"), *invoke],
        }
        compare("one query from start to end", commands, folder, options.runs * 4 + 1)
        same_rows(folder / "algen, guardrails on.out", folder / "toolbox invoke.out")


if __name__ == "__main__":
    main()
