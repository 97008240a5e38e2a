"""Files of words as people have them."""
