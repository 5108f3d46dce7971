"""A throttle beside the one of axes, which counts an account at an address: here an address counts for all accounts."""

from axes.exceptions import AxesBackendPermissionDenied
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from config.addresses import client_address
from league.selectors.logins import failures_from


class AddressBackend:
    """Refuses an address that has failed for too many accounts, before a password is even looked at."""

    def authenticate(self, request: HttpRequest | None, **_credentials: object) -> None:
        """Let the next backend decide, unless the address has had its tries.

        Raises:
            AxesBackendPermissionDenied: it has; the middleware of axes answers.
        """
        if request is None:
            return
        since = timezone.now() - settings.AXES_COOLOFF_TIME
        if (
            failures_from(address=client_address(request), since=since)
            >= settings.LOGIN_FAILURES_OF_AN_ADDRESS
        ):
            request.axes_locked_out = True  # type: ignore[attr-defined]  # what axes tells its middleware by
            raise AxesBackendPermissionDenied
