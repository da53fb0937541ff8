/* Loops over arrays for the page's `numpy` (src/pitboss/server/alone/numpy.py), compiled to WebAssembly.

An operand is described by 19 numbers of 32 bits: the type of its entries, its dimensions, where its data lie,
eight sizes and eight strides in bytes. Operands are broadcast to the shape of the result; whoever calls has
converted them to one type and checked their shapes. Sums of floats follow numpy's own order (pairwise, in
blocks of 128 with eight partial sums), so they are equal to the last bit.
*/

typedef signed char b1;
typedef unsigned char B1;
typedef short h2;
typedef unsigned short H2;
typedef int i4;
typedef unsigned int I4;
typedef long long l8;
typedef unsigned long long L8;
typedef float f4;
typedef double d8;

#define DIMENSIONS 8
typedef struct { i4 kind, dimensions; char *data; i4 shape[DIMENSIONS], strides[DIMENSIONS]; } Operand;

enum { BOOL, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT32, FLOAT64 };
static const B1 SIZES[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

extern double js_pow(double, double);
extern double js_mod(double, double);
extern double js_exp(double);
extern double js_log(double);

#define EXPORT __attribute__((visibility("default")))
#define EVERY_INTEGER(M) M(INT8, b1) M(UINT8, B1) M(INT16, h2) M(UINT16, H2) M(INT32, i4) M(UINT32, I4) M(INT64, l8) M(UINT64, L8)
#define EVERY_FLOAT(M) M(FLOAT32, f4) M(FLOAT64, d8)
#define EVERY_TARGET(M) M(INT8, b1) M(UINT8, B1) M(INT16, h2) M(UINT16, H2) M(INT32, i4) M(UINT32, I4) M(INT64, l8) M(UINT64, L8) M(FLOAT32, f4) M(FLOAT64, d8)
#define EVERY(M) M(BOOL, B1) EVERY_INTEGER(M) EVERY_FLOAT(M)

/* The place in an operand at some coordinates of the result's shape; and the step of its last dimension. */
static char *place(const Operand *of, const i4 *at, i4 dimensions) {
  char *found = of->data;
  i4 off = dimensions - of->dimensions;
  for (i4 d = 0; d < of->dimensions; d++)
    if (of->shape[d] != 1 && d + off < dimensions - 1) found += (long)at[d + off] * of->strides[d];
  return found;
}
static i4 step(const Operand *of) {
  i4 last = of->dimensions - 1;
  return last < 0 || of->shape[last] == 1 ? 0 : of->strides[last];
}
/* Go on to the next row; 0 after the last. */
static i4 next(i4 *at, const Operand *out) {
  for (i4 d = out->dimensions - 2; d >= 0; d--) {
    if (++at[d] < out->shape[d]) return 1;
    at[d] = 0;
  }
  return 0;
}
static i4 is_empty(const Operand *of) {
  for (i4 d = 0; d < of->dimensions; d++)
    if (!of->shape[d]) return 1;
  return 0;
}
static i4 row(const Operand *of) { return of->dimensions ? of->shape[of->dimensions - 1] : 1; }

/* Copy with a conversion, which includes the conversion of floats to whole numbers towards zero. */
#define CAST_TO(K2, T2) case K2: for (i4 i = 0; i < n; i++, o += so, a += sa) *(T2 *)o = (T2)*(T *)a; break;
#define CAST_TO_BOOL case BOOL: for (i4 i = 0; i < n; i++, o += so, a += sa) *(B1 *)o = *(T *)a != 0; break;
#define CAST_FROM(K1, T1) case K1: { typedef T1 T; switch (out->kind) { CAST_TO_BOOL EVERY_TARGET(CAST_TO) } break; }
EXPORT void assign(const Operand *out, const Operand *from) {
  i4 at[DIMENSIONS] = {0};
  if (is_empty(out)) return;
  i4 n = row(out), so = step(out), sa = step(from), nd = out->dimensions;
  do {
    char *o = place(out, at, nd), *a = place(from, at, nd);
    switch (from->kind) { EVERY(CAST_FROM) }
  } while (next(at, out));
}

enum { ADD, SUBTRACT, MULTIPLY, DIVIDE, FLOOR_DIVIDE, MODULO, MAXIMUM, MINIMUM, AND, OR, XOR, LEFT, RIGHT, POWER, EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL };

#define LOOP(R, E) for (i4 i = 0; i < n; i++, o += so, a += sa, b += sb) { T x = *(T *)a, y = *(T *)b; *(R *)o = (E); } break;
#define COMPARE case EQUAL: LOOP(B1, x == y) case NOT_EQUAL: LOOP(B1, x != y) case LESS: LOOP(B1, x < y) \
  case LESS_EQUAL: LOOP(B1, x <= y) case GREATER: LOOP(B1, x > y) case GREATER_EQUAL: LOOP(B1, x >= y)
#define ARITHMETIC case ADD: LOOP(T, x + y) case SUBTRACT: LOOP(T, x - y) case MULTIPLY: LOOP(T, x * y)
#define BITS case AND: LOOP(T, x & y) case OR: LOOP(T, x | y) case XOR: LOOP(T, x ^ y)
#define IS_SIGNED(T) ((T)-1 < (T)1)

#define INTEGER_OPS(K, TYPE) \
  case K: { typedef TYPE T; switch (operation) { COMPARE ARITHMETIC BITS \
    case MAXIMUM: LOOP(T, x > y ? x : y) case MINIMUM: LOOP(T, x < y ? x : y) \
    case LEFT: LOOP(T, (L8)y < 8 * sizeof(T) ? (T)((L8)x << y) : 0) \
    case RIGHT: LOOP(T, (L8)y < 8 * sizeof(T) ? (T)(x >> y) : (T)(IS_SIGNED(T) && x < 0 ? -1 : 0)) \
    case FLOOR_DIVIDE: LOOP(T, y == 0 ? 0 : (T)(x / y - (IS_SIGNED(T) && x % y != 0 && ((x < 0) != (y < 0))))) \
    case MODULO: LOOP(T, y == 0 ? 0 : (T)(x % y + (IS_SIGNED(T) && x % y != 0 && ((x < 0) != (y < 0)) ? y : 0))) \
    case POWER: LOOP(T, (T)integer_power((L8)x, (L8)y)) } break; }
#define FLOAT_OPS(K, TYPE) \
  case K: { typedef TYPE T; switch (operation) { COMPARE ARITHMETIC \
    case DIVIDE: LOOP(T, x / y) \
    case MAXIMUM: LOOP(T, x >= y || x != x ? x : y) case MINIMUM: LOOP(T, x <= y || x != x ? x : y) \
    case FLOOR_DIVIDE: LOOP(T, floor_divide(x, y)) case MODULO: LOOP(T, modulo(x, y)) \
    case POWER: LOOP(T, js_pow(x, y)) } break; }

static L8 integer_power(L8 x, L8 y) {
  L8 made = 1;
  for (; y; y >>= 1, x *= x) if (y & 1) made *= x;
  return made;
}
static d8 modulo(d8 x, d8 y) {
  d8 left = js_mod(x, y);
  return left ? ((y < 0) != (left < 0) ? left + y : left) : __builtin_copysign(0.0, y);
}
static d8 floor_divide(d8 x, d8 y) {
  if (y == 0) return x / y;
  d8 left = js_mod(x, y), parts = (x - left) / y;
  if (left && (y < 0) != (left < 0)) parts -= 1;
  if (!parts) return __builtin_copysign(0.0, x / y);
  d8 whole = __builtin_floor(parts);
  return parts - whole > 0.5 ? whole + 1 : whole;
}

EXPORT void binary(i4 operation, const Operand *out, const Operand *left, const Operand *right) {
  i4 at[DIMENSIONS] = {0};
  if (is_empty(out)) return;
  i4 n = row(out), so = step(out), sa = step(left), sb = step(right), nd = out->dimensions;
  do {
    char *o = place(out, at, nd), *a = place(left, at, nd), *b = place(right, at, nd);
    switch (left->kind) {
      case BOOL: { typedef B1 T; switch (operation) { COMPARE BITS
        case ADD: case MAXIMUM: LOOP(T, x | y) case MULTIPLY: case MINIMUM: LOOP(T, x & y) } break; }
      EVERY_INTEGER(INTEGER_OPS) EVERY_FLOAT(FLOAT_OPS)
    }
  } while (next(at, out));
}

enum { NEGATIVE, ABSOLUTE, INVERT, SQRT, FLOOR, CEIL, RINT, EXP, LOG, SIGN, IS_NAN, IS_FINITE };
#define LOOP1(R, E) for (i4 i = 0; i < n; i++, o += so, a += sa) { T x = *(T *)a; *(R *)o = (E); } break;
#define INTEGER_OPS1(K, TYPE) case K: { typedef TYPE T; switch (operation) { case NEGATIVE: LOOP1(T, -x) \
  case ABSOLUTE: LOOP1(T, x < 0 ? -x : x) case INVERT: LOOP1(T, ~x) case SIGN: LOOP1(T, x > 0 ? 1 : x < 0 ? -1 : 0) } break; }
