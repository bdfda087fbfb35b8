#ifndef CSamples_h
#define CSamples_h

#include <stddef.h>

/// A file of `Collections/Demo`, as it was when the program was built.
struct csamples_file {
    /// From the collection's folder, with slashes.
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

size_t csamples_count(void);

/// The file at an index below `csamples_count()`.
struct csamples_file csamples_file_at(size_t index);

#endif
