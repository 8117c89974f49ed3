"""Where bots run: one backend a file, all behind tournament.ports.Sandbox."""
