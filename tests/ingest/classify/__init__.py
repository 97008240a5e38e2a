"""What the classifier concludes, rule by rule."""
