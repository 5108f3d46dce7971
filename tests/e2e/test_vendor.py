"""What is vendored is what was taken from the registry."""

import hashlib
import re
from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe-core"


def test_axe_core_has_the_sums_that_are_noted() -> None:
    noted = re.findall(r"sha256 ([0-9a-f]{64})  (\S+)", (AXE / "README.md").read_text(encoding="utf-8"))
    assert [name for _, name in noted] == ["axe.min.js", "LICENSE"]
    for digest, name in noted:
        assert hashlib.sha256((AXE / name).read_bytes()).hexdigest() == digest
