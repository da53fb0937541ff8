"""Tools for agents: the questions of Pitboss over the Model Context Protocol."""
