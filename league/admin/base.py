"""The one way in which a model of the league is shown: read-only, for those who hold its view permission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from django.contrib import admin
from django.db.models import Model

if TYPE_CHECKING:
    from django.http import HttpRequest

M = TypeVar("M", bound=Model)

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin
else:

    class _ModelAdmin(admin.ModelAdmin):
        """ModelAdmin with the brackets that its type stubs give it."""

        def __class_getitem__(cls, _item: object) -> type[admin.ModelAdmin]:
            return cls


class ReadOnlyAdmin(_ModelAdmin[M], Generic[M]):
    """Looking is allowed by Django's view permission; adding, changing and deleting by nothing at all."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - the signature is Django's
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:  # noqa: ARG002 - as above
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:  # noqa: ARG002 - as above
        """Never."""
        return False


class SuperuserOnlyAdmin(ReadOnlyAdmin[M]):
    """For personal text that no view permission opens."""

    def has_view_permission(self, request: HttpRequest, obj: M | None = None) -> bool:  # noqa: ARG002 - as above
        """Say yes to superusers only."""
        return bool(request.user.is_active and request.user.is_superuser)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Don't even name the model to others."""
        return self.has_view_permission(request)
