"""What readers are sent from elsewhere is what was taken from the registry."""

import hashlib
import re
from pathlib import Path

UPLOT = Path(__file__).resolve().parents[2] / "static" / "vendor" / "uplot"


def test_uplot_has_the_sums_that_are_noted() -> None:
    noted = re.findall(r"sha256 ([0-9a-f]{64})  (\S+)", (UPLOT / "README.md").read_text(encoding="utf-8"))
    assert [name for _, name in noted] == ["uPlot.iife.min.js", "uPlot.min.css", "LICENSE"]
    for digest, name in noted:
        assert hashlib.sha256((UPLOT / name).read_bytes()).hexdigest() == digest
