"""Installs Chromium and a Japanese font for the browser tests, where this user may; says loudly when not."""

import os
import shutil
import subprocess
import sys

PACKAGES = ("chromium", "fonts-noto-cjk")
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Install what is missing."""
    if any(shutil.which(name) for name in PROGRAMS) and has_japanese_font():
        return
    apt_get = shutil.which("apt-get")
    if apt_get is None or os.geteuid() != 0:
        sys.stderr.write(
            f"*** Chromium or a Japanese font is missing and can't be installed by this user: browser tests will be "
            f"SKIPPED. Install: {' '.join(PACKAGES)}\n"
        )
        return
    command = [apt_get, "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
    if apt(command) != 0 and (apt([apt_get, "update", "-qq"]) != 0 or apt(command) != 0):
        sys.stderr.write("*** apt-get couldn't install Chromium: browser tests will be SKIPPED.\n")


def has_japanese_font() -> bool:
    """Tell whether Japanese text can be drawn."""
    fc_list = shutil.which("fc-list")
    if fc_list is None:
        return False
    return bool(subprocess.run([fc_list, ":lang=ja"], capture_output=True, check=False).stdout.strip())  # noqa: S603


def apt(command: list[str]) -> int:
    """Run apt-get without asking anything; return its exit code."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(  # noqa: S603 - the command lines above
        command, check=False, env=env, stdin=subprocess.DEVNULL, stdout=sys.stderr
    ).returncode


if __name__ == "__main__":
    main()