#define FLOAT_OPS1(K, TYPE) case K: { typedef TYPE T; switch (operation) { case NEGATIVE: LOOP1(T, -x) \
  case ABSOLUTE: LOOP1(T, __builtin_fabs(x)) case SQRT: LOOP1(T, __builtin_sqrt(x)) case FLOOR: LOOP1(T, __builtin_floor(x)) \
  case CEIL: LOOP1(T, __builtin_ceil(x)) case RINT: LOOP1(T, __builtin_rint(x)) case EXP: LOOP1(T, js_exp(x)) \
  case LOG: LOOP1(T, js_log(x)) case SIGN: LOOP1(T, x > 0 ? 1 : x < 0 ? -1 : x) \
  case IS_NAN: LOOP1(B1, x != x) case IS_FINITE: LOOP1(B1, x - x == 0) } break; }
EXPORT void unary(i4 operation, const Operand *out, const Operand *of) {
  i4 at[DIMENSIONS] = {0};
  if (is_empty(out)) return;
  i4 n = row(out), so = step(out), sa = step(of), nd = out->dimensions;
  do {
    char *o = place(out, at, nd), *a = place(of, at, nd);
    switch (of->kind) {
      case BOOL: { typedef B1 T; LOOP1(T, !x) }
      EVERY_INTEGER(INTEGER_OPS1) EVERY_FLOAT(FLOAT_OPS1)
    }
  } while (next(at, out));
}

