"""Code that `machine` wrote from `rounds`, kept so that people can read it; not to be edited."""
