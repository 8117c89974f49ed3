"""The `bubblewrap` backend: bots in namespaces of their own, without Docker and without root.

command.py has the words that start one, view.py what it sees, filters.py the system calls that it
may use, groups.py the control groups that bound what namespaces can't, and host.py finds out which
of all this is to be had on this machine.
"""