/* numpy's order: eight partial sums for each block of up to 128, larger ones halved. */
#define PAIRWISE(NAME, T) static T NAME(char *a, i4 n, i4 s) { \
  if (n < 8) { T sum = -0.0; for (i4 i = 0; i < n; i++) sum += *(T *)(a + i * s); return sum; } \
  if (n <= 128) { \
    T r[8]; i4 i; \
    for (i = 0; i < 8; i++) r[i] = *(T *)(a + i * s); \
    for (i = 8; i < n - n % 8; i += 8) for (i4 k = 0; k < 8; k++) r[k] += *(T *)(a + (i + k) * s); \
    T sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7])); \
    for (; i < n; i++) sum += *(T *)(a + i * s); \
    return sum; \
  } \
  i4 half = n / 2; half -= half % 8; \
  return NAME(a, half, s) + NAME(a + half * s, n - half, s); }
PAIRWISE(pairwise_single, f4)
PAIRWISE(pairwise_double, d8)

/* Fold every row of *of* into the result, which has begun; a result with step 0 takes a whole row. */
#define FOLD(E) for (i4 i = 0; i < n; i++, o += so, a += sa) { T x = *(T *)o, y = *(T *)a; *(T *)o = (E); } break;
#define FOLDS(K, TYPE) case K: { typedef TYPE T; switch (operation) { case ADD: FOLD(x + y) case MULTIPLY: FOLD(x * y) \
  case MAXIMUM: FOLD(x > y || x != x ? x : y) case MINIMUM: FOLD(x < y || x != x ? x : y) } \
  break; }
#define BIT_FOLDS(K, TYPE) case K: { typedef TYPE T; switch (operation) { case AND: FOLD(x & y) case OR: FOLD(x | y) case XOR: FOLD(x ^ y) } break; }
EXPORT void fold(i4 operation, const Operand *out, const Operand *of) {
  i4 at[DIMENSIONS] = {0};
  if (is_empty(of)) return;
  i4 n = row(of), so = step(out), sa = step(of), nd = of->dimensions;
  do {
    char *o = place(out, at, nd), *a = place(of, at, nd);
    if (operation == ADD && !so && of->kind == FLOAT64) *(d8 *)o = *(d8 *)o + pairwise_double(a, n, sa);
    else if (operation == ADD && !so && of->kind == FLOAT32) *(f4 *)o = *(f4 *)o + pairwise_single(a, n, sa);
    else if (operation == AND || operation == OR || operation == XOR) switch (of->kind) { BIT_FOLDS(BOOL, B1) EVERY_INTEGER(BIT_FOLDS) }
    else switch (of->kind) { EVERY(FOLDS) }
  } while (next(at, of));
}

