"""Accounts of people who log in. They are switched off, never deleted: what they did keeps its author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User

if TYPE_CHECKING:
    from django.http import HttpRequest

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Django's own page for accounts, without deleting."""

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:  # noqa: ARG002 - the signature is Django's
        """Never."""
        return False
