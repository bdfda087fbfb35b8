import Base
import Glibc
import NetEngine

/// XML or HTML with an element a line, two spaces a level, every tag byte for byte as it came.
///
/// Only whitespace around text is left out and added. Elements with a short text stay on one line. Broken markup is shown
/// too: an end tag that nothing opened changes nothing, one that closes several closes them all.
struct MarkupGrammar: LineGrammar {
    struct State: Sendable {
        enum Inside: Sendable {
            case content
            /// A comment, CDATA section, declaration or instruction, up to an offset.
            case construct(end: Int, TextKind)
            /// A tag of several lines; the quote is 0 outside attribute values.
            case tag(start: Int, end: Int, quote: UInt8)
            /// Text without markup, as in a script, up to its end tag.
            case raw(end: Int)
        }

        var inside = Inside.content
        /// Hashes of the names of open elements.
        var open: [UInt32] = []
        /// Open elements that are deeper than `open` keeps.
        var deeper = 0
        /// True after the last `>` of the text: what follows has no tags.
        var hasNoMoreTags = false

        var indent: Int { open.count * 2 }
    }

    /// Elements deeper than this are not indented further.
    static let deepest = 64
    /// The longest text that is shown on one line with its tags.
    static let longestInline = 160

    let isHTML: Bool

    var start: State { State() }

    func read(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, state: inout State, into line: inout StyledLine
    ) -> Int {
        switch state.inside {
        case .content: readContent(text, from: skipSpace(text, from: offset), &state, &line)
        case .construct(let end, let role): readConstruct(text, from: offset, to: end, role, &state, &line)
        case .tag(let start, let end, let quote):
            readTag(text, from: offset, start: start, end: end, quote: quote, &state, &line)
        case .raw(let end): readRaw(text, from: offset, to: end, &state, &line)
        }
    }

    // MARK: Content

    private func readContent(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ state: inout State, _ line: inout StyledLine
    ) -> Int {
        guard start < text.count else { return text.count }
        line.indent = state.indent
        guard text[start] == Byte.lessThan, !state.hasNoMoreTags else {
            return readText(text, from: start, &state, &line)
        }
        let rest = LineText(text, start..<min(start + 16, text.count))
        if rest.starts(with: "<!--") {
            // `<!-->` and `<!--->` are whole comments of HTML, and begin one of XML.
            let end = endOf("-->", in: text, from: start + (isHTML ? 2 : 4))
            return readConstruct(text, from: start, to: end, .comment, &state, &line)
        }
        if rest.starts(with: "<![CDATA[") {
            let end = endOf("]]>", in: text, from: start + 9)
            return readConstruct(text, from: start, to: end, .string, &state, &line)
        }
        if rest.starts(with: "<?") {
            let end = isHTML ? endOf(">", in: text, from: start + 2) : endOf("?>", in: text, from: start + 2)
            return readConstruct(text, from: start, to: end, .literal, &state, &line)
        }
        if rest.starts(with: "<!") {
            return readConstruct(text, from: start, to: endOfDeclaration(text, from: start), .literal, &state, &line)
        }
        let isEndTag = rest.byte(1) == Byte.slash
        guard isNameStart(rest.byte(isEndTag ? 2 : 1)) else { return readText(text, from: start, &state, &line) }
        guard let end = endOfTag(text, from: start) else {
            state.hasNoMoreTags = true
            return readText(text, from: start, &state, &line)
        }
        let name = hash(text, nameRange(text, start + (isEndTag ? 2 : 1)))
        if isEndTag { close(name, &state) } else if isHTML { HTMLElements.closeBefore(name, &state.open) }
        line.indent = state.indent
        return readTag(text, from: start, start: start, end: end, quote: 0, &state, &line)
    }

    /// Text up to the next markup or line end; the spaces around it are not shown.
    private func readText(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ state: inout State, _ line: inout StyledLine
    ) -> Int {
        let end = endOfText(text, from: start, hasTags: !state.hasNoMoreTags)
        line.add(trimmedEnd(text, start..<end), .text)
        return skipSpace(text, from: end)
    }

    /// The next line end, or before it the next markup. Looks at no more than twice the way there: the line may be all
    /// of the body, and so may the text up to the next tag.
    private func endOfText(_ text: UnsafeBufferPointer<UInt8>, from start: Int, hasTags: Bool) -> Int {
        var place = start + 1
        var window = 256
        while place < text.count {
            let limit = min(text.count, place + window)
            let lineEnd = ByteScan.lineEnd(in: text, from: place, limit: limit)
            while hasTags, place < lineEnd {
                place = ByteScan.next(Byte.lessThan, in: text, from: place, limit: lineEnd)
                if place < lineEnd, beginsMarkup(text, place) { return place }
                place += 1
            }
            if lineEnd < limit { return lineEnd }
            place = limit
            window *= 2
        }
        return text.count
    }

