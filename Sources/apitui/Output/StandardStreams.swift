import Base
import Glibc

/// What a command prints: data to standard output, talk to standard error.
///
/// Text from outside reaches a stream only as `SafeText`; `writeBytes` is for a body that goes byte for byte into a file
/// or a pipe.
struct StandardStreams: Sendable {
    /// Whether standard output is a terminal: then a person reads it, and what is shown must be harmless.
    let outputIsTerminal: Bool
    let usesColor: Bool

    static let live = StandardStreams()

    private init() {
        outputIsTerminal = isatty(STDOUT_FILENO) == 1
        let plain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
        usesColor = outputIsTerminal && !plain && !isDumb
    }

    /// A line of data.
    func line(_ text: SafeText) { writeBytes(Array(text.string.utf8) + [0x0A]) }

    /// Data without the end of a line.
    func text(_ text: SafeText) { writeBytes(Array(text.string.utf8)) }

    /// How the first word of a line is to be felt; the word itself says it too.
    enum Tone { case good, bad, plain }

    /// Puts a line of data behind others that are to be written together.
    func append(_ text: SafeText, to out: inout [UInt8]) { append(text, .plain, .empty, to: &out) }

    /// The same for a line whose first word has a colour, where colours are wanted.
    func append(_ mark: SafeText, _ tone: Tone, _ rest: SafeText, to out: inout [UInt8]) {
        let isColored = usesColor && tone != .plain
        if isColored { out += (tone == .good ? "\u{1B}[32m" : "\u{1B}[31m").utf8 }
        out += mark.string.utf8
        if isColored { out += "\u{1B}[0m".utf8 }
        out += rest.string.utf8
        out.append(0x0A)
    }

    /// Data of ours that needs no making safe, such as JSON.
    func writeBytes(_ bytes: [UInt8]) {
        switch Self.write(bytes, to: STDOUT_FILENO) {
        case 0: break
        // The reader has left, as in `apitui list | head -1`: that is no fault, and nobody is there to be told.
        case EPIPE: exit(ExitStatus.readerLeft.rawValue)
        case let code:
            talk("apitui: Standard output \(StandardDescriptors.clause(code, "written to"))")
            exit(ExitStatus.failed.rawValue)
        }
    }

    /// A line of talk; lost silently if nobody can read it.
    func talk(_ text: SafeText) { _ = Self.write(Array(text.string.utf8) + [0x0A], to: STDERR_FILENO) }

    /// Writes all, however often the descriptor takes only a part.
    /// - Returns: 0, or the error number.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
                if count > 0 {
                    done += count
                } else if errno == EAGAIN {
                    // A terminal shared with a program that made it non-blocking.
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
