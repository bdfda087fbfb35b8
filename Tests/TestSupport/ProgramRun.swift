import CTestProcess
import Dispatch
import Glibc
import Synchronization

/// One complete run of a program: its exit status and everything it printed.
public struct ProgramRun: Sendable {
    /// The exit status; 128 plus the signal's number if a signal ended it.
    public let status: Int32
    public let output: [UInt8]
    public let errorOutput: [UInt8]

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Runs a program with exactly this environment and waits for it on a separate thread.
    ///
    /// `interruptWhenReadable`: sends SIGINT once this descriptor has something to read (or accept). `input` is the
    /// whole standard input.
    public static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
        input: [UInt8] = [], interruptWhenReadable trigger: Int32? = nil
    ) async throws -> ProgramRun {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        // `posix_spawn` has no portable way to change the folder first; `env` has.
                        guard let folder else {
                            return try blocking(path, arguments, environment, input, trigger)
                        }
                        let wrapped = ["-C", folder, path] + arguments
                        return try blocking("/usr/bin/env", wrapped, environment, input, trigger)
                    })
            }
        }
    }

    private static func blocking(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ input: [UInt8],
        _ trigger: Int32?
    ) throws -> ProgramRun {
        let child = try starting.withLock { _ in try start(path, arguments, environment) }
        let collected = exchange(
            input: input, to: child.input, from: child.output, errors: child.errors, child.pid, trigger)
        var status: Int32 = 0
        while waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return ProgramRun(
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: collected.0, errorOutput: collected.1)
    }

    private struct Child {
        var pid: pid_t
        var input: Int32
        var output: Int32
        var errors: Int32
    }

    /// Starts one program at a time: a child started between the creation of a pipe and its close-on-exec mark would
    /// hold the pipe open, and its reader would wait forever.
    private static let starting = Mutex(())

    private static func start(_ path: String, _ arguments: [String], _ environment: [String: String]) throws -> Child {
        let (toChild, fromChild, errors) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
        // Keeps descriptors of concurrent tests out of the child.
        ctest_spawn_closing_others(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A test runner may ignore signals, and a child inherits that.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGTERM, SIGPIPE, SIGHUP] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // A pool thread blocks all signals, and a child inherits that too: SIGTERM would not reach it.
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var pid = pid_t()
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        let code = posix_spawn(&pid, path, &actions, &attributes, words, variables)
        guard code == 0 else { throw Failure(description: "cannot start \(path): \(String(cString: strerror(code)))") }
        for end in [toChild.reading, fromChild.writing, errors.writing] { close(end) }
        return Child(pid: pid, input: toChild.writing, output: fromChild.reading, errors: errors.reading)
    }

    /// Writes the input and reads both outputs concurrently, so that neither side waits for the other.
    private static func exchange(
        input: [UInt8], to writing: Int32, from reading: Int32, errors: Int32, _ pid: pid_t, _ trigger: Int32?
    ) -> ([UInt8], [UInt8]) {
        var rest = input[...]
        var (output, errorOutput): ([UInt8], [UInt8]) = ([], [])
        var trigger = trigger
        var open: Set<Int32> = [writing, reading, errors]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        func finish(_ descriptor: Int32) {
            open.remove(descriptor)
            close(descriptor)
        }
        if rest.isEmpty { finish(writing) }
        while !open.isEmpty {
            var waits = open.sorted().map {
                pollfd(fd: $0, events: Int16($0 == writing ? POLLOUT : POLLIN), revents: 0)
            }
            if let trigger { waits.append(pollfd(fd: trigger, events: Int16(POLLIN), revents: 0)) }
            if poll(&waits, nfds_t(waits.count), -1) < 0 { continue }
            if trigger != nil, waits.removeLast().revents != 0 {
                trigger = nil
                kill(pid, SIGINT)
            }
            for wait in waits where wait.revents != 0 {
                if wait.fd == writing {
                    let count = rest.withUnsafeBytes { send($0, to: writing) }
                    if count < 0 { finish(writing) } else { rest = rest.dropFirst(count) }
                    if rest.isEmpty, open.contains(writing) { finish(writing) }
                    continue
                }
                let count = read(wait.fd, &buffer, buffer.count)
                if count <= 0 {
                    finish(wait.fd)
                } else if wait.fd == reading {
                    output += buffer[..<count]
                } else {
                    errorOutput += buffer[..<count]
                }
            }
        }
        return (output, errorOutput)
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        // A child that does not read its input must not end the test process.
        signal(SIGPIPE, SIG_IGN)
        return write(descriptor, bytes.baseAddress, min(bytes.count, 4096))
    }

    private struct Pipe {
        let reading: Int32
        let writing: Int32
        init() throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else {
                throw Failure(description: "no pipe: \(String(cString: strerror(errno)))")
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }
    }
}
