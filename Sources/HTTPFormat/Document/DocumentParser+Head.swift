import Base
import NetEngine

/// Continuation lines of the request line, and the header section.
extension DocumentParser {
    package mutating func head(_ line: Int, _ text: LineText) -> Int {
        let content = text.trimmed
        guard let first = content.first else {
            kinds[line] = .blank
            enterBody(at: line)
            return line + 1
        }
        if first == Byte.hash || first == Byte.slash && content.byte(1) == Byte.slash,
            let comment = LineSyntax.commentText(content)
        {
            commentInHead(line, content, comment, isIndented: text.isIndented)
            return line + 1
        }
        if first == Byte.questionMark || first == Byte.ampersand {
            if content.byte(1) == Byte.questionMark, first == Byte.questionMark {
                assertion(line, content)
                if draft.headers.isEmpty, kinds[line - 1] == .requestLine || kinds[line - 1] == .targetContinuation {
                    note("N6", .info, line, "Read as an assertion; VS Code REST Client reads it as query text")
                }
            } else {
                continueTarget(line, content)
            }
            return line + 1
        }
        if let next = trailer(line, content) {
            enterBody(at: line)
            return next
        }
        if !text.isIndented, LineSyntax.beginsRequest(text) { return splitBlock(at: line) }
        if first == Byte.at, let (name, value) = LineSyntax.variable(text) {
            define(line, name, value)
            note("N18", .warning, line, "A variable below a request line; other tools may send it")
            return line + 1
        }
        let header = LineSyntax.header(content)
        if text.isIndented {
            // Lines indented below an unknown line belong to it.
            if kinds[line - 1] == .unknown {
                kinds[line] = .unknown
                return line + 1
            }
            if draft.headers.isEmpty, first == Byte.slash || draft.targetWantsMore || header == nil {
                continueTarget(line, content)
                return line + 1
            }
            if header == nil, let last = draft.headers.indices.last {
                kinds[line] = .headerContinuation
                draft.headers[last].continuations.append(line)
                note("N14", .info, line, "Read as a further line of the header above, as in JetBrains IDEs")
                return line + 1
            }
        }
        if let (name, value) = header {
            kinds[line] = .header
            addHeader(line, name, value)
            return line + 1
        }
        if content.starts(with: "...") {
            keep(line, "Spread headers are not supported")
            return line + 1
        }
        if [Byte.openBrace, Byte.openBracket, Byte.lessThan, Byte.quote].contains(first) {
            note("N7", .warning, line, "The body begins here; put an empty line before it")
            enterBody(at: line)
            return body(line, text)
        }
        unknown(line, Self.whyNoHeader(content))
        return line + 1
    }

    mutating func commentInHead(_ line: Int, _ content: LineText, _ comment: LineText, isIndented: Bool) {
        kinds[line] = .comment
        if takeTag(line, comment) { return }
        if let parameter = LineSyntax.disabledParameter(comment) {
            kinds[line] = .disabledParameter
            draft.disabledParameters.append((line, parameter))
        } else if let (name, value) = LineSyntax.disabledHeader(comment) {
            kinds[line] = .disabledHeader
            draft.disabledHeaders.append(
                SavedRequest.Header(name: name.string, value: value.string, isEnabled: false, line: line + 1))
        } else if isIndented {
            noteIndentedSeparator(line, content)
        }
    }

    /// `Content Type: x` and `X-Größe: 1` are meant as headers; a line without a colon after its first word is usually
    /// a body.
    private static func whyNoHeader(_ content: LineText) -> String {
        let colon = content.firstIndex(of: UInt8(ascii: ":"))
        guard let colon, content.upTo(colon).firstIndex(of: UInt8(ascii: "{")) == nil else {
            return "This is not a header (Name: value); a body needs an empty line before it"
        }
        return "\(content.upTo(colon).trimmed.string) is not a header name: names are ASCII without spaces"
    }

    mutating func continueTarget(_ line: Int, _ content: LineText) {
        kinds[line] = .targetContinuation
        draft.extend(line, content)
    }

    /// Reads the media type; many files keep it in a variable: `@contentType = application/json`.
    private mutating func contentType(_ value: LineText) {
        draft.namesContentType = value.firstIndex(of: "{{") == nil
        draft.contentType = ContentType(value)
        guard value.starts(with: "{{"), value.ends(with: "}}") else { return }
        let name = value.dropFirst(2).upTo(value.end - 2).trimmed.string
        guard let place = lastDefinitions[name] else { return }
        let definition = definitions[place]
        draft.contentType = ContentType(definition.rawValue)
        draft.namesContentType = !definition.rawValue.contains(bytes: "{{")
    }

    package mutating func addHeader(_ line: Int, _ name: LineText, _ value: LineText) {
        draft.headers.append(RequestParts.HeaderParts(line: line, name: name, value: value))
        if name.equalsIgnoringCase("content-type") {
            contentType(value)
        } else if name.equalsIgnoringCase("content-length") {
            note("N14", .info, line, "Content-Length is not sent as written; the real length is")
        } else if let problem = ForeignLogin.problem(name, value) {
            note(ForeignLogin.id, .error, line, problem)
        } else if name.equalsIgnoringCase("x-request-type"), value.equalsIgnoringCase("graphql") {
            draft.graphQL = .header
        }
    }
}
