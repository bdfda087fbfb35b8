#ifndef CCOMPRESSION_H
#define CCOMPRESSION_H
#include <zlib.h>
#include <brotli/decode.h>
#include <zstd.h>
#endif
