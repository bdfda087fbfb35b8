// Tells the thread sanitizer about `Synchronization.Mutex`.
//
// A Mutex that is contended is taken and given in libswiftSynchronization and in the kernel (FUTEX_LOCK_PI), of which the sanitizer sees
// nothing: it would report each pair of accesses that the lock keeps apart. The uncontended path is compiled into our own code, and seen.
//
// `scripts/soak` builds it without the sanitizer as a library that a program with it loads first, and says so by the macro.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || defined(FOR_THREAD_SANITIZER)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

SWIFT void mutex_lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void mutex_unlock_slow(SELF void *handle) __asm__(UNLOCK);

SWIFT void mutex_lock_slow(uint32_t thread, SELF void *handle) {
    SWIFT void (*lock)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
    lock(thread, handle);
    __tsan_acquire(handle);
}

SWIFT void mutex_unlock_slow(SELF void *handle) {
    SWIFT void (*unlock)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(handle);
    unlock(handle);
}

#endif
#endif
