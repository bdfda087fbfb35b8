import Base
import JSONPath
import NetEngine

/// Why a text is neither JSON nor YAML, and where.
package struct DescriptionTextError: Error, Sendable, Hashable {
    package var place: TextPlace
    /// A clause without a full stop.
    package var reason: String

    package init(place: TextPlace, reason: String) {
        self.place = place
        self.reason = reason
    }
}

/// A description as one tree of values, whether it was written as JSON or as YAML, with the place of each value.
///
/// YAML is read by the core schema of YAML 1.2 (§10.3) into JSON text: `yes` and `no` are strings, numbers keep their
/// digits, names are always strings.
package struct DescriptionText: Sendable {
    package enum Format: Sendable, Hashable { case json, yaml }

    package let format: Format
    package let tree: JSONTree
    /// For YAML the place of each node, in the order of the nodes.
    private let marks: [YAMLMark]
    private let lines = LineStarts()
    /// Names that YAML has twice in one mapping; the last one holds.
    package let repeatedYAMLNames: [(name: String, place: TextPlace)]

    /// - Parameter progress: gets how many bytes were read by now, and says whether to go on.
    package static func read(
        _ bytes: [UInt8], progress: (Int) -> Bool = { _ in true }
    ) throws(DescriptionTextError) -> DescriptionText {
        guard looksLikeJSON(bytes) else { return try yaml(bytes, progress) }
        do throws(JSONSyntaxError) {
            let tree = try JSONTree.parse(bytes, progress: progress)
            return DescriptionText(format: .json, tree: tree, marks: [], repeatedYAMLNames: [])
        } catch {
            // YAML may begin with a brace, too; if it is neither, JSON was meant.
            if let text = try? yaml(bytes, progress) { return text }
            throw DescriptionTextError(
                place: LineStarts().place(of: error.offset, in: bytes), reason: error.reason)
        }
    }

    /// How many bytes of a text that is in UTF-8 are its byte order mark: Windows editors write one.
    package static func markLength(of bytes: [UInt8]) -> Int {
        TextEncoding.byteOrderMark(of: bytes).map { $0.encoding == .utf8 ? $0.length : 0 } ?? 0
    }

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes[markLength(of: bytes)...].first(where: { !JSONText.isSpace($0) }) else { return false }
        return first == Byte.openBrace || first == Byte.openBracket || first == Byte.quote
    }

    private static func yaml(
        _ bytes: [UInt8], _ progress: (Int) -> Bool
    ) throws(DescriptionTextError) -> DescriptionText {
        let json = try YAMLConversion.convert(bytes, progress: progress)
        do throws(JSONSyntaxError) {
            let tree = try JSONTree.parse(json.text)
            return DescriptionText(
                format: .yaml, tree: tree, marks: json.marks, repeatedYAMLNames: json.repeatedNames)
        } catch {
            throw DescriptionTextError(place: TextPlace(line: 1, column: 1), reason: error.reason)
        }
    }

    /// Where a value begins.
    package func place(of node: Int) -> TextPlace {
        switch format {
        case .json: return lines.place(of: Int(tree.nodes[node].start), in: tree.text)
        case .yaml:
            guard node < marks.count else { return TextPlace(line: 1, column: 1) }
            return marks[node].place
        }
    }
}
