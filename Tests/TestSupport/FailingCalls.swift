import Glibc

/// A library that makes chosen system calls of a program fail; it is loaded before the C library (`PreloadedLibrary`).
///
/// It counts calls that return a descriptor: files, folders, sockets, pipes. Calls of the loader and of the runtime's
/// event loop are not counted: if one of the latter fails, the program ends and cannot prevent it.
public enum FailingCalls {
    /// Which calls fail.
    public enum Choice: Sendable {
        /// The n-th call, counted from 1.
        case number(Int)
        /// The n-th call and all after it.
        case from(Int)
        /// Calls whose path ends like this.
        case path(String)
        /// All calls of this function, such as `socket`.
        case function(String)
        /// All calls of this function by the runtime's own event loop (libdispatch), which ends the program.
        case runtimeFunction(String)
    }

    /// The environment variables for the program.
    /// - Parameter note: a file to which the library appends a line for each call that it made fail.
    public static func environment(
        _ choice: Choice, error: Int32, note: String = "/dev/null"
    ) throws -> [String: String] {
        var variables = [
            "LD_PRELOAD": try PreloadedLibrary.path("failing", source: source), "FAILING_ERRNO": String(error),
            "FAILING_NOTE": note,
        ]
        switch choice {
        case .number(let number): variables["FAILING_NUMBER"] = String(number)
        case .from(let number): variables["FAILING_FROM"] = String(number)
        case .path(let path): variables["FAILING_PATH"] = path
        case .function(let name): variables["FAILING_FUNCTION"] = name
        case .runtimeFunction(let name):
            variables["FAILING_FUNCTION"] = name
            variables["FAILING_RUNTIME"] = "1"
        }
        return variables
    }

    /// Values that `errno` may have after an open.
    public static let errors: [Int32] = [ENOSPC, EMFILE, EIO, EACCES, ENOMEM]

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dirent.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/epoll.h>
        #include <sys/eventfd.h>
        #include <sys/inotify.h>
        #include <sys/socket.h>
        #include <unistd.h>

        static int count;

        static int number(const char *name) {
            const char *text = getenv(name);
            return text ? atoi(text) : 0;
        }

        /* Whether the call is to fail; errno is set then. */
        static int fails(const char *call, const char *path) {
            int turn = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
            const char *end = getenv("FAILING_PATH");
            int chosen = number("FAILING_NUMBER") == turn
                || (number("FAILING_FROM") && turn >= number("FAILING_FROM"));
            if (end && path) {
                size_t length = strlen(path), wanted = strlen(end);
                chosen = length >= wanted && strcmp(path + length - wanted, end) == 0;
            }
            const char *function = getenv("FAILING_FUNCTION");
            if (function) chosen = strcmp(function, call) == 0;
            if (!chosen) return 0;
            static int (*real)(const char *, int, ...);
            if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
            const char *note = getenv("FAILING_NOTE");
            int file = note ? real(note, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
            if (file >= 0) {
                dprintf(file, "%d %s %s\n", turn, call, path ? path : "");
                close(file);
            }
            errno = number("FAILING_ERRNO");
            return 1;
        }

        #define NEXT(name) static __typeof__(&name) next; if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
        #define MODE va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list)

        /* Whether a call is of the kind that is to fail: the program's own, or the runtime's. */
        static int meant(void *caller) {
            Dl_info facts;
            int isRuntime = dladdr(caller, &facts) && facts.dli_fname && strstr(facts.dli_fname, "libdispatch");
            return !isRuntime == !getenv("FAILING_RUNTIME");
        }
        #define MEANT meant(__builtin_return_address(0))

        int open(const char *path, int flags, ...) { MODE; NEXT(open); return MEANT && fails("open", path) ? -1 : next(path, flags, mode); }
        int open64(const char *path, int flags, ...) { MODE; NEXT(open64); return MEANT && fails("open", path) ? -1 : next(path, flags, mode); }
        int openat(int at, const char *path, int flags, ...) { MODE; NEXT(openat); return MEANT && fails("openat", path) ? -1 : next(at, path, flags, mode); }
        int openat64(int at, const char *path, int flags, ...) { MODE; NEXT(openat64); return MEANT && fails("openat", path) ? -1 : next(at, path, flags, mode); }
        FILE *fopen(const char *path, const char *mode) { NEXT(fopen); return fails("fopen", path) ? NULL : next(path, mode); }
        FILE *fopen64(const char *path, const char *mode) { NEXT(fopen64); return fails("fopen", path) ? NULL : next(path, mode); }
        DIR *opendir(const char *path) { NEXT(opendir); return fails("opendir", path) ? NULL : next(path); }
        int epoll_create1(int flags) { NEXT(epoll_create1); return MEANT && fails("epoll_create1", NULL) ? -1 : next(flags); }
        int eventfd(unsigned int value, int flags) { NEXT(eventfd); return MEANT && fails("eventfd", NULL) ? -1 : next(value, flags); }
        int inotify_init1(int flags) { NEXT(inotify_init1); return fails("inotify_init1", NULL) ? -1 : next(flags); }
        int pipe(int ends[2]) { NEXT(pipe); return fails("pipe", NULL) ? -1 : next(ends); }
        int pipe2(int ends[2], int flags) { NEXT(pipe2); return fails("pipe2", NULL) ? -1 : next(ends, flags); }
        int socket(int family, int type, int protocol) { NEXT(socket); return fails("socket", NULL) ? -1 : next(family, type, protocol); }
        int socketpair(int family, int type, int protocol, int ends[2]) { NEXT(socketpair); return fails("socketpair", NULL) ? -1 : next(family, type, protocol, ends); }
        """#
}
