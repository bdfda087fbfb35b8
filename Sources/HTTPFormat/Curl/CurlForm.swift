import Base
import NetEngine

/// The values of `-F` and `--form-string`, read as curl reads them.
extension CurlCommand {
    /// `name=text`, `name=@file;type=image/png;filename=x`, `name=@a,b`, `name=<file`.
    mutating func take(form text: String, isLiteral: Bool) {
        guard let equals = text.firstIndex(of: "=") else {
            return refuseWithRemark("The form field \(text) has no value.")
        }
        let name = String(text[..<equals])
        let value = String(text[text.index(after: equals)...])
        if isLiteral {
            form.append(FormPart(name: name, content: .text(value)))
            return
        }
        if value.hasPrefix("(") || name.isEmpty && value == ")" {
            return refuseWithRemark("A form within a form (curl's -F 'NAME=(') is not read.")
        }
        var reader = CurlFormReader(value)
        let isFile = reader.take(Byte.at)
        let isContent = !isFile && reader.take(Byte.lessThan)
        var parts = [reader.part(isFile: isFile)]
        while isFile, reader.take(Byte.comma) { parts.append(reader.part(isFile: true)) }
        if parts.count > 1 {
            remark(
                "curl sends the files of \(name) as a form within the form; here each is a field \(name) of its own.")
        }
        for read in parts { append(read, named: name, isFile: isFile, isContent: isContent) }
    }

    private mutating func append(_ read: CurlFormReader.Part, named name: String, isFile: Bool, isContent: Bool) {
        var part = FormPart(name: name, content: .text(read.content), type: read.type, fileName: read.fileName)
        if isFile || isContent {
            // curl cannot open such a file, and sends nothing.
            guard !read.content.isEmpty else { return refuseWithRemark("The form field \(name) names no file.") }
            part.content = .file(read.content, isNamed: isFile)
        }
        // Only a file that is attached, and a text, may have a name.
        if isContent { part.fileName = nil }
        if let type = read.type, !type.contains("/"), !type.contains(bytes: "{{") {
            return refuseWithRemark("The type of the form field \(name) is \(type); curl takes one such as text/plain.")
        }
        for option in read.others {
            remark("curl's ;\(option)= of the form field \(name) has no effect here.")
        }
        for piece in read.unknown {
            remark(
                "curl leaves ;\(piece) out of the form field \(name): a text with a semicolon needs quotation marks.")
        }
        form.append(part)
    }
}

extension CurlCommand.FormPart {
    /// The media type that curl sends: the one of `;type=`, else one for the name of the file (libcurl's `mime.c`); nil for none.
    var sentType: String? {
        if let type { return type }
        switch content {
        case .text: return fileName.flatMap(Self.type)
        // Standard input.
        case .file("-", _): return fileName.flatMap(Self.type)
        case .file(let path, let isNamed):
            // The name is not known yet.
            if (fileName ?? path).hasSuffix("}}") { return nil }
            let type = fileName.flatMap(Self.type) ?? Self.type(of: path)
            guard !isNamed else { return type ?? "application/octet-stream" }
            // Without a name of a file it is that of a text anyway.
            return type == "text/plain" ? nil : type
        }
    }

    private static let types = [
        (".gif", "image/gif"), (".jpg", "image/jpeg"), (".jpeg", "image/jpeg"), (".png", "image/png"),
        (".svg", "image/svg+xml"), (".txt", "text/plain"), (".htm", "text/html"), (".html", "text/html"),
        (".pdf", "application/pdf"), (".xml", "application/xml"),
    ]

    private static func type(of name: String) -> String? {
        let name = name.lowercased()
        return types.first { name.hasSuffix($0.0) }?.1
    }
}

/// Reads `content;type=…;filename=…`; a word in quotation marks may have `;` and `,` in it.
struct CurlFormReader {
    struct Part: Hashable {
        var content: String
        var type: String?
        var fileName: String?
        /// The names of options that are not read: `headers`, `encoder`.
        var others: [String] = []
        /// What curl leaves out, with a warning.
        var unknown: [String] = []
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Skips a byte if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard place < bytes.count, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    /// - Parameter isFile: whether a comma ends it, after which another file follows.
    mutating func part(isFile: Bool) -> Part {
        let end = isFile ? Byte.comma : Byte.semicolon
        var part = Part(content: word(end))
        // Where the type begins: what follows belongs to it, up to another option.
        var type: Int?
        var typeRange: Range<Int>?
        while take(Byte.semicolon) {
            skipSpaces()
            if type == nil, takeOption("type") {
                skipSpaces()
                type = place
                skip(to: end)
            } else if takeOption("filename") {
                type = nil
                part.fileName = word(end)
            } else if let option = ["headers", "encoder"].first(where: { takeOption($0) }) {
                type = nil
                part.others.append(option)
                _ = word(end)
            } else if type != nil {
                skip(to: end)
            } else {
                let unknown = word(end)
                if !unknown.isEmpty { part.unknown.append(unknown) }
            }
            if let type { typeRange = type..<place }
        }
        part.type = typeRange.map { text(in: $0) }
        return part
    }

    /// Skips `name=`, in any letter case.
    private mutating func takeOption(_ name: String) -> Bool {
        let option = Array("\(name)=".utf8)
        guard bytes[place...].prefix(option.count).elementsEqual(option, by: { LineText.lower($0) == $1 }) else {
            return false
        }
        place += option.count
        return true
    }

    /// The text up to `;` or another mark, without whitespace around it. In quotation marks it may have both; what follows the closing
    /// one is left out.
    private mutating func word(_ end: UInt8) -> String {
        skipSpaces()
        let start = place
        if let quoted = quoted() {
            skip(to: end)
            return quoted
        }
        skip(to: end)
        return text(in: start..<place)
    }

    /// The text there, without whitespace at its end.
    private func text(in range: Range<Int>) -> String {
        var end = range.upperBound
        while end > range.lowerBound, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }

    /// A text in quotation marks, with `\"` and `\\` as escapes; nil, and nothing is skipped, if there is none.
    private mutating func quoted() -> String? {
        guard place < bytes.count, bytes[place] == Byte.quote else { return nil }
        var text: [UInt8] = []
        var index = place + 1
        while index < bytes.count, bytes[index] != Byte.quote {
            if bytes[index] == Byte.backslash, index + 1 < bytes.count,
                bytes[index + 1] == Byte.backslash || bytes[index + 1] == Byte.quote
            {
                index += 1
            }
            text.append(bytes[index])
            index += 1
        }
        guard index < bytes.count else { return nil }
        place = index + 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skip(to end: UInt8) {
        while place < bytes.count, bytes[place] != Byte.semicolon, bytes[place] != end { place += 1 }
    }

    private mutating func skipSpaces() {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    }

    /// As C has it.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == Byte.space || (0x09...0x0D).contains(byte) }
}
