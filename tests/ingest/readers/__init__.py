"""What each reader makes of its format, on small files written for the purpose."""
