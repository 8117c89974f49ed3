"""What bots run in: the runner image, and the packages that a bot requires.

runner.py makes the image, from a base (base.py), which is an image of somebody's or this machine's
own Python (host_python.py), and the kit (kit.py). packages.py makes the folder of a bot's packages.
"""
