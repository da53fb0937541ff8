"""Keep the address of a block's shared memory in a register.

Otherwise compiled code computes the address again for every access. On a Hopper it reads a special
register for that, which takes as long as the access itself.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from pitboss.compiled.jit import jit_inlined
from pitboss.late import load
from pitboss.simulator.backends.cuda import IS_SIMULATED
from pitboss.simulator.random.philox import U32

_SHARED = 3
_PLACE = ir.IntType(64)
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
    """Return zero in a way that the compiler cannot foresee: a shoe has few cards."""
    return U32(size >> U32(16))