/* The first place of the largest (1) or smallest (0) entry of a row. */
#define EXTREME(K, TYPE) case K: for (i4 i = 1; i < n; i++) { TYPE x = *(TYPE *)(a + i * s), y = *(TYPE *)(a + best * s); if (largest ? x > y : x < y) best = i; } break;
EXPORT i4 extreme(i4 largest, i4 kind, char *a, i4 n, i4 s) {
  i4 best = 0;
  switch (kind) { EVERY(EXTREME) }
  return best;
}

#define RUN(K, TYPE) case K: { TYPE sum = 0; for (i4 i = 0; i < n; i++, a += sa, o += so) { sum += *(TYPE *)a; *(TYPE *)o = sum; } break; }
EXPORT void running_sum(i4 kind, char *o, i4 so, char *a, i4 sa, i4 n) {
  switch (kind) { EVERY_INTEGER(RUN) EVERY_FLOAT(RUN) }
}

/* Add *index* times *stride* to every offset; 1 if an index is outside. */
EXPORT i4 add_offsets(const Operand *offsets, const Operand *index, i4 size, i4 stride) {
  i4 at[DIMENSIONS] = {0};
  if (is_empty(offsets)) return 0;
  i4 n = row(offsets), so = step(offsets), sa = step(index), nd = offsets->dimensions;
  do {
    char *o = place(offsets, at, nd), *a = place(index, at, nd);
    for (i4 i = 0; i < n; i++, o += so, a += sa) {
      l8 which = *(l8 *)a;
      if (which < 0) which += size;
      if (which < 0 || which >= size) return 1;
      *(i4 *)o += (i4)which * stride;
    }
  } while (next(at, offsets));
  return 0;
}
/* *array* has first the dimensions of the offsets, which are contiguous, then those of *inner*, whose data are at an offset. */
#define MOVE(TYPE) for (i4 i = 0; i < n; i++, o += so, a += sa) *(TYPE *)o = *(TYPE *)a; break;
EXPORT void gather(const Operand *array, const i4 *offsets, i4 count, const Operand *inner, i4 puts) {
  i4 outer = array->dimensions - inner->dimensions, size = SIZES[array->kind];
  i4 spot[DIMENSIONS] = {0};
  for (i4 k = 0; k < count; k++) {
    char *base = array->data;
    for (i4 d = 0; d < outer; d++) base += (long)spot[d] * array->strides[d];
    if (!inner->dimensions) {
      char *o = puts ? inner->data + offsets[k] : base, *a = puts ? base : inner->data + offsets[k];
      switch (size) { case 1: *(B1 *)o = *(B1 *)a; break; case 2: *(H2 *)o = *(H2 *)a; break; case 4: *(I4 *)o = *(I4 *)a; break; default: *(L8 *)o = *(L8 *)a; }
    } else {
      i4 at[DIMENSIONS] = {0}, n = row(inner), si = step(inner), last = inner->dimensions - 1;
      i4 sr = array->strides[array->dimensions - 1];
      if (is_empty(inner)) return;
      do {
        char *in = inner->data + offsets[k], *mine = base;
        for (i4 d = 0; d < last; d++) { in += (long)at[d] * inner->strides[d]; mine += (long)at[d] * array->strides[outer + d]; }
        char *o = puts ? in : mine, *a = puts ? mine : in;
        i4 so = puts ? si : sr, sa = puts ? sr : si;
        if (n == 1) so = sa = 0;
        switch (size) { case 1: MOVE(B1) case 2: MOVE(H2) case 4: MOVE(I4) default: MOVE(L8) }
      } while (next(at, inner));
    }
    for (i4 d = outer - 1; d >= 0; d--) { if (++spot[d] < array->shape[d]) break; spot[d] = 0; }
  }
}
/* Fold contiguous values into what lies at offsets, one after the other. */
#define SCATTER(E) for (i4 k = 0; k < count; k++) { T x = *(T *)(base + offsets[k]), y = ((T *)values)[k]; *(T *)(base + offsets[k]) = (E); } break;
#define SCATTERS(K, TYPE) case K: { typedef TYPE T; switch (operation) { case ADD: SCATTER(x + y) case MULTIPLY: SCATTER(x * y) \
  case MAXIMUM: SCATTER(x > y ? x : y) case MINIMUM: SCATTER(x < y ? x : y) } break; }
