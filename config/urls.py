"""Which app answers which address."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.urls")),
    path("", include("api.wiki.urls")),
    path("", include("league.urls")),
]
