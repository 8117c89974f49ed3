"""The league server: accounts, submissions and rounds without an end, reached over gRPC."""
