"""The server that agents talk to, over standard input and output."""

from __future__ import annotations

from pathlib import Path

from mcp.server.mcpserver import MCPServer

from pitboss.agents.tools import Tools
from pitboss.version import __version__

INSTRUCTIONS = (
    "Exact mathematics of the blackjack family of casino games: rules with their clauses, odds as"
    " fractions, solved play, simulation, pay tables to order, rounds settled to the cent. Edges"
    " are the house's, as parts of the first wager; money is in cents. What was assumed is in"
    " `assumed`."
)


def make_server(folders: tuple[Path, ...] = ()) -> MCPServer:
    """Return a server with every tool; house files and records are read below *folders* alone."""
    server = MCPServer("pitboss", instructions=INSTRUCTIONS, version=__version__)
    for tool in Tools(folders).all():
        server.add_tool(tool)
    return server
