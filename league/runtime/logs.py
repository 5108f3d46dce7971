"""Log files of child processes: one a child, kept small."""

from pathlib import Path

LIMIT_BYTES = 5_000_000
IMPORTANT = (b"ERROR", b"CRITICAL", b"Traceback ")


class ChildLog:
    """Cuts a child's output into lines, appends them to its file and returns those that people should see."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rest = b""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")

    def write(self, data: bytes) -> list[str]:
        """Keep the output; return its important lines."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._file.write(line + b"\n")
        self._file.flush()
        if self._file.tell() > LIMIT_BYTES:
            self._turn_over()
        return [line.decode(errors="replace") for line in lines if any(mark in line for mark in IMPORTANT)]

    def close(self) -> None:
        """Keep what is left and close the file."""
        self._file.write(self._rest)
        self._rest = b""
        self._file.close()

    def _turn_over(self) -> None:
        self._file.close()
        self.path.replace(self.path.with_suffix(".1.log"))
        self._file = self.path.open("ab")
