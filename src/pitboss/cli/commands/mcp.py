"""`pitboss mcp`: the tools for agents, over standard input and output."""

from __future__ import annotations

from importlib.util import find_spec

from pitboss.cli.orders.serving import McpOrder
from pitboss.cli.problems import check
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.problems import Problem


def serve_agents(order: McpOrder) -> None:
    """Answer an agent until it ends the conversation."""
    folders = tuple(order.folder or ())
    problems = [
        Problem(
            code="file/missing",
            key="--folder",
            message=f"there is no folder {shorten(str(folder))!r}",
        )
        for folder in folders
        if not folder.is_dir()
    ]
    if find_spec("mcp") is None:
        message = f"the tools for agents need the extra mcp: {install_command('mcp')}"
        problems.append(Problem(code="extra/missing", key="mcp", message=message))
    check(problems)
    from pitboss.agents.server import make_server

    make_server(folders).run()
