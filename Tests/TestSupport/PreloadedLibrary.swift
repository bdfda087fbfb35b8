import Glibc
import Synchronization

/// A C library that `LD_PRELOAD` loads before a program's C library. Each one is built once per test run, with `cc`.
enum PreloadedLibrary {
    private static let built = Mutex<(folder: TemporaryFolder, paths: [String: String])?>(nil)

    /// The path of the built library.
    static func path(_ name: String, source: String) throws -> String {
        try built.withLock { built in
            if let path = built?.paths[name] { return path }
            let folder = try built?.folder ?? TemporaryFolder()
            let text = try folder.write(source, to: "\(name).c")
            let path = "\(folder.path)/\(name).so"
            let status = try run(["cc", "-shared", "-fPIC", "-O1", "-w", "-o", path, text, "-ldl"])
            guard status == 0 else {
                throw ProgramRun.Failure(description: "cc cannot build a shared library (status \(status))")
            }
            built = (folder, (built?.paths ?? [:]).merging([name: path]) { $1 })
            return path
        }
    }

    private static func run(_ words: [String]) throws -> Int32 {
        let arguments = words.map { strdup($0) } + [nil]
        defer { for pointer in arguments { free(pointer) } }
        var process = pid_t()
        let code = posix_spawnp(&process, "cc", nil, nil, arguments, environ)
        guard code == 0 else { throw ProgramRun.Failure(description: "cc: \(String(cString: strerror(code)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// Lets a test ask a program how many bytes of heap it uses, as counted by the allocator, not by the system.
public enum HeapCount {
    /// The environment variables for the program; on SIGUSR1 it writes the count to the file.
    public static func environment(file: String) throws -> [String: String] {
        ["LD_PRELOAD": try PreloadedLibrary.path("heap", source: source), "HEAP_COUNT_FILE": file]
    }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <malloc.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>

        /* Not safe in a handler of a program that is at work; the test asks while it is idle. */
        static void tell(int number) {
            struct mallinfo2 facts = mallinfo2();
            int file = open(getenv("HEAP_COUNT_FILE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
            dprintf(file, "%zu\n", facts.uordblks + facts.hblkhd);
            close(file);
        }

        __attribute__((constructor)) static void begin(void) {
            /* The thread that starts the program may block it. */
            sigset_t heard;
            sigemptyset(&heard);
            sigaddset(&heard, SIGUSR1);
            sigprocmask(SIG_UNBLOCK, &heard, NULL);
            signal(SIGUSR1, tell);
        }
        """#
}