    private func beginsMarkup(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        guard text[offset] == Byte.lessThan, offset + 1 < text.count else { return false }
        let next = text[offset + 1]
        return isNameStart(next) || next == Byte.slash || next == Byte.exclamationMark || next == Byte.questionMark
    }

    // MARK: Comments, declarations, scripts

    private func readConstruct(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ role: TextKind, _ state: inout State,
        _ line: inout StyledLine
    ) -> Int {
        let lineEnd = ByteScan.lineEnd(in: text, from: start, limit: end)
        line.add(trimmedEnd(text, start..<lineEnd), role)
        guard lineEnd < end else {
            state.inside = .content
            return skipSpace(text, from: end)
        }
        state.inside = .construct(end: end, role)
        return lineEnd + 1
    }

    private func readRaw(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ state: inout State,
        _ line: inout StyledLine
    ) -> Int {
        let lineEnd = ByteScan.lineEnd(in: text, from: start, limit: end)
        line.add(trimmedEnd(text, start..<lineEnd), .text)
        return afterRawLine(text, lineEnd, to: end, &state)
    }

    /// Where the next line of a raw text begins; what is before the end tag on its line is left out if it is all spaces.
    private func afterRawLine(_ text: UnsafeBufferPointer<UInt8>, _ lineEnd: Int, to end: Int, _ state: inout State)
        -> Int
    {
        let next = min(lineEnd + 1, end)
        var place = next
        while place < end, text[place] == Byte.space || text[place] == Byte.tab { place += 1 }
        guard place >= end else {
            state.inside = .raw(end: end)
            return next
        }
        state.inside = .content
        return end
    }

    // MARK: Tags

    private func readTag(
        _ text: UnsafeBufferPointer<UInt8>, from place: Int, start: Int, end: Int, quote: UInt8,
        _ state: inout State, _ line: inout StyledLine
    ) -> Int {
        var place = place
        var quote = quote
        if place > start, quote == 0 {
            while place < end, isSpace(text[place]) { place += 1 }
            line.indent = state.indent + 4
        }
        let stop = MarkupTag.lex(text, from: place, start: start, end: end, quote: &quote, into: &line)
        guard stop >= end else {
            state.inside = .tag(start: start, end: end, quote: quote)
            return stop
        }
        state.inside = .content
        guard text[start + 1] != Byte.slash, text[end - 2] != Byte.slash else { return skipSpace(text, from: end) }
        let name = nameRange(text, start + 1)
        let nameHash = hash(text, name)
        guard !isHTML || !HTMLElements.void.contains(nameHash) else { return skipSpace(text, from: end) }
        if isHTML, HTMLElements.raw.contains(nameHash) {
            return openRaw(text, name, from: end, &state, &line)
        }
        if let closed = addInline(text, nameHash, from: end, &line) { return skipSpace(text, from: closed) }
        if state.open.count < Self.deepest { state.open.append(nameHash) } else { state.deeper += 1 }
        return skipSpace(text, from: end)
    }

    /// Adds a short text and the end tag that follows it; nil if something else follows.
    private func addInline(
        _ text: UnsafeBufferPointer<UInt8>, _ name: UInt32, from start: Int, _ line: inout StyledLine
    ) -> Int? {
        var place = start
        let limit = min(text.count, start + Self.longestInline)
        while place < limit, text[place] != Byte.lessThan {
            if text[place] == Byte.lineFeed { return nil }
            place += 1
        }
        guard place < limit else { return nil }
        return addEnd(text, name, textStart: start, at: place, &line)
    }

    /// Adds a text and the end tag at an offset, if it is on one line and of that name.
    private func addEnd(
        _ text: UnsafeBufferPointer<UInt8>, _ name: UInt32, textStart: Int, at place: Int, _ line: inout StyledLine
    ) -> Int? {
        let lineEnd = ByteScan.lineEnd(in: text, from: place, limit: place + Self.longestInline)
        guard place + 2 < text.count, text[place + 1] == Byte.slash, hash(text, nameRange(text, place + 2)) == name,
            let end = endOfTag(text, from: place, limit: lineEnd)
        else { return nil }
        line.add(textStart..<place, .text)
        var quote: UInt8 = 0
        return MarkupTag.lex(text, from: place, start: place, end: end, quote: &quote, into: &line)
    }

