// 16 bytes at a time, or the same in plain C.
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
typedef __m128i vector;
static inline vector load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline vector equal(vector v, uint8_t b) { return _mm_cmpeq_epi8(v, _mm_set1_epi8((char)b)); }
/// The bytes up to `b`.
static inline vector up_to(vector v, uint8_t b) {
    return _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8((char)b)), v);
}
static inline vector either(vector a, vector b) { return _mm_or_si128(a, b); }
/// One bit for each byte.
static inline uint32_t bits(vector v) { return (uint32_t)_mm_movemask_epi8(v); }
#else
// The compiler makes NEON of this.
typedef uint8_t vector __attribute__((vector_size(16)));
static inline vector load(const uint8_t *p) {
    vector v;
    memcpy(&v, p, 16);
    return v;
}
static inline vector equal(vector v, uint8_t b) { return (vector)(v == b); }
static inline vector up_to(vector v, uint8_t b) { return (vector)(v <= b); }
static inline vector either(vector a, vector b) { return a | b; }
static inline uint32_t bits(vector v) {
    uint64_t halves[2];
    memcpy(halves, &v, 16);
    // The high bit of each byte, gathered by a multiplication.
    uint64_t low = (halves[0] & 0x8080808080808080u) >> 7, high = (halves[1] & 0x8080808080808080u) >> 7;
    return (uint32_t)((low * 0x0102040810204080u) >> 56) | (uint32_t)((high * 0x0102040810204080u) >> 56) << 8;
}
#endif
