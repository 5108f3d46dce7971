"""Pages for errors: in the reader's language, in the house's shape, without internals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import PermissionDenied
from django.utils.translation import override
from django.views.defaults import permission_denied, server_error

if TYPE_CHECKING:
    from django.test import Client, RequestFactory

LANGUAGES = {
    "ja": (
        "このアドレスにページはありません。",
        "この操作はできません。",
        "こちらの不具合で表示できませんでした。",
    ),
    "en": (
        "There is no page at this address.",
        "You are not allowed to do this.",
        "Something broke on our side.",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_not_found(client: Client, language: str) -> None:
    response = client.get("/nobody/", headers={"accept-language": language})
    assert response.status_code == 404
    assert LANGUAGES[language][0] in response.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_not_allowed_tells_nothing_of_the_reason(rf: RequestFactory, language: str) -> None:
    with override(language):
        response = permission_denied(rf.get("/"), PermissionDenied("inside"))
    assert response.status_code == 403
    assert LANGUAGES[language][1] in response.content.decode()
    assert "inside" not in response.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_broken_page_needs_no_request_and_no_database(rf: RequestFactory, language: str) -> None:
    with override(language):
        response = server_error(rf.get("/"))
    assert response.status_code == 500
    assert LANGUAGES[language][2] in response.content.decode()
