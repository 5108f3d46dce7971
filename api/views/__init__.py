"""Views of the API, one file a resource."""
