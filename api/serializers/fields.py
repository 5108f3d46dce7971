"""Values and pages that several resources share."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from rest_framework import serializers

if TYPE_CHECKING:
    from collections.abc import Mapping


def page_of(row: type[serializers.BaseSerializer[Any]], **more: serializers.Field[Any, Any, Any, Any]) -> Any:  # noqa: ANN401
    """Return the serializer of a page of rows, named after them."""
    name = row.__name__.replace("Serializer", "PageSerializer")
    members: Mapping[str, Any] = {
        "revision": serializers.IntegerField(help_text="The club's last change when this was read."),
        **more,
        "next": serializers.CharField(
            allow_null=True, help_text="Address of the next page, from the host's root; null on the last."
        ),
        "results": row(many=True),
        "__doc__": f"A page of rows ({row.__name__.removesuffix('Serializer')}).",
        "__module__": row.__module__,
    }
    return type(name, (serializers.Serializer,), dict(members))


def thousandths(value: int) -> str:
    """Return a rating as a decimal with three places."""
    return f"{Decimal(value).scaleb(-3):.3f}"


def json_number(value: Decimal | None) -> int | float | None:
    """Return a total as JSON writes numbers, as in reports. At most 13 digits: a float holds them exactly enough."""
    if value is None:
        return None
    whole = int(value)
    return whole if whole == value else float(value)
