import Base
import CNcurses
import Glibc

/// Asks a terminal what it is, outside of the screen.
package struct TerminalProbe: Sendable, Hashable {
    /// What it calls itself (XTVERSION): `xterm(390)`; nil if it does not say.
    package var name: String?
    /// Its primary device attributes; nil if it did not respond in time.
    package var attributes: [Int]?
    package var background: RGB?
    package var drawsKittyPictures = false

    package init() {}

    package var drawsSixels: Bool { attributes?.contains(TerminalReport.sixelAttribute) == true }

    /// All terminals respond to the last one; what has no response by then gets none.
    private static let questions =
        "\u{1B}[>0q" + TerminalQuery.background + TerminalQuery.kitty + TerminalQuery.attributes

    /// Asks the terminal of standard input and output.
    /// - Parameters:
    ///   - asksForPictures: by kitty's protocol, which tmux and screen would take for a title.
    ///   - milliseconds: how long to wait in all.
    /// - Returns: nil if either is not a terminal.
    package static func ask(asksForPictures: Bool, milliseconds: Int32 = 300) -> TerminalProbe? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        let text = asksForPictures ? questions : questions.replacing(TerminalQuery.kitty, with: "")
        let bytes = Array(text.utf8)
        // ^C still works; what the terminal says is not shown.
        func quiet(_ modes: inout termios) { modes.c_lflag &= ~tcflag_t(ICANON | ECHO) }
        return TerminalGuard.withModes(quiet) {
            guard bytes.withUnsafeBytes({ write(STDOUT_FILENO, $0.baseAddress, $0.count) }) == bytes.count else {
                return TerminalProbe()
            }
            return read(from: STDIN_FILENO, milliseconds: milliseconds)
        }
    }

    private static func read(from descriptor: Int32, milliseconds: Int32) -> TerminalProbe {
        let end = MonotonicTime.current().nanoseconds + UInt64(milliseconds) * 1_000_000
        var got: [UInt8] = []
        while got.count < 4096 {
            let now = MonotonicTime.current().nanoseconds
            let left = now < end ? (end - now) / 1_000_000 : 0
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&wait, 1, Int32(left)) > 0, wait.revents & Int16(POLLIN) != 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 512)
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            got += buffer[..<count]
            let probe = TerminalProbe(reports: got)
            if probe.attributes != nil { return probe }
        }
        return TerminalProbe(reports: got)
    }

    /// Reads what a terminal sent: control strings and sequences. What is neither is skipped.
    package init(reports bytes: [UInt8]) {
        var place = 0
        while place + 1 < bytes.count {
            guard bytes[place] == 0x1B else {
                place += 1
                continue
            }
            let kind = bytes[place + 1]
            place += 2
            switch kind {
            case UInt8(ascii: "["):
                let start = place
                while place < bytes.count, (0x20..<0x40).contains(bytes[place]) { place += 1 }
                guard place < bytes.count else { return }
                let parameters = String(decoding: bytes[start..<place], as: UTF8.self)
                take(TerminalReport(parameters: parameters, final: Unicode.Scalar(bytes[place])))
                place += 1
            case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"):
                let start = place
                while place < bytes.count, bytes[place] != 0x1B, bytes[place] != 0x07 { place += 1 }
                let text = String(decoding: bytes[start..<place], as: UTF8.self)
                // Without its end it may be cut.
                guard place < bytes.count else { return }
                take(kind, text)
                // BEL, or the first byte of ST, whose second one is skipped as any other.
                place += 1
            default: break
            }
        }
    }

    private mutating func take(_ kind: UInt8, _ text: String) {
        switch kind {
        case UInt8(ascii: "P") where text.hasPrefix(">|"): name = String(text.dropFirst(2).prefix(80))
        case UInt8(ascii: "]"): take(TerminalReport(command: text))
        case UInt8(ascii: "_"): take(TerminalReport(application: text))
        default: break
        }
    }

    private mutating func take(_ report: TerminalReport?) {
        switch report {
        case .attributes(let numbers): attributes = numbers
        case .background(let color): background = color
        case .kittyGraphics(let draws): drawsKittyPictures = draws
        case .cell, .colorRegisters, .scheme, nil: break
        }
    }
}
