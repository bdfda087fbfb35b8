#ifndef CTestProcess_h
#define CTestProcess_h

#include <spawn.h>

/// Lets a child start with its standard descriptors alone. Swift does not see glibc's own function.
int ctest_spawn_closing_others(posix_spawn_file_actions_t *actions);

/// Whether the thread or the address sanitizer is at work: it takes many times the memory and the time.
int ctest_is_sanitized(void);

#endif
