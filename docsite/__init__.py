"""The documentation site: ``make docs`` builds it from ``docs/``, the code, and a few files beside them.

The pages are staged in ``build/docs`` first, so that generated pages do not lie among the sources: `stage`
copies and generates, Zensical builds, and `checks` finds what Zensical's strict mode misses.
"""
