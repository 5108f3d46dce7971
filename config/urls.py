"""Which app answers which address."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("api.urls")),
    path("", include("api.wiki.urls")),
    path("", include("league.urls")),
]

handler400 = "api.views.errors.bad_request"
handler403 = "api.views.errors.permission_denied"
handler404 = "api.views.errors.not_found"
handler500 = "api.views.errors.server_error"
