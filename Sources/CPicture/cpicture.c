#include "cpicture.h"
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>
#include <webp/decode.h>

/* Room for the pixels of a picture whose size is known; the sizes come from the file and may be anything. */
static cpicture_outcome reserve(uint64_t width, uint64_t height, uint64_t most, cpicture *out) {
    if (width == 0 || height == 0) return CPICTURE_BROKEN;
    if (width > UINT32_MAX || height > UINT32_MAX || width > most / height) return CPICTURE_TOO_LARGE;
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    out->pixels = calloc(width * height, 4);
    return out->pixels ? CPICTURE_OK : CPICTURE_NO_MEMORY;
}

cpicture_outcome cpicture_reserve(uint32_t width, uint32_t height, cpicture *out) {
    return reserve(width, height, UINT64_MAX, out);
}

cpicture_outcome cpicture_png(const uint8_t *bytes, size_t count, uint64_t most, cpicture *out) {
    png_image image;
    memset(out, 0, sizeof *out);
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, count)) return CPICTURE_BROKEN;
    cpicture_outcome outcome = reserve(image.width, image.height, most, out);
    if (outcome == CPICTURE_OK) {
        image.format = PNG_FORMAT_RGBA;
        /* What a file that ends early has is kept: the rest is transparent. */
        if (!png_image_finish_read(&image, NULL, out->pixels, 0, NULL)) outcome = CPICTURE_BROKEN;
    }
    png_image_free(&image);
    return outcome;
}

cpicture_outcome cpicture_jpeg(const uint8_t *bytes, size_t count, uint64_t most, uint32_t side, cpicture *out) {
    int width = 0, height = 0, subsampling = 0, colours = 0, factors = 0;
    memset(out, 0, sizeof *out);
    tjhandle handle = tjInitDecompress();
    if (!handle) return CPICTURE_NO_MEMORY;
    cpicture_outcome outcome = CPICTURE_BROKEN;
    if (tjDecompressHeader3(handle, bytes, (unsigned long)count, &width, &height, &subsampling, &colours) == 0
        && width > 0 && height > 0) {
        int w = width, h = height;
        tjscalingfactor *list = tjGetScalingFactors(&factors);
        for (int i = 0; list && i < factors; i++) {
            int scaled_w = TJSCALED(width, list[i]), scaled_h = TJSCALED(height, list[i]);
            int longer = scaled_w > scaled_h ? scaled_w : scaled_h;
            if (scaled_w < w && longer >= (int)side) {
                w = scaled_w;
                h = scaled_h;
            }
        }
        /* A file of few bytes can announce any number of pixels, and decoding passes over all of them. */
        if ((uint64_t)width * (uint64_t)height > most * 16) outcome = CPICTURE_TOO_LARGE;
        else outcome = reserve((uint64_t)w, (uint64_t)h, most, out);
        if (outcome == CPICTURE_OK
            && tjDecompress2(handle, bytes, (unsigned long)count, out->pixels, w, w * 4, h, TJPF_RGBA, TJFLAG_LIMITSCANS) != 0
            && tjGetErrorCode(handle) != TJERR_WARNING)
            outcome = CPICTURE_BROKEN;
    }
    tjDestroy(handle);
    return outcome;
}

cpicture_outcome cpicture_webp(const uint8_t *bytes, size_t count, uint64_t most, uint32_t side, cpicture *out) {
    WebPDecoderConfig config;
    memset(out, 0, sizeof *out);
    if (!WebPInitDecoderConfig(&config)) return CPICTURE_NO_MEMORY;
    if (WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK) return CPICTURE_BROKEN;
    int width = config.input.width, height = config.input.height;
    if (width <= 0 || height <= 0) return CPICTURE_BROKEN;
    if ((uint64_t)width * (uint64_t)height > most * 16) return CPICTURE_TOO_LARGE;
    int longer = width > height ? width : height;
    int w = width, h = height;
    if (longer > (int)side) {
        w = (int)((int64_t)width * side / longer);
        h = (int)((int64_t)height * side / longer);
        if (w < 1) w = 1;
        if (h < 1) h = 1;
        config.options.use_scaling = 1;
        config.options.scaled_width = w;
        config.options.scaled_height = h;
    }
    cpicture_outcome outcome = reserve((uint64_t)w, (uint64_t)h, most, out);
    if (outcome != CPICTURE_OK) return outcome;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = out->pixels;
    config.output.u.RGBA.stride = w * 4;
    config.output.u.RGBA.size = (size_t)w * (size_t)h * 4;
    VP8StatusCode status = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    return status == VP8_STATUS_OK ? CPICTURE_OK : CPICTURE_BROKEN;
}

void cpicture_free(cpicture *picture) {
    free(picture->pixels);
    picture->pixels = NULL;
}

size_t cpicture_write_png(const uint8_t *rgb, uint32_t width, uint32_t height, uint8_t *out, size_t room) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGB;
    /* Speed counts for more than size: it is read once, by the terminal. */
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t count = room;
    int done = png_image_write_to_memory(&image, out, &count, 0, rgb, 0, NULL);
    png_image_free(&image);
    return done && count <= room ? (size_t)count : 0;
}
