"""The composition root: the only room that chooses who serves which port, and starts workers."""
