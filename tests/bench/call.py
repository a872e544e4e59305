#!/usr/bin/env python3
"""Compares one call of the calculator with the same call in ProtoLink and with `true`, in one run.

    cargo build --profile dist
    python3 tests/bench/call.py [--runs N] [--program PATH]

Installs protolink 0.8.3 from PyPI into a temporary environment, runs the programs in turn, each as
a whole process, and prints medians of wall time and their ratios. A call that is recorded before it
is done runs beside one that is not: their difference is what opening the ledger, reserving and
settling take. Nothing is kept.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

PACKAGE = "protolink==0.8.3"

AGENT = """\
providers:
  demo: {type: mock, default_model: m}
agents:
  - name: assistant
    version: 1.0.0
    description: d
    system_instructions: s
    default_model: {name: m, provider: demo, model: m}
    domain_plugins: [algen.calculator, algen_agent_tools.sample]
    enabled_tools: [calculator.calculator, sample.echo]
    tool_permissions: [sample.read]
security:
  trusted_plugin_prefixes: [algen, algen_agent_tools]
"""

# A tool with a limit is reserved before it runs, whatever its effect.
LIMITED = """\
algen: 1
policy: {limits: {calculator.calculator: 1000000/day}}
"""

PEER = """\
import asyncio
import sys
from protolink.tools import calculator

async def main():
    print(await calculator()(expression=sys.argv[1]))

asyncio.run(main())
"""

EXPRESSION = "(18 + 6) / 3 + 2**64"


def wall(command: list[str], folder: Path) -> float:
    """Returns wall seconds of one run."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    started = time.perf_counter()
    process = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    seconds = time.perf_counter() - started
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} exited with {process.returncode}: {process.stderr.decode()}")
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--program", default="target/dist/algen")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        venv.create(folder / "venv", with_pip=True)
        python = str(folder / "venv" / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
        (folder / "peer.py").write_text(PEER)
        (folder / "agent.yaml").write_text(AGENT)
        (folder / "limited").mkdir()
        (folder / "limited" / "agent.yaml").write_text(AGENT)
        (folder / "limited" / "algen.yaml").write_text(LIMITED)
        call = [program, "call", "calculator.calculator", f"expression={EXPRESSION}"]
        commands = {
            "true": ["true"],
            "algen": call,
            "algen, reserved and settled": [*call, "-c", "limited/agent.yaml"],
            "protolink 0.8.3": [python, "peer.py", EXPRESSION],
        }
        for command in commands.values():
            wall(command, folder)
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(options.runs):
            for name, command in commands.items():
                times[name].append(wall(command, folder))
        medians = {name: statistics.median(measured) for name, measured in times.items()}
        for name, seconds in medians.items():
            print(f"{name:28} {seconds * 1000:8.2f} ms")
        print(f"protolink / algen: {medians['protolink 0.8.3'] / medians['algen']:.1f}")
        print(f"algen / true: {medians['algen'] / medians['true']:.1f}")
        ledger = medians["algen, reserved and settled"] - medians["algen"]
        print(f"open, reserve and settle: {ledger * 1000:.2f} ms")


if __name__ == "__main__":
    main()