    /// After the start tag of a script, a style sheet or the like.
    private func openRaw(
        _ text: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, from start: Int, _ state: inout State,
        _ line: inout StyledLine
    ) -> Int {
        let end = endOfRaw(text, LineText(text, name), from: start)
        let isShort = end - start <= Self.longestInline && !text[start..<end].contains(Byte.lineFeed)
        if isShort, let closed = addEnd(text, hash(text, name), textStart: start, at: end, &line) {
            return skipSpace(text, from: closed)
        }
        if state.open.count < Self.deepest { state.open.append(hash(text, name)) } else { state.deeper += 1 }
        // Nothing but a line end after the start tag.
        let lineEnd = ByteScan.lineEnd(in: text, from: start, limit: min(end, start + 2))
        let isBare = lineEnd < end && lineEnd < start + 2 && (lineEnd == start || text[start] == Byte.carriageReturn)
        if isBare { return afterRawLine(text, lineEnd, to: end, &state) }
        state.inside = start < end ? .raw(end: end) : .content
        return start < end ? start : skipSpace(text, from: start)
    }

    private func close(_ name: UInt32, _ state: inout State) {
        if state.deeper > 0 {
            state.deeper -= 1
        } else if let index = state.open.lastIndex(of: name) {
            state.open.removeSubrange(index...)
        }
    }

    // MARK: Ends

    private func endOf(_ word: StaticString, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let last = word.utf8Start[word.utf8CodeUnitCount - 1]
        var place = start
        while place < text.count {
            place = ByteScan.next(last, in: text, from: place) + 1
            if place <= text.count, LineText(text, start..<place).ends(with: word) { return place }
        }
        return text.count
    }

    /// `<!DOCTYPE …>`, which may have declarations in brackets.
    private func endOfDeclaration(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let end = endOf(">", in: text, from: start)
        let hasSubset = text[start..<end].contains(Byte.openBracket) && !isHTML
        return hasSubset ? endOf("]>", in: text, from: start) : end
    }

    /// The offset after the `>` of a tag, which may be inside a quoted value; nil if the text has no `>` any more.
    private func endOfTag(_ text: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int? = nil) -> Int? {
        let limit = limit ?? text.count
        var place = start + 1
        var isValue = false
        defer { countWork(place - start) }
        while place < limit {
            let byte = text[place]
            switch byte {
            case Byte.greaterThan: return place + 1
            case Byte.equals: isValue = true
            case Byte.quote, Byte.apostrophe:
                guard isValue else { break }
                guard let base = text.baseAddress, place + 1 < limit,
                    let close = memchr(base + place + 1, Int32(byte), limit - place - 1)
                else {
                    place = limit
                    continue
                }
                place = UnsafeRawPointer(close) - UnsafeRawPointer(base)
                isValue = false
            default: if !isSpace(byte) { isValue = false }
            }
            place += 1
        }
        // A quote without an end: the tag ends at the first `>`.
        let end = ByteScan.next(Byte.greaterThan, in: text, from: start)
        return end < limit ? end + 1 : nil
    }

    /// The offset of the end tag of an element without markup.
    private func endOfRaw(_ text: UnsafeBufferPointer<UInt8>, _ name: LineText, from start: Int) -> Int {
        var place = start
        while place < text.count {
            place = ByteScan.next(Byte.lessThan, in: text, from: place)
            guard place + 2 + name.count <= text.count else { return text.count }
            if text[place + 1] == Byte.slash,
                (0..<name.count).allSatisfy({ LineText.lower(text[place + 2 + $0]) == LineText.lower(name.byte($0)) })
            {
                return place
            }
            place += 1
        }
        return text.count
    }

    // MARK: Bytes

    private func skipSpace(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place < text.count, isSpace(text[place]) { place += 1 }
        countWork(place - start + 1)
        return place
    }

    private func trimmedEnd(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, isSpace(text[end - 1]) { end -= 1 }
        return range.lowerBound..<end
    }

