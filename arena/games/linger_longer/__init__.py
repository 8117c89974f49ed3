"""Linger Longer, with its house rules Lift Smoke and Sift Smoke; the clauses LL1 to LL7 of docs/rules."""
