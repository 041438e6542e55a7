"""Formulas for SAT solvers, checked proofs, and the reasons in them."""