    private func nameRange(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Range<Int> {
        var end = start
        while end < text.count, MarkupTag.isName(text[end]) { end += 1 }
        countWork(end - start + 1)
        return start..<end
    }

    private func hash(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt32 {
        HTMLElements.hash(text[range].lazy.map { isHTML ? LineText.lower($0) : $0 })
    }

    private func isNameStart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte == Byte.underscore || byte == Byte.colon || byte >= 0x80
    }

    private func isSpace(_ byte: UInt8) -> Bool { JSONText.isSpace(byte) }
}

/// Colours one tag.
enum MarkupTag {
    /// Adds a tag, or its next line, and returns where it stopped: at the tag's end, or after a line feed in it.
    ///
    /// - Parameter quote: the quote of the attribute value in which the line begins and ends; 0 for none.
    static func lex(
        _ text: UnsafeBufferPointer<UInt8>, from: Int, start: Int, end: Int, quote: inout UInt8,
        into line: inout StyledLine
    ) -> Int {
        let lineEnd = ByteScan.lineEnd(in: text, from: from, limit: end)
        let hasReturn = lineEnd < end && lineEnd > from && text[lineEnd - 1] == Byte.carriageReturn
        var cursor = LineCursor(text, from..<(hasReturn ? lineEnd - 1 : lineEnd))
        if from == start {
            cursor.take(text[start + 1] == Byte.slash ? 2 : 1, .punctuation, &line)
            cursor.take(to: cursor.first { !isName($0) }, .name, &line)
        }
        if quote != 0 { takeString(&cursor, from: cursor.place, &quote, &line) }
        var isValue = false
        while !cursor.isAtEnd {
            let byte = cursor.byte
            switch byte {
            case Byte.quote, Byte.apostrophe:
                guard isValue else { fallthrough }
                quote = byte
                takeString(&cursor, from: cursor.place + 1, &quote, &line)
                isValue = false
            case Byte.equals, Byte.slash, Byte.greaterThan, Byte.questionMark, Byte.quote, Byte.apostrophe:
                isValue = byte == Byte.equals
                cursor.take(1, .punctuation, &line)
            case Byte.space, Byte.tab, Byte.formFeed, Byte.carriageReturn: cursor.take(1, .text, &line)
            default:
                let stop = cursor.first { $0 == Byte.equals || $0 == Byte.greaterThan || JSONText.isSpace($0) }
                cursor.take(to: stop, isValue ? .string : .literal, &line)
                isValue = false
            }
        }
        return lineEnd < end ? lineEnd + 1 : end
    }

    private static func takeString(
        _ cursor: inout LineCursor, from start: Int, _ quote: inout UInt8, _ line: inout StyledLine
    ) {
        if let end = cursor.endOfString(quote: quote, from: start, hasEscapes: false) {
            cursor.take(to: end, .string, &line)
            quote = 0
        } else {
            cursor.takeRest(.string, &line)
        }
    }

    static func isName(_ byte: UInt8) -> Bool {
        LineCursor.isWord(byte) || byte == Byte.colon || byte == Byte.minus || byte == Byte.dot
    }
}

/// What HTML says of elements by their names (WHATWG HTML §13.1.2).
enum HTMLElements {
    /// FNV-1a.
    static func hash(_ name: some Sequence<UInt8>) -> UInt32 {
        name.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    private static func names(_ list: String) -> Set<UInt32> {
        Set(list.split(separator: " ").map { hash($0.utf8) })
    }

    static let void = names("area base br col embed hr img input link meta param source track wbr")
    /// Shown as they are: their text has no markup, or its spaces count.
    static let raw = names("script style textarea title pre xmp iframe noembed noframes plaintext")

    private static let blocks = names(
        """
        address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 \
        header hgroup hr main menu nav ol p pre section table ul
        """)

    /// The elements whose start tag ends others that are open, innermost first (§13.1.2.4).
    private static let ends: [UInt32: [Set<UInt32>]] = {
        var ends: [UInt32: [Set<UInt32>]] = [:]
        for block in blocks { ends[block] = [names("p")] }
        ends[hash("li".utf8)] = [names("p"), names("li")]
        for name in names("dt dd") { ends[name] = [names("p"), names("dt dd")] }
        for name in names("td th") { ends[name] = [names("p"), names("td th")] }
        ends[hash("tr".utf8)] = [names("p"), names("td th"), names("tr")]
        for name in names("tbody tfoot") { ends[name] = [names("td th"), names("tr"), names("thead tbody tfoot")] }
        for name in names("option optgroup") { ends[name] = [names("option")] }
        ends[hash("body".utf8)] = [names("head")]
        return ends
    }()

    /// Ends the open elements that a start tag ends.
    static func closeBefore(_ name: UInt32, _ open: inout [UInt32]) {
        for names in ends[name] ?? [] {
            if let last = open.last, names.contains(last) { open.removeLast() }
        }
    }
}
