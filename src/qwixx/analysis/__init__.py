"""Looking at games from outside: tournaments of bots, ratings, and pictures of figures."""
