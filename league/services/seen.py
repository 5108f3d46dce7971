"""Edits that say what their sender had before them: what somebody else changed meanwhile isn't overwritten (G3).

For things without a version of their own, such as people, seasons and meetings; tables have their lock_version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.services.errors import Changed

if TYPE_CHECKING:
    from collections.abc import Mapping


def seen_check(*, seen: Mapping[str, object] | None, now: Mapping[str, object]) -> None:
    """Compare what the actor saw with what is stored now; call it under the club's lock. None compares nothing.

    Raises:
        Changed: one of the fields seen holds something else.
    """
    changed = {field: now[field] for field, value in (seen or {}).items() if now[field] != value}
    if changed:
        raise Changed(_("Somebody else changed this meanwhile."), now=changed)
