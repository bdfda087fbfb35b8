import Base
import CYaml
import JSONPath
import NetEngine

/// The place of a YAML value; line and column count from 0.
struct YAMLMark: Sendable {
    var line: UInt32
    var column: UInt32

    init(_ mark: yaml_mark_t) {
        line = UInt32(truncatingIfNeeded: mark.line)
        column = UInt32(truncatingIfNeeded: mark.column)
    }

    var place: TextPlace { TextPlace(line: Int(line) + 1, column: Int(column) + 1) }
}

/// Turns YAML into JSON text, event by event.
///
/// Uses libyaml's events instead of Yams' nodes: a tree of Yams' nodes takes many times the time and memory, expands
/// aliases without a limit, and is built by recursion.
struct YAMLConversion {
    struct Result {
        var text: [UInt8]
        /// One for each value, in the order in which they begin, as `JSONTree` numbers them.
        var marks: [YAMLMark]
        var repeatedNames: [(name: String, place: TextPlace)]
    }

    /// A finished value that an anchor names.
    private struct Fragment {
        var text: [UInt8]
        var marks: [YAMLMark]
    }

    private struct Frame {
        var isMapping: Bool
        var start: Int
        var firstMark: Int
        var anchor: [UInt8]?
        var isEmpty = true
        /// Whether the next scalar is a name.
        var wantsName = true
        var members: [Member] = []
        var names: Set<[UInt8]> = []
        /// Indexes of members whose name is a merge key.
        var merges: Set<Int> = []
    }

    private struct Member {
        /// Offset of its name in the text; the value begins at `value`.
        var start: Int
        var value: Int
        var firstMark: Int
    }

    /// Levels of a text. libyaml has the same limit, which a process can change; this one is checked first.
    static let mostLevels = 1_000
    /// Text that anchors and aliases may copy, all together.
    static let mostCopied = 64 << 20

    private var out: [UInt8] = []
    private var marks: [YAMLMark] = []
    private var frames: [Frame] = []
    private var anchors: [[UInt8]: Fragment] = [:]
    private var copied = 0
    private var repeated: [(name: String, place: TextPlace)] = []
    private var writer = JSONWriter()
    private var documents = 0

    /// Events from one report of the progress to the next.
    private static let reportedEvents = 4096

