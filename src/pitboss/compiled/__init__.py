"""The engine's rules as arrays, shared by solver, simulator and learners."""
