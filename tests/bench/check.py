#!/usr/bin/env python3.12
"""Compares `algen check` and `algen describe` with the Python runtime, in one run.

    cargo build --profile dist
    python3.12 tests/bench/check.py [--runs N] [--program PATH]

Installs algen-agent-runtime 0.1.0a12 and algen-agent-tools 0.1.0a2 from PyPI into a temporary
environment, writes files of 1, 500 and 5,000 agents, runs both programs in turn on each and prints
medians of wall time, processor time and peak memory of the whole process, and their ratios.
Needs Python 3.12 and GNU time (Debian: time). Nothing is kept.
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

PACKAGES = ["algen-agent-runtime==0.1.0a12", "algen-agent-tools==0.1.0a2"]


def agent_file(count: int) -> str:
    lines = ["providers:", "  demo: {type: mock, default_model: m}", "agents:"]
    for number in range(count):
        lines += [
            f"  - {{name: agent{number:05}, version: 1.0.0,",
            "     description: An agent that answers questions and looks things up for its callers,",
            "     system_instructions: Answer briefly and use the tools you have when they help to answer well,",
            "     default_model: {name: m, provider: demo, model: m}, domain_plugins: [algen_agent_tools.sample],"
            " enabled_tools: [sample.echo], tool_permissions: [sample.read]}",
        ]
    lines += ["security:", "  trusted_plugin_prefixes: [algen_agent_tools]", ""]
    return "\n".join(lines)


def measure(command: list[str], folder: Path) -> tuple[float, float, float]:
    """Returns wall seconds, processor seconds and peak MiB of one run."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    options = {"cwd": folder, "env": environment, "stdout": subprocess.DEVNULL}
    started = time.perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} exited with {process.returncode}")
    # A child counts the memory of the process that forked it, too: a small one has to do that.
    timed = subprocess.run(["/usr/bin/time", "-f", "%M", *command], stderr=subprocess.PIPE, **options)
    kibibytes = int(timed.stderr.split()[-1])
    return wall, usage.ru_utime + usage.ru_stime, kibibytes / 1024


def medians(runs: list[tuple[float, float, float]]) -> tuple[float, ...]:
    return tuple(statistics.median(column) for column in zip(*runs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--program", default="target/dist/algen")
    options = parser.parse_args()
    if sys.version_info[:2] != (3, 12):
        sys.exit("the Python runtime is measured under Python 3.12; start this with python3.12")
    if not Path("/usr/bin/time").exists():
        sys.exit("peak memory is measured with GNU time; on Debian: apt-get install time")
    program = str(Path(options.program).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        venv.create(folder / "venv", with_pip=True)
        binaries = folder / "venv" / "bin"
        subprocess.run([binaries / "pip", "install", "--quiet", *PACKAGES], check=True)
        reference = str(binaries / "algen-agent-runtime")
        (folder / "empty").mkdir()
        cases = []
        for count in (1, 500, 5000):
            name = f"a{count}.yaml"
            (folder / name).write_text(agent_file(count))
            check = ["check", name, "--json", "--project-root", "empty"]
            agents = "1 agent" if count == 1 else f"{count} agents"
            cases.append((f"check, {agents}", [program, *check], [reference, *check]))
        describe = ["describe", "--config", "a1.yaml", "--json"]
        cases.append(("describe, 1 agent", [program, *describe], [reference, *describe]))
        cases.append(("--version", [program, "--version"], [reference, "--help"]))
        print(f"{'':24}{'algen':>30}{'Python runtime':>30}{'ratio':>24}")
        print(f"{'':24}" + f"{'wall ms':>10}{'cpu ms':>10}{'MiB':>10}" * 2 + f"{'wall':>8}{'cpu':>8}{'MiB':>8}")
        for name, ours, theirs in cases:
            left, right = [], []
            for number in range(options.runs + 1):
                pair = measure(ours, folder), measure(theirs, folder)
                if number:  # the first pair warms the caches
                    left.append(pair[0])
                    right.append(pair[1])
            ours_median, theirs_median = medians(left), medians(right)
            cells = ""
            for wall, cpu, memory in (ours_median, theirs_median):
                cells += f"{wall * 1000:10.2f}{cpu * 1000:10.2f}{memory:10.1f}"
            for one, other in zip(ours_median, theirs_median):
                cells += f"{other / max(one, 1e-6):8.1f}"
            print(f"{name:24}{cells}", flush=True)


if __name__ == "__main__":
    main()