    /// - Parameter progress: gets how many bytes were read by now, and says whether to go on.
    static func convert(
        _ bytes: [UInt8], progress: (Int) -> Bool = { _ in true }
    ) throws(DescriptionTextError) -> Result {
        if let offset = bytes.withUnsafeBufferPointer({ JSONReader.firstInvalidUTF8(in: $0) }) {
            throw DescriptionTextError(
                place: LineStarts().place(of: offset, in: bytes), reason: "this byte is not valid UTF-8")
        }
        var conversion = YAMLConversion()
        conversion.out.reserveCapacity(bytes.count)
        let markLength = DescriptionText.markLength(of: bytes)
        try bytes.withUnsafeBufferPointer { bytes throws(DescriptionTextError) in
            try conversion.read(UnsafeBufferPointer(rebasing: bytes[markLength...]), progress)
        }
        guard !conversion.marks.isEmpty else {
            throw DescriptionTextError(place: TextPlace(line: 1, column: 1), reason: "the text is empty")
        }
        return Result(text: conversion.out, marks: conversion.marks, repeatedNames: conversion.repeated)
    }

    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ progress: (Int) -> Bool
    ) throws(DescriptionTextError) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw DescriptionTextError(place: TextPlace(line: 1, column: 1), reason: "there is not enough memory")
        }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
        var isDone = false
        var events = 0
        while !isDone {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { throw Self.error(parser, bytes) }
            defer { yaml_event_delete(&event) }
            countWork(1)
            isDone = try take(event)
            events += 1
            guard events.isMultiple(of: Self.reportedEvents), !progress(Int(parser.offset)) else { continue }
            throw DescriptionTextError(place: YAMLMark(parser.mark).place, reason: "reading was stopped here")
        }
    }

    private static func tooDeep(_ mark: YAMLMark) -> DescriptionTextError {
        DescriptionTextError(
            place: mark.place,
            reason: "it is nested deeper than \(mostLevels) levels here, which no description needs")
    }

    private static func error(
        _ parser: yaml_parser_t, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> DescriptionTextError {
        if let problem = parser.problem, String(cString: problem).contains("nesting level") {
            // It counts what it has read ahead, too.
            return tooDeep(YAMLMark(parser.mark))
        }
        let problem = parser.problem.map { String(cString: $0) } ?? "it cannot be read as YAML"
        if parser.error == YAML_READER_ERROR {
            // It has an offset and no mark.
            return DescriptionTextError(
                place: LineStarts().place(of: parser.problem_offset, in: Array(bytes)), reason: problem)
        }
        if problem.hasPrefix("found character that cannot start"),
            let byte = Self.byte(ofCharacter: Int(parser.problem_mark.index), in: bytes)
        {
            return DescriptionTextError(
                place: YAMLMark(parser.problem_mark).place,
                reason: byte == Byte.tab
                    ? "a value begins with a tab; YAML is indented with spaces"
                    : "a text cannot begin with \(UnicodeScalar(byte)) here; put it between quotation marks")
        }
        var reason = problem
        if let context = parser.context { reason = "\(String(cString: context)), \(problem)" }
        return DescriptionTextError(place: YAMLMark(parser.problem_mark).place, reason: reason)
    }

    /// The first byte of a character; libyaml counts characters.
    private static func byte(ofCharacter index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        var left = index
        return bytes.first { byte in
            if byte & 0xC0 == 0x80 { return false }
            left -= 1
            return left < 0
        }
    }

    /// - Returns: whether the text is complete.
    private mutating func take(_ event: yaml_event_t) throws(DescriptionTextError) -> Bool {
        let mark = YAMLMark(event.start_mark)
        switch event.type {
        case YAML_STREAM_END_EVENT: return true
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            guard documents == 1 else {
                throw DescriptionTextError(
                    place: mark.place, reason: "a second document begins here, and a description is one document")
            }
        case YAML_SCALAR_EVENT: try scalar(event, mark)
        case YAML_ALIAS_EVENT: try alias(Self.bytes(event.data.alias.anchor) ?? [], mark)
        case YAML_SEQUENCE_START_EVENT:
            try begin(isMapping: false, anchor: Self.bytes(event.data.sequence_start.anchor), mark)
        case YAML_MAPPING_START_EVENT:
            try begin(isMapping: true, anchor: Self.bytes(event.data.mapping_start.anchor), mark)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: try end(mark)
        default: break
        }
        return false
    }

    private static func bytes(_ text: UnsafeMutablePointer<UInt8>?) -> [UInt8]? {
        guard let text else { return nil }
        var length = 0
        while text[length] != 0 { length += 1 }
        return Array(UnsafeBufferPointer(start: text, count: length))
    }

    // MARK: Values

    /// Before a value: its comma, and a check that it may be here.
    private mutating func beforeValue(_ mark: YAMLMark) throws(DescriptionTextError) {
        guard let last = frames.indices.last else { return }
        if frames[last].isMapping {
            guard !frames[last].wantsName else {
                throw DescriptionTextError(place: mark.place, reason: "a name must be a text")
            }
            frames[last].wantsName = true
        } else {
            if !frames[last].isEmpty { out.append(Byte.comma) }
            frames[last].isEmpty = false
        }
    }

    private mutating func scalar(_ event: yaml_event_t, _ mark: YAMLMark) throws(DescriptionTextError) {
        let scalar = event.data.scalar
        let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        if let last = frames.indices.last, frames[last].isMapping, frames[last].wantsName {
            let anchor = Self.bytes(scalar.anchor)
            name(Array(text), isPlain: isPlain, mark)
            if let anchor {
                writer.clear()
                writer.utf8(Array(text))
                try keep(Fragment(text: writer.bytes, marks: [mark]), as: anchor, mark)
            }
            return
        }
        try beforeValue(mark)
        let start = out.count
        let tag = scalar.tag.map { String(cString: $0) }
        let isResolved = tag.map { $0 != "!" && !$0.hasSuffix(":str") && !$0.hasSuffix(":binary") } ?? isPlain
        if isResolved, let literal = YAMLScalar.literal(text) {
            out += literal
        } else {
            append(string: text)
        }
        marks.append(mark)
        if let anchor = Self.bytes(scalar.anchor) {
            try keep(Fragment(text: Array(out[start...]), marks: [mark]), as: anchor, mark)
        }
    }

    private mutating func append(string text: UnsafeBufferPointer<UInt8>) {
        // Most strings need no escapes.
        if text.allSatisfy({ $0 >= Byte.space && $0 < 0x7F && $0 != Byte.quote && $0 != Byte.backslash }) {
            out.append(Byte.quote)
            out.append(contentsOf: text)
            out.append(Byte.quote)
        } else {
            writer.clear()
            writer.utf8(Array(text))
            out += writer.bytes
        }
    }

    private mutating func name(_ name: [UInt8], isPlain: Bool, _ mark: YAMLMark) {
        let last = frames.count - 1
        if !frames[last].isEmpty { out.append(Byte.comma) }
        frames[last].isEmpty = false
        frames[last].wantsName = false
        let isMerge = isPlain && name == [Byte.lessThan, Byte.lessThan]
        if isMerge {
            frames[last].merges.insert(frames[last].members.count)
        } else if !frames[last].names.insert(name).inserted {
            repeated.append((String(decoding: name, as: UTF8.self), mark.place))
        }
        let start = out.count
        name.withUnsafeBufferPointer { append(string: $0) }
        out.append(Byte.colon)
        frames[last].members.append(Member(start: start, value: out.count, firstMark: marks.count))
    }

    private mutating func begin(isMapping: Bool, anchor: [UInt8]?, _ mark: YAMLMark) throws(DescriptionTextError) {
        try beforeValue(mark)
        guard frames.count < Self.mostLevels else { throw Self.tooDeep(mark) }
        frames.append(Frame(isMapping: isMapping, start: out.count, firstMark: marks.count, anchor: anchor))
        // An alias within would stand for itself.
        if let anchor { anchors[anchor] = nil }
        marks.append(mark)
        out.append(isMapping ? Byte.openBrace : Byte.openBracket)
    }

    private mutating func end(_ mark: YAMLMark) throws(DescriptionTextError) {
        guard let frame = frames.popLast() else { return }
        if !frame.merges.isEmpty { try merge(frame) }
        out.append(frame.isMapping ? Byte.closeBrace : Byte.closeBracket)
        if let anchor = frame.anchor {
            try keep(
                Fragment(text: Array(out[frame.start...]), marks: Array(marks[frame.firstMark...])), as: anchor, mark)
        }
    }

    // MARK: Anchors

    private mutating func keep(_ value: Fragment, as anchor: [UInt8], _ mark: YAMLMark) throws(DescriptionTextError) {
        try spend(value.text.count, mark)
        anchors[anchor] = value
    }

    private mutating func spend(_ count: Int, _ mark: YAMLMark) throws(DescriptionTextError) {
        copied += count
        countWork(count)
        guard copied <= Self.mostCopied else {
            throw DescriptionTextError(
                place: mark.place,
                reason: "anchors and aliases stand for more than \(Self.mostCopied >> 20) MiB of text")
        }
    }

    private mutating func alias(_ anchor: [UInt8], _ mark: YAMLMark) throws(DescriptionTextError) {
        guard let value = anchors[anchor] else {
            let isOpen = frames.contains { $0.anchor == anchor }
            let name = String(decoding: anchor.prefix(80), as: UTF8.self)
            throw DescriptionTextError(
                place: mark.place,
                reason: isOpen
                    ? "the alias *\(name) is inside the value that it stands for"
                    : "the alias *\(name) has no anchor &\(name) before it")
        }
        try spend(value.text.count, mark)
        if let last = frames.indices.last, frames[last].isMapping, frames[last].wantsName {
            guard value.marks.count == 1, let tree = try? JSONTree.parse(value.text) else {
                throw DescriptionTextError(place: mark.place, reason: "a name must be a text")
            }
            name(tree.kind(0) == .string ? tree.string(0) : value.text, isPlain: false, mark)
            return
        }
        try beforeValue(mark)
        out += value.text
        marks += value.marks
    }

    /// Replaces merge keys (`<<`) by the members of the mappings that they name. A member of the mapping itself comes
    /// before a merged one, and an earlier mapping before a later one.
    private mutating func merge(_ frame: Frame) throws(DescriptionTextError) {
        let old = Fragment(text: Array(out[frame.start...]), marks: Array(marks[frame.firstMark...]))
        let mark = marks[frame.firstMark]
        try spend(old.text.count, mark)
        out.removeSubrange((frame.start + 1)...)
        marks.removeSubrange((frame.firstMark + 1)...)
        var names = frame.names
        var isFirst = true
        for (index, member) in frame.members.enumerated() {
            let isLast = index + 1 == frame.members.count
            let next = isLast ? nil : frame.members[index + 1]
            let textEnd = next.map { $0.start - 1 - frame.start } ?? old.text.count
            let marksEnd = next.map { $0.firstMark - frame.firstMark } ?? old.marks.count
            let markRange = (member.firstMark - frame.firstMark)..<marksEnd
            guard frame.merges.contains(index) else {
                if !isFirst { out.append(Byte.comma) }
                isFirst = false
                out += old.text[(member.start - frame.start)..<textEnd]
                marks += old.marks[markRange]
                continue
            }
            let source = Array(old.text[(member.value - frame.start)..<textEnd])
            let tree: JSONTree
            do throws(JSONSyntaxError) { tree = try JSONTree.parse(source) } catch {
                throw DescriptionTextError(place: mark.place, reason: error.reason)
            }
            var mappings = [0]
            if tree.kind(0) == .array {
                mappings = []
                tree.forEachChild(of: 0) {
                    mappings.append($0)
                    return true
                }
            }
            for mapping in mappings {
                guard tree.kind(mapping) == .object else {
                    throw DescriptionTextError(
                        place: old.marks[markRange.lowerBound].place, reason: "a merge key (<<) needs a mapping")
                }
                tree.forEachChild(of: mapping) { child in
                    guard let name = tree.name(child), names.insert(name).inserted else { return true }
                    if !isFirst { out.append(Byte.comma) }
                    isFirst = false
                    writer.clear()
                    writer.utf8(name)
                    out += writer.bytes
                    out.append(Byte.colon)
                    out += tree.slice(child)
                    marks += old.marks[(markRange.lowerBound + child)..<(markRange.lowerBound + tree.next(child))]
                    return true
                }
            }
        }
    }
}
