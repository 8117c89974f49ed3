"""What each sandbox finds on this machine: for `arena sandbox doctor`, and for the choice of one."""
