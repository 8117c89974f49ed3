"""The wire: generated code in v1, and pairs of functions between it and domain types in mapping."""
