"""The server side of the bots' streams: one server and one socket an instance, questions in batches.

`host` starts instances, `server` greets them, `link` talks to one of them, `batch_time` judges how long
it thinks, `socket_folders` keeps the sockets. What is a bot's fault is told to the link's owner by name.
"""
