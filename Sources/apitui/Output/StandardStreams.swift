import Base
import Glibc

/// The output of a command: data to standard output, messages to standard error.
///
/// Text from outside reaches a stream only as `SafeText`; `writeBytes` is for a body that goes byte for byte into a
/// file or a pipe.
struct StandardStreams: Sendable {
    /// True if standard output is a terminal: what a user reads there must be safe text.
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
    func line(_ text: SafeText) { writeBytes(Array(text.string.utf8) + [Byte.lineFeed]) }

    /// Writes data without a line end.
    func text(_ text: SafeText) { writeBytes(Array(text.string.utf8)) }

    /// The colour of the first word of a line, which repeats what the word says.
    enum Tone {
        case good, bad, plain

        /// What switches the colour on; nil for none.
        var escape: String? {
            switch self {
            case .good: "\u{1B}[32m"
            case .bad: "\u{1B}[31m"
            case .plain: nil
            }
        }

        static let end = "\u{1B}[0m"
    }

    /// Of the terminal that standard output is; nil for a file or a pipe.
    var outputSize: (columns: Int, rows: Int)? {
        outputIsTerminal ? Self.size(ofTerminal: STDOUT_FILENO) : nil
    }

    /// nil if it is not known.
    static func size(ofTerminal descriptor: Int32) -> (columns: Int, rows: Int)? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return (Int(window.ws_col), max(1, Int(window.ws_row)))
    }

    /// Appends a line of data to others that are written together.
    func append(_ text: SafeText, to out: inout [UInt8]) { append(text, .plain, .empty, to: &out) }

    /// The same for a line whose first word is coloured if colours are on.
    func append(_ mark: SafeText, _ tone: Tone, _ rest: SafeText, to out: inout [UInt8]) {
        let color = usesColor ? tone.escape : nil
        if let color { out += color.utf8 }
        out += mark.string.utf8
        if color != nil { out += Tone.end.utf8 }
        out += rest.string.utf8
        out.append(Byte.lineFeed)
    }

    /// Writes our own data that is safe already, such as JSON.
    func writeBytes(_ bytes: [UInt8]) { bytes.withUnsafeBytes { writeBytes($0) } }

    /// The same for bytes that are not in an array.
    func writeBytes(_ bytes: UnsafeRawBufferPointer) {
        guard let failure = failureWriting(bytes) else { return }
        for sentence in failure.sentences { report("apitui: \(sentence)") }
        exit(failure.status.rawValue)
    }

    /// The same for a command that has files to write all the same.
    /// - Returns: how the command ends then; nil if the data was written.
    func failureWriting(_ bytes: [UInt8]) -> CommandFailure? { bytes.withUnsafeBytes { failureWriting($0) } }

    private func failureWriting(_ bytes: UnsafeRawBufferPointer) -> CommandFailure? {
        switch Self.write(bytes, to: STDOUT_FILENO) {
        case 0: nil
        // The reader has left, as in `apitui list | head -1`: not an error, and nobody reads a message.
        case EPIPE: CommandFailure([], status: .readerLeft)
        case let code:
            CommandFailure("Standard output \(StandardDescriptors.clause(code, "written to"))", status: .failed)
        }
    }

    /// Writes a line to standard error; errors are ignored.
    func report(_ text: SafeText) { _ = Self.write(Array(text.string.utf8) + [Byte.lineFeed], to: STDERR_FILENO) }

    /// Writes everything, even if the descriptor takes only parts at a time.
    /// - Returns: 0, or the error number.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { write($0, to: descriptor) }
    }

    static func write(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var done = 0
        while done < buffer.count {
            let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                // A terminal that another program made non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
