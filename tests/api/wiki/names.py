"""Names that people may have and wikis would trip over."""

from __future__ import annotations

from hypothesis import strategies as st

from league.services.errors import Invalid
from league.services.names import clean_name

MARKUP = (
    "|", "||", "\\", "\\|", "~", "~~~~", "%%", "''", "'''", "__", "__TOC__", "＿＿目次＿＿", "__目次__", "//",
    "#include", "#contents", "#", "＃転送", "&", "&amp;", "&#124;", "&#x7c;", "&(", "&br;", "&size(30){a};", "&ref(x);",
    "&date;", "((", "))", "[[x]]", "[[", "]]", "[x](y)",
    "![x](y)", "{{{", "}}}", "{{x}}", "-{x}-", "{|", "|}", "|-", "!!", "!",
    "<nowiki>", "</nowiki>", "<script>", "</td>", "<!--", "-->", "<", ">", ">>", "^", "*", "**", "`", "``", "$x$", "$",
    "=", "+", "-", "@", "'=", "=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(1)", "TeamName", "WikiName", "XD", " XD",
    ":)", ":smile:", "RFC 1", "ISBN 1234567890", "PMID 1", "http://a.jp/", "https://a.jp", "www.a.jp", "mailto:a@a.jp",
    "a@example.com", "@octocat", "#123", "GH-1", "a/b#1", "LEFT:", "center:", "CENTER", "right", "bgcolor(red):",
    "r[x]:", "SIZE(9):", "COLOR(red):", "c", "h", "---", "----", "1.", "- ", "+ ", "> ", '"', ",", ";", "#end",
    "♥", "髙", "①", "〜", "～", "—", "¥", "‾", "𠮷", "👨‍👩‍👧‍👦", "が゚", "ﾊﾝｶｸ", "Ａ", "כהן", "قلم", "é", "・", "ー",
)  # fmt: skip


def _clean(text: str) -> str:
    try:
        return clean_name(text[:40], field="name", longest=40)
    except Invalid:
        return ""


NAMES = (
    st.lists(st.one_of(st.sampled_from(MARKUP), st.text(max_size=6)), min_size=1, max_size=8)
    .map("".join)
    .map(_clean)
    .filter(bool)
)
EACH = [name for name in map(_clean, MARKUP) if name]
