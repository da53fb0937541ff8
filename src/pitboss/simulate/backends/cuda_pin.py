"""The place of a block's shared memory in a register, where a kernel looks there with every card.

Compiled code works out anew where shared memory begins wherever it looks at it. On a Hopper that
takes a special register, for which a lane waits as long as for the look itself.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from pitboss.compiled.jit import jit_inlined
from pitboss.late import load
from pitboss.simulate.backends.cuda import IS_SIMULATED
from pitboss.simulate.random.philox import U32

_SHARED, _PLACE = 3, ir.IntType(64)
"""The address space of shared memory, and the type of a place in it."""


def _pin(_: Any, array: Any, nothing: Any) -> Any:
    """Type and compile `pin`."""

    def compiled(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        own = context.make_array(signature.args[0])(context, builder, values[0])
        kind = own.data.type
        shared = builder.addrspacecast(own.data, kind.pointee.as_pointer(_SHARED))
        add = ir.FunctionType(_PLACE, (_PLACE, _PLACE))
        code = ir.InlineAsm(add, "add.u64 $0, $1, $2;", "=l,l,l")
        zero = builder.zext(values[1], _PLACE)
        place = builder.call(code, (builder.ptrtoint(shared, _PLACE), zero))
        pinned = builder.inttoptr(place, kind.pointee.as_pointer(_SHARED))
        own.data = builder.addrspacecast(pinned, kind)
        return own._getvalue()  # noqa: SLF001 - numba's own name

    return array(array, nothing), compiled


def _simulated(array: Any, _: Any) -> Any:
    return array


pin: Any = _simulated if IS_SIMULATED else load("numba.cuda.extending:intrinsic")(_pin)
"""Return a shared array whose place is kept. The second argument is what `nothing_of` returns."""


@jit_inlined
def nothing_of(size: Any) -> Any:
    """Return zero, as nobody can know who does not know how few cards a shoe has."""
    return U32(size >> U32(16))
