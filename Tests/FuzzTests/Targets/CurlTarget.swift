import Base
import NetEngine

@testable import HTTPFormat

/// curl commands of each shell: what is read becomes lines of a request file that hold one request; what is quoted for a shell is
/// read back as the same word.
enum CurlTarget {
    static func fault(_ bytes: [UInt8]) -> String? {
        for shell in [CommandShell.posix, .cmd, .powerShell] {
            let words = CommandWords.read(bytes, from: 0, shell: shell)
            guard (0...bytes.count).contains(words.end) else { return "\(shell): the command ends at \(words.end)" }
        }
        for transfer in [false, true].flatMap({ CurlCommands(bytes, movesBodies: $0).transfers }) {
            guard transfer.lines != nil || transfer.problem != nil else { return "a command without lines and reason" }
            guard transfer.line >= 1 else { return "a command at line \(transfer.line)" }
            if let lines = transfer.lines, let fault = fault(lines: lines) { return fault }
        }
        return quoting(bytes)
    }

    private static func fault(lines: [String]) -> String? {
        let text = lines.joined(separator: "\n")
        let document = HTTPDocument(bytes: Array(text.utf8))
        guard document.requests.count == 1 else { return "\(document.requests.count) requests in:\n\(text)" }
        return nil
    }

    private static func quoting(_ bytes: [UInt8]) -> String? {
        let piped = PipedInput(Array("\(ShellText.printf(bytes)) | curl".utf8), from: 0)
        guard piped?.bytes == bytes else { return "what is piped into curl is read as \(piped?.bytes ?? [])" }
        // Other bytes are printed by a command in the word, which nothing here runs.
        guard let text = ShellText.printable(bytes) else { return nil }
        let command = Array("curl \(ShellText.word(text))".utf8)
        let words = command.withUnsafeBufferPointer { ShellWords($0, 0..<$0.count) }
        guard !words.isUnclosed, words.words == ["curl", text] else {
            return "a quoted word is read as \(words.words.dropFirst())"
        }
        return nil
    }
}
