"""The typeface of the client. ``python -m web.typeface`` builds it from its skeletons."""
