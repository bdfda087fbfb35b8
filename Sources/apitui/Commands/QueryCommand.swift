import ArgumentParser
import Base
import Glibc
import JSONPath
import NetEngine
import Pattern
import Workspace

struct QueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Selects values from JSON with a JSONPath query (RFC 9535).",
        discussion: """
            Prints the values found as one JSON array, in the order of the standard. Numbers keep their digits, objects the \
            order of their members. If nothing matches, the array is empty and the exit status is 0. The input is one JSON \
            text, in UTF-8, or in UTF-16 with a byte order mark.

            Examples:
              apitui query '$.items[?@.price < 10].name' shop.json
              apitui send shop.http#list | apitui query '$..id' -
              apitui query '$..id' shop.json --paths
            """)

    @Argument(help: "A JSONPath query; it begins with $.")
    var expression: String

    @Argument(help: "A file, or - for standard input.", completion: .file())
    var file = "-"

    @Flag(help: "Print the normalised paths of the values instead of the values.")
    var paths = false

    func run() throws {
        let query: JSONPathQuery
        do { query = try JSONPathParser.parse(expression) } catch {
            throw CaretMessage.failure(at: error.offset, in: expression) {
                "this is not a JSONPath query (RFC 9535): \(error.reason), at character \($0)."
            }
        }
        let text = try Self.decoded(read(), name)
        let tree: JSONTree
        do { tree = try JSONTree.parse(text) } catch {
            let place = TextLines.place(of: error.offset, in: text)
            throw CommandFailure(
                "\(name):\(place.line):\(place.column): \(Self.clause(for: error, in: text)).")
        }
        let nodes: [Int]
        do { nodes = try JSONPathEvaluation(tree, budget: QueryBudget()).nodes(query) } catch {
            throw CommandFailure("\(error.clause).", status: .failed)
        }
        if paths {
            let paths = NormalizedPaths(tree)
            Self.print(nodes) { $1 += JSONWriter.quoted(paths.path(of: $0)).utf8 }
        } else {
            Self.print(nodes) { JSONWriter.append(json: JSONText.withoutWhitespace(tree.slice($0)), to: &$1) }
        }
    }

    private var name: String { file == "-" ? "standard input" : file }

    private func read() throws -> [UInt8] {
        let limit = Int(UInt32.max)
        if file == "-" { return try StandardInput.readAll(limit: limit) }
        switch DiskFile.read(file, limit: limit) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            // A pipe, as a shell makes it for `<(…)`.
            if let bytes = try StandardInput.readAll(pipe: file, limit: limit) { return bytes }
            throw CommandFailure("\(file): \(failure.clause).")
        }
    }

    /// Converts to UTF-8: some programs write UTF-16.
    private static func decoded(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
            throw CommandFailure("\(name): it begins like UTF-16, but is not valid UTF-16.")
        }
        return Array(text.utf8)
    }

    private static func clause(for error: JSONSyntaxError, in text: [UInt8]) -> String {
        guard text.contains(where: { $0 > 0x20 }) else { return "there is nothing to query: the input is empty" }
        guard error.cause == .afterValue else { return "this is not JSON: " + error.reason }
        return error.reason + "; the input must be one JSON text, so pass JSON Lines one line at a time"
    }

    /// Prints one array piece by piece: the values of `$..*` together can be far longer than the text.
    private static func print(_ nodes: [Int], _ append: (Int, inout [UInt8]) -> Void) {
        var piece: [UInt8] = [UInt8(ascii: "[")]
        for (index, node) in nodes.enumerated() {
            if index > 0 { piece.append(UInt8(ascii: ",")) }
            append(node, &piece)
            if piece.count > 1 << 16 {
                write(piece)
                piece.removeAll(keepingCapacity: true)
            }
        }
        write(piece + "]\n".utf8)
    }

    /// Unchanged into a file or a pipe; on a terminal as safe text.
    private static func write(_ piece: [UInt8]) {
        guard StandardStreams.live.outputIsTerminal else { return StandardStreams.live.writeBytes(piece) }
        let text = String(decoding: piece, as: UTF8.self)
        StandardStreams.live.text("\(text.hasSuffix("\n") ? String(text.dropLast()) : text)")
        if text.hasSuffix("\n") { StandardStreams.live.line("") }
    }
}