EXPORT void scatter(i4 operation, i4 kind, char *base, const i4 *offsets, i4 count, char *values) {
  switch (kind) { EVERY(SCATTERS) }
}

EXPORT i4 count_true(const B1 *flags, i4 n) {
  i4 sum = 0;
  for (i4 i = 0; i < n; i++) sum += flags[i];
  return sum;
}
EXPORT void places_true(const B1 *flags, i4 n, l8 *out) {
  for (i4 i = 0; i < n; i++) if (flags[i]) *out++ = i;
}

/* Sort places by their values and keep the order of equal ones; *room* is for as many places. */
#define MERGE(K, TYPE) case K: { const TYPE *v = values; \
  for (i4 width = 1; width < n; width *= 2) { \
    for (i4 low = 0; low < n; low += 2 * width) { \
      i4 middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n, i = low, j = middle; \
      for (i4 k = low; k < high; k++) to[k] = i < middle && (j >= high || !(v[from[j]] < v[from[i]])) ? from[i++] : from[j++]; \
    } l8 *other = from; from = to; to = other; } break; }
EXPORT void sort_places(i4 kind, const void *values, i4 n, l8 *places, l8 *room) {
  l8 *from = places, *to = room;
  switch (kind) { EVERY(MERGE) }
  if (from != places) for (i4 i = 0; i < n; i++) places[i] = from[i];
}
#define SEARCH(K, TYPE) case K: { const TYPE *v = sorted; for (i4 i = 0; i < count; i++) { TYPE x = ((TYPE *)wanted)[i]; \
  i4 low = 0, high = n; while (low < high) { i4 middle = (low + high) / 2; if (right ? !(x < v[middle]) : v[middle] < x) low = middle + 1; else high = middle; } \
  out[i] = low; } break; }
EXPORT void search(i4 kind, i4 right, const void *sorted, i4 n, const void *wanted, i4 count, l8 *out) {
  switch (kind) { EVERY(SEARCH) }
}
/* Products of matrices of floats or of whole numbers, summed in order. */
#define PRODUCT(K, TYPE) case K: for (i4 i = 0; i < rows; i++) for (i4 j = 0; j < columns; j++) { TYPE sum = 0; \
  for (i4 k = 0; k < inner; k++) sum += *(TYPE *)(a + i * ai + k * ak) * *(TYPE *)(b + k * bk + j * bj); \
  ((TYPE *)out)[i * columns + j] = sum; } break;
EXPORT void product(i4 kind, void *out, i4 rows, i4 columns, i4 inner, char *a, i4 ai, i4 ak, char *b, i4 bk, i4 bj) {
  switch (kind) { EVERY_INTEGER(PRODUCT) EVERY_FLOAT(PRODUCT) }
}
#define CHOOSE(TYPE) for (i4 i = 0; i < n; i++, o += so, c += sc, a += sa, b += sb) *(TYPE *)o = *c ? *(TYPE *)a : *(TYPE *)b; break;
EXPORT void choose(const Operand *out, const Operand *flags, const Operand *yes, const Operand *no) {
  i4 at[DIMENSIONS] = {0};
  if (is_empty(out)) return;
  i4 n = row(out), so = step(out), sc = step(flags), sa = step(yes), sb = step(no), nd = out->dimensions;
  do {
    char *o = place(out, at, nd), *c = place(flags, at, nd), *a = place(yes, at, nd), *b = place(no, at, nd);
    switch (SIZES[out->kind]) { case 1: CHOOSE(B1) case 2: CHOOSE(H2) case 4: CHOOSE(I4) default: CHOOSE(L8) }
  } while (next(at, out));
}
/* The product of two polynomials, the longer one first; each sum goes up the longer one. */
#define CONVOLVE(K, TYPE) case K: { const TYPE *x = a, *y = b; for (i4 p = 0; p < n + m - 1; p++) { TYPE sum = 0; \
  for (i4 i = p < m ? 0 : p - m + 1; i <= p && i < n; i++) sum += x[i] * y[p - i]; ((TYPE *)out)[p] = sum; } break; }
EXPORT void convolve(i4 kind, void *out, const void *a, i4 n, const void *b, i4 m) {
  switch (kind) { EVERY_INTEGER(CONVOLVE) EVERY_FLOAT(CONVOLVE) }
}
EXPORT void fill_bytes(B1 *out, i4 n, i4 value) {
  for (i4 i = 0; i < n; i++) out[i] = (B1)value;
}
