#include "CTestProcess.h"

int ctest_is_sanitized(void) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
    return 1;
#endif
#endif
    return 0;
}
