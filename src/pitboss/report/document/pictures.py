"""A drawing as a file of its own: SVG as it is, or PNG, which Typst renders."""

from __future__ import annotations

from pathlib import Path

from pitboss.report.document.pdf import pdf_is_possible
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.files import place_problems, write_whole
from pitboss.rulebook.problems import Problem

ENDINGS = (".svg", ".png")
_PIXELS_PER_INCH = 200.0
_TEMPLATE = """\
#set page(width: auto, height: auto, margin: 6pt, fill: white)
#image(bytes(sys.inputs.drawing), format: "svg", width: {width}pt)
"""


def picture_problems(out: Path, *, key: str) -> tuple[Problem, ...]:
    """Return what prevents writing a picture, before anything is computed."""
    ending = out.suffix.lower()
    if ending not in ENDINGS:
        message = f"'{out}' must end in .svg or .png"
        return (Problem(code="option/invalid", key=key, message=message),)
    if ending == ".png" and not pdf_is_possible():
        message = f"a PNG needs Typst; install it with: {install_command('report')}"
        return (Problem(code="extra/missing", key="", message=message),)
    return place_problems(out)


def write_picture(svg: str, out: Path, *, width: int) -> None:
    """Write a drawing, *width* points wide, in the form that the ending of *out* names."""
    write_whole(out, svg.encode() if out.suffix.lower() == ".svg" else png_of(svg, width=width))


def png_of(svg: str, *, width: int) -> bytes:
    """Return a drawing as PNG."""
    import typst  # noqa: PLC0415 - large, and only a PDF needs it

    made = typst.compile(
        _TEMPLATE.format(width=width).encode(),
        format="png",
        ppi=_PIXELS_PER_INCH,
        ignore_system_fonts=True,
        sys_inputs={"drawing": svg},
    )
    assert isinstance(made, bytes)
    return made
