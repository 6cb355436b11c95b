"""A review for people to read: in English, as numbers that add up, as HTML, and as a picture."""
