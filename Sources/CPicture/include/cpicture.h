#ifndef CPICTURE_H
#define CPICTURE_H
#include <stddef.h>
#include <stdint.h>

/* Pixels of a still picture: 4 bytes each (red, green, blue, opacity), row by row from the top. */
typedef struct {
    uint32_t width, height;
    uint8_t *pixels;
} cpicture;

typedef enum {
    CPICTURE_OK = 0,
    /* The bytes end early or are not of the format. */
    CPICTURE_BROKEN = 1,
    /* More pixels than `most`, before anything was decoded. */
    CPICTURE_TOO_LARGE = 2,
    CPICTURE_NO_MEMORY = 3,
} cpicture_outcome;

/* Each decodes a whole file to at most `most` pixels. JPEG and WebP are made smaller while they are decoded, but not below `side`
   pixels on their longer side; PNG is decoded in full. The caller frees the pixels with cpicture_free, also after a failure. */
cpicture_outcome cpicture_png(const uint8_t *bytes, size_t count, uint64_t most, cpicture *out);
cpicture_outcome cpicture_jpeg(const uint8_t *bytes, size_t count, uint64_t most, uint32_t side, cpicture *out);
cpicture_outcome cpicture_webp(const uint8_t *bytes, size_t count, uint64_t most, uint32_t side, cpicture *out);
/* Room for transparent pixels; neither size is 0. */
cpicture_outcome cpicture_reserve(uint32_t width, uint32_t height, cpicture *out);
void cpicture_free(cpicture *picture);
/* Writes a PNG file of `width` x `height` pixels of 3 bytes. Returns its length, or 0 if it is longer than `room` or memory is missing. */
size_t cpicture_write_png(const uint8_t *rgb, uint32_t width, uint32_t height, uint8_t *out, size_t room);
#endif
