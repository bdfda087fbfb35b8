import Base
import NetEngine

/// Writes the body of a curl command below the head of its request, so that exactly what curl would send is sent.
struct CurlBody {
    /// As it is sent.
    let type: ContentType

    typealias Unwritable = CurlCommand.Unwritable
    typealias Written = CurlCommand.Written

    /// The line of a file that has no name yet.
    static let movedLine = LineSyntax.bodyFileLine("./body")

    static func holdsLineEnd(_ text: String) -> Bool {
        text.utf8.contains { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
    }

    /// Whether the body of the lines is one file.
    static func isFile(_ lines: [String]) -> Bool {
        let document = HTTPDocument(bytes: Array(lines.joined(separator: "\n").utf8))
        return document.requests.count == 1 && document.requests[0].body.text == lines.last
    }

    /// The line that sends a file of this name.
    func fileLine(_ path: String) throws(Unwritable) -> String {
        guard !path.isEmpty else { throw .body("it names no file") }
        let line = LineSyntax.bodyFileLine(path)
        // Spaces at the ends of a name are not read as part of it.
        let read = Self.with(line) { LineSyntax.bodyImport($0, in: type)?.path.string }
        guard read == String(line.dropFirst(2)) else { throw .unnameable }
        return line
    }

    // MARK: Encoding

    /// Whether the text is a form in which something would be percent-encoded, which curl does not do.
    func isEncoded(_ text: String) -> Bool { type.isForm && Self.encoded(text) != text }

    /// With what no URL can hold percent-encoded, but for references.
    private static func encoded(_ text: String) -> String {
        CurlCommand.mapped(text) {
            PercentEncoding.illegal(Array($0.utf8))
        } reference: {
            String($0)
        }
    }

    // MARK: Text

    func written(_ text: String, below head: [String], movesText: Bool) throws(Unwritable) -> Written {
        // Each line of these is sent with its line end.
        let content = type.isJSONLines && text.hasSuffix("\n") ? String(text.dropLast()) : text
        let lines = content.utf8.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var reason = misreading(lines) ?? (type.isJSONLines && content == text ? "its last line has no line end" : nil)
        if reason == nil {
            for keeps in [false, true] where keeps || !asksForComments(lines) {
                let whole = Self.head(head, keepsComments: keeps) + [""] + lines
                reason = Self.misreading(whole, bodyOf: lines.count)
                if reason == nil { return Written(lines: whole) }
            }
        }
        guard movesText, canMove(text) else {
            throw .body(
                "\(reason ?? "it would be read as something else"). Put it into a file and send that by --data-binary @FILE"
            )
        }
        return Written(lines: head + ["", Self.movedLine], moved: [0: Array(text.utf8)])
    }

    private static func head(_ lines: [String], keepsComments: Bool) -> [String] {
        (keepsComments ? ["# @keep-body-comments"] : []) + lines
    }

    /// Other tools do not send such lines, so that the request would be refused.
    private func asksForComments(_ lines: [String]) -> Bool {
        type.hasComments && lines.contains { Self.with($0) { LineSyntax.commentText($0) != nil } }
    }

    private static func with<T>(_ line: String, _ read: (LineText) -> T) -> T {
        var line = line
        return line.withUTF8 { read(LineText($0, 0..<$0.count)) }
    }

    /// What of the lines is not sent as it is written although it is read as a body, as a clause; nil if all of it is.
    private func misreading(_ lines: [String]) -> String? {
        if type.isForm, lines.count > 1 { return "the lines of a form are sent as one" }
        for (index, line) in lines.enumerated() {
            guard let clause = misreading(line) else { continue }
            return "its line \(index + 1) \(clause)"
        }
        let isBlank: (String) -> Bool = { $0.utf8.allSatisfy(LineText.isSpace) }
        if lines.first.map(isBlank) == true || lines.last.map(isBlank) == true {
            return "empty lines at its start and its end are not sent"
        }
        return nil
    }

    /// The same for one line.
    private func misreading(_ line: String) -> String? {
        if line.utf8.contains(Byte.carriageReturn) { return "has a carriage return" }
        if line.contains(bytes: "\\{\\{") { return "has \\{\\{, which means two braces" }
        let isImport = Self.with(line) { LineSyntax.bodyImport($0, in: type) != nil }
        return isImport ? "would send a file" : nil
    }

    /// Which line of the body is read as something else, as a clause; nil if none is.
    private static func misreading(_ whole: [String], bodyOf count: Int) -> String? {
        let document = HTTPDocument(bytes: Array(whole.joined(separator: "\n").utf8))
        let start = whole.count - count
        if let line = (0..<count).first(where: {
            !document.kinds.indices.contains(start + $0) || document.kinds[start + $0] != .body
        }) {
            return "its line \(line + 1) would be read as something else"
        }
        guard document.requests.count == 1, document.requests[0].body.text == whole[start...].joined(separator: "\n")
        else { return "it would be read as something else" }
        return nil
    }

    /// A file whose variables are replaced has its escapes replaced, too.
    private func canMove(_ text: String) -> Bool { !text.contains(bytes: "{{") || !text.contains(bytes: "\\{\\{") }

    // MARK: Forms

    /// The parts written out, as the dialect has them. The boundary occurs in no part as written; the one that is sent
    /// is chosen when all values are known (`MultipartLines`).
    func written(
        _ form: [CurlCommand.FormPart], _ boundary: String, below head: [String], movesTexts: Bool
    ) throws(Unwritable) -> Written {
        var lines: [String] = []
        var moved: [Int: [UInt8]] = [:]
        for part in form {
            lines += try Self.head(of: part, boundary)
            switch part.content {
            case .file(let path, _): lines.append(try fileLine(path))
            case .text(let text):
                guard let clause = misreading(part: text, boundary) else {
                    lines.append(text)
                    continue
                }
                guard movesTexts, canMove(text) else {
                    throw .body(
                        "the form field \(part.name) \(clause). Put its text into a file and send that by -F '\(part.name)=<FILE'"
                    )
                }
                moved[lines.count] = Array(text.utf8)
                lines.append(Self.movedLine)
            }
        }
        lines.append("--\(boundary)--")
        guard !lines.contains(where: Self.holdsLineEnd) else { throw .body("a name or a type in it has a line break") }
        var reason = ""
        for keeps in [false, true] {
            let whole = Self.head(head, keepsComments: keeps) + [""] + lines
            guard let found = Self.misreading(whole, bodyOf: lines.count) else {
                return Written(lines: whole, moved: moved)
            }
            reason = found
        }
        throw .body("written out, \(reason)")
    }

    private static func head(of part: CurlCommand.FormPart, _ boundary: String) throws(Unwritable) -> [String] {
        var disposition = "Content-Disposition: form-data; name=\"\(MultipartName.quoted(part.name))\""
        if case .file(let path, true) = part.content {
            disposition += "; filename=\"\(MultipartName.quoted(part.fileName ?? PathText.name(of: path)))\""
        } else if let name = part.fileName {
            disposition += "; filename=\"\(MultipartName.quoted(name))\""
        }
        return ["--\(boundary)", disposition] + (part.sentType.map { ["Content-Type: \($0)"] } ?? []) + [""]
    }

    /// Why the text of a part would not be sent as it is, as a clause; nil if it would.
    private func misreading(part text: String, _ boundary: String) -> String? {
        if text.utf8.contains(Byte.lineFeed) { return "has several lines, which a multipart body ends otherwise" }
        if text.isEmpty { return nil }
        if let clause = misreading(text) { return clause }
        let body = ["--\(boundary)", "Content-Disposition: form-data; name=\"a\"", "", text, "--\(boundary)--"]
        let head = ["POST http://h/", "Content-Type: multipart/form-data; boundary=\(boundary)"]
        let whole = Self.head(head, keepsComments: true) + [""] + body
        return Self.misreading(whole, bodyOf: body.count) == nil ? nil : "would be read as something else"
    }
}
