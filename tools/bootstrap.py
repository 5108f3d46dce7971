"""Makes .venv and installs pinned, hashed requirements into it; does nothing when that has been done.

Runs on the system's Python with the standard library alone, and explains what is missing in one line. Only wheels are
installed, so no compiler is ever needed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
OLDEST, NEWEST = (3, 11), (3, 13)


def main() -> None:
    """Install the requirements file named on the command line."""
    requirements = ROOT / sys.argv[1]
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        sys.exit(f"Sekijun needs Python 3.11, 3.12 or 3.13; {sys.executable} is {sys.version.split()[0]}.")
    if is_installed(requirements):
        return
    try:
        make_venv()
        install(requirements)
    except OSError as error:
        sys.exit(
            f"{VENV} can't be written ({error.strerror}): put Sekijun into a folder where you may write."
        )
    stamp(requirements).write_text(state_of(requirements))


def stamp(requirements: Path) -> Path:
    """Return the file that says what is installed."""
    return VENV / f".installed-{requirements.stem}"


def state_of(requirements: Path) -> str:
    """Return what has to be installed, in one word."""
    return hashlib.sha256(requirements.read_bytes()).hexdigest()


def is_installed(requirements: Path) -> bool:
    """Tell whether .venv works and has exactly these requirements."""
    mark = stamp(requirements)
    return works() and mark.exists() and mark.read_text() == state_of(requirements)


def works() -> bool:
    """Tell whether .venv has a usable Python; it hasn't when the folder was moved or the system was renewed."""
    check = f"import sys, pip; sys.exit(not {OLDEST} <= sys.version_info[:2] <= {NEWEST})"
    try:
        return subprocess.run([PYTHON, "-c", check], capture_output=True, check=False).returncode == 0  # noqa: S603
    except OSError:
        return False


def make_venv() -> None:
    """Make .venv unless it works."""
    if works():
        return
    shutil.rmtree(VENV, ignore_errors=True)
    print("Making .venv ...", flush=True)  # noqa: T201 - this is a command
    made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True, check=False)  # noqa: S603
    if made.returncode != 0:
        if not os.access(ROOT, os.W_OK):
            sys.exit(f"{ROOT} can't be written: put Sekijun into a folder where you may write.")
        sys.exit(
            f"{sys.executable} can't make a virtual environment. On Debian and Ubuntu: "
            f"apt-get install python3-venv\n{made.stdout}{made.stderr}"
        )


def install(requirements: Path) -> None:
    """Install exactly what the file pins; stop with a line that says why it isn't possible."""
    print(f"Installing {requirements.name} ...", flush=True)  # noqa: T201 - this is a command
    options = ["--quiet", "--require-hashes", "--only-binary", ":all:", "--compile", "--no-input"]
    command = [str(PYTHON), "-m", "pip", "install", *options, "-r", str(requirements)]
    if subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode != 0:  # noqa: S603
        sys.exit(
            "The requirements can't be installed (see above). Only ready-made wheels are used: without a network, "
            "or on a platform that has none for a package, this is where it ends."
        )


if __name__ == "__main__":
    main()
