"""The registry of dialects: fixed names, media types, character sets and file extensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from api.wiki.dialects import html_, json_, markdown, mediawiki, pukiwiki, seesaa, separated, svg

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.wiki.model import Table

EUC_JP, UTF_8 = "euc-jp", "utf-8"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written and sent. `policy` replaces the site's content security policy."""

    render: Callable[[Table], str]
    extension: str
    media_type: str = "text/plain"
    charset: str = UTF_8
    attachment: bool = False
    leaderboard_only: bool = False
    policy: str = ""


DIALECTS: dict[str, Dialect] = {
    "seesaa": Dialect(seesaa.render, "seesaa.txt", charset=EUC_JP),
    "pukiwiki": Dialect(pukiwiki.render, "pukiwiki.txt"),
    "mediawiki": Dialect(mediawiki.render, "mediawiki.txt"),
    # text/plain: browsers show it, and would put text/markdown into a file
    "md": Dialect(markdown.render, "md"),
    "csv": Dialect(separated.render_csv, "csv", media_type="text/csv", attachment=True),
    "tsv": Dialect(separated.render_tsv, "tsv", media_type="text/tab-separated-values", attachment=True),
    "json": Dialect(json_.render, "json", media_type="application/json"),
    "html": Dialect(html_.render, "html", media_type="text/html"),
    "svg": Dialect(svg.render, "svg", media_type="image/svg+xml", leaderboard_only=True, policy=svg.POLICY),
}
