"""`python -m benchmarks [NAME …]`: runs the benchmarks of this folder one after another, each in its own process."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(wanted: list[str]) -> int:
    """Run the wanted benchmarks, or all; return how many failed."""
    names = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    unknown = set(wanted) - set(names)
    if unknown:
        print(f"No benchmark is called {', '.join(sorted(unknown))}. There are: {', '.join(names)}")
        return 2
    failed = 0
    for name in wanted or names:
        print(f"── {name}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.bench_{name}"]
        failed += subprocess.run(command, check=False).returncode != 0  # noqa: S603 - a module of our own
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
