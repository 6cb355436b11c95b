"""The commands, a module each: ``EXAMPLES`` for its help, ``add_arguments(parser)`` and ``run(args)``."""
