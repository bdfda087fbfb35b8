import ArgumentParser
import Glibc

struct QueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Selects values from a JSON text by a JSONPath query (RFC 9535).",
        discussion: """
            Prints one JSON array of what was found, in the order of the standard; numbers keep their digits, members \
            their order. An empty array is a success: the query is right, and nothing matches.

            Examples:
              apitui query '$.items[?@.price < 10].name' shop.json
              apitui send shop.http#list | apitui query '$..id' -
              apitui query '$..id' shop.json --paths
            """)

    @Argument(help: "A JSONPath query; it begins with $.")
    var expression: String

    @Argument(help: "A file, or - for standard input.", completion: .file())
    var file = "-"

    @Flag(help: "Print where the values are, as normalised paths, instead of the values.")
    var paths = false

    func run() throws {
        let query: JSONPathQuery
        do { query = try JSONPathParser.parse(expression) } catch {
            throw CommandFailure(
                "the query \(expression): \(error.reason), at character \(Self.characters(before: error.offset, in: expression) + 1)."
            )
        }
        let text = try read()
        let tree: JSONTree
        do { tree = try JSONTree.parse(text) } catch {
            let place = OrderedJSON.fault(error.reason, at: error.offset, in: text)
            let name = file == "-" ? "standard input" : file
            throw CommandFailure("\(name):\(place.line):\(place.column): \(error.reason).")
        }
        let nodes: [Int]
        do { nodes = try JSONPathEvaluation(tree).nodes(query) } catch {
            throw CommandFailure(Self.sentence(for: error), status: .failed)
        }
        if paths {
            let paths = NormalizedPaths(tree)
            Self.print(nodes) { JSONOutput.string(paths.path(of: $0)).append(to: &$1) }
        } else {
            Self.print(nodes) { JSONText.appendWithoutBlanks(tree.slice($0), to: &$1) }
        }
    }

    private func read() throws -> [UInt8] {
        if file == "-" { return StandardInput.readAll() }
        switch DiskFile.read(file, limit: Int(UInt32.max)) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw CommandFailure("\(file): \(failure.clause).")
        }
    }

    private static func sentence(for limit: JSONPathEvaluation.Limit) -> SafeText {
        switch limit {
        case .tooManyNodes(let count):
            "the query selects more than \(count) values; two or more '..' in a row select the same values again and again."
        case .tooManySteps:
            "the query looks at the same values again and again, and was given up; two or more '..' in a row and filters that walk the whole document for each value do that."
        case .patternTooSlow(let pattern):
            "the pattern \(pattern) takes too many steps on the texts; make its repetitions smaller."
        case .patternTooLarge(let pattern, let reason):
            "the pattern \(pattern) cannot be used: \(reason)."
        }
    }

    private static func characters(before offset: Int, in text: String) -> Int {
        Array(text.utf8).prefix(offset).count { $0 & 0xC0 != 0x80 }
    }

    /// One array, written piece by piece: the values of `$..*` together can be far longer than the text.
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

    /// As it is into a file or a pipe; on a terminal no byte of it may do anything.
    private static func write(_ piece: [UInt8]) {
        guard StandardStreams.live.outputIsTerminal else { return StandardStreams.live.writeBytes(piece) }
        let text = String(decoding: piece, as: UTF8.self)
        StandardStreams.live.text("\(text.hasSuffix("\n") ? String(text.dropLast()) : text)")
        if text.hasSuffix("\n") { StandardStreams.live.line("") }
    }
}
