import Base
import Yams

/// A value of a YAML file with its place. All scalars are texts: a setting decides what its text means, so `on`, `1` and `~` need
/// no rules of YAML's.
struct YAMLTree: Sendable {
    indirect enum Content: Sendable {
        case text(String)
        case list([YAMLTree])
        case members([Member])
    }

    struct Member: Sendable {
        var name: String
        var place: FilePlace
        var value: YAMLTree
    }

    var content: Content
    var place: FilePlace

    /// `a list`, for sentences.
    var kind: String {
        switch content {
        case .text: "a text"
        case .list: "a list"
        case .members: "a block of names and values"
        }
    }
}

/// A place in a file; line and column count from 1, columns in characters.
package struct FilePlace: Sendable, Hashable, Comparable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (a: FilePlace, b: FilePlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// Why a text, or a part of one, is not YAML.
struct YAMLFault: Error, Sendable {
    var place: FilePlace
    /// A clause without a full stop.
    var clause: String
    /// What follows from it, where not all is lost.
    var consequence: String?
}

extension YAMLTree {
    /// Larger files are no settings.
    static let mostBytes = 128 << 10

    /// Reads the one document of a text; nil if it is empty.
    /// - Parameter lines: how many lines of the file are before the text.
    static func read(_ text: String, after lines: Int = 0) throws(YAMLFault) -> YAMLTree? {
        let reader = Reader(linesBefore: lines)
        // An alias can stand for more than fits into memory, and no setting needs one.
        if let place = reader.anchor(in: text) {
            throw YAMLFault(
                place: place, clause: "anchors (&name) are not read; a text that begins with & needs quotes")
        }
        do {
            // Without rules for types, which would be compiled at each start; the encoding would be looked up in the environment.
            let root = try Yams.Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
            return try root.flatMap(reader.tree)
        } catch let fault as YAMLFault {
            throw fault
        } catch let error as YamlError {
            throw reader.fault(error, in: text)
        } catch {
            throw YAMLFault(place: reader.start, clause: "it cannot be read as YAML")
        }
    }
}

/// Makes our own tree and faults of what Yams gives, with places in the file.
private struct Reader {
    let linesBefore: Int

    var start: FilePlace { FilePlace(line: linesBefore + 1, column: 1) }

    private func place(_ mark: Mark) -> FilePlace { FilePlace(line: linesBefore + mark.line, column: mark.column) }

    /// nil for a document without a value.
    func tree(_ node: Node) throws(YAMLFault) -> YAMLTree? {
        let place = node.mark.map(place) ?? start
        switch node {
        case .scalar(let scalar): return YAMLTree(content: .text(scalar.string), place: place)
        case .sequence(let sequence):
            var list: [YAMLTree] = []
            for node in sequence { if let item = try tree(node) { list.append(item) } }
            return YAMLTree(content: .list(list), place: place)
        case .mapping(let mapping):
            var members: [YAMLTree.Member] = []
            for (key, value) in mapping {
                let keyPlace = key.mark.map(self.place) ?? place
                guard case .scalar(let name) = key else {
                    throw YAMLFault(place: keyPlace, clause: "a name must be a text")
                }
                guard let value = try tree(value) else { continue }
                members.append(YAMLTree.Member(name: name.string, place: keyPlace, value: value))
            }
            return YAMLTree(content: .members(members), place: place)
        case .alias: return nil
        }
    }

    func fault(_ error: YamlError, in text: String) -> YAMLFault {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let around = context.map { "\($0.text) of line \(place($0.mark).line), " } ?? ""
            return YAMLFault(place: place(mark), clause: around + problem)
        case .reader(let problem, let offset, _, _):
            let before = text.utf8.prefix(offset ?? 0)
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
            return YAMLFault(place: FilePlace(line: linesBefore + line, column: column), clause: problem)
        case .duplicatedKeysInMapping(let names, let context):
            return YAMLFault(
                place: place(context.mark),
                clause: "\(names.first.map { "'\($0)'" } ?? "a name") is there twice")
        default: return YAMLFault(place: start, clause: "it cannot be read as YAML")
        }
    }

    /// The first `&` where a value begins. Comments and quotes are not looked at: where they end decides whether it is an anchor, and
    /// one that is missed costs more than one in a comment.
    func anchor(in text: String) -> FilePlace? {
        var (line, lineStart, before) = (1, 0, Byte.lineFeed)
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case Byte.lineFeed: (line, lineStart, before) = (line + 1, offset + 1, byte)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            case UInt8(ascii: "&") where "\n:-?[{,".utf8.contains(before):
                let head = text.utf8.dropFirst(lineStart).prefix(offset - lineStart)
                let column = String(decoding: head, as: UTF8.self).unicodeScalars.count + 1
                return FilePlace(line: linesBefore + line, column: column)
            default: before = byte
            }
        }
        return nil
    }
}
