"""`python -m benchmarks [NAME …]`: runs the benchmarks of this folder, each in a process of its own, one after another."""

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
        failed += (
            subprocess.run([sys.executable, "-m", f"benchmarks.bench_{name}"], check=False).returncode != 0
        )  # noqa: S603
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
