import Base
import NetEngine
import OpenAPI

/// Writes the skeleton, operation by operation, and gives each request its name.
struct SkeletonWriter {
    /// Where the API would send a webhook or a callback; it has no value unless the user gives one.
    static let webhookVariable = "webhook_url"

    private static let mostNotices = 100

    private(set) var bytes: [UInt8] = []
    private(set) var ranges: [Range<Int>] = []
    private(set) var names: [String] = []
    private(set) var notices: [DescriptionNotice] = []

    let links: OperationLinks?
    private let reserved: Set<String>
    private var given = DialectName()

    /// - Parameters:
    ///   - fileName: what requests name the description by; nil if they cannot, as it is not a file.
    ///   - reserved: variables that mean servers and logins.
    init(fileName: String?, operations: [OperationEntry], reserved: Set<String>) {
        self.reserved = reserved
        links = fileName.map { OperationLinks(fileName: $0, operations: operations) }
        bytes.reserveCapacity(operations.count * 160)
        ranges.reserveCapacity(operations.count)
        names.reserveCapacity(operations.count)
    }

    mutating func add(_ entry: OperationEntry, server: String, documents: DocumentSet) {
        countWork(1)
        let start = bytes.count
        let name = given.unique(Self.name(of: entry))
        names.append(name)
        let method = SendableMethod.written(entry.method)
        // The pointer of each takes a walk through the paths.
        if method != entry.method, notices.count < Self.mostNotices {
            notices.append(
                DescriptionNotice(
                    .notRepresented, at: documents.value(entry.place),
                    "The method \(PlainLine.quoted(entry.method)) cannot be written in a request line; it is \(method) there."
                ))
        }
        Self.head(&bytes, entry, name: name, link: links?.link(to: entry))
        bytes += method.utf8
        bytes += " {{".utf8
        bytes += server.utf8
        bytes += "}}".utf8
        if entry.kind == .path { path(entry.path) }
        bytes += "\n\n".utf8
        ranges.append(start..<bytes.count)
    }

    /// The lines above the request line that the filled block has as well.
    static func head(_ bytes: inout [UInt8], _ entry: OperationEntry, name: String, link: String?) {
        bytes += "### ".utf8
        bytes += title(of: entry).utf8
        bytes += "\n# @name ".utf8
        bytes += name.utf8
        if let link {
            bytes += "\n# @openapi ".utf8
            bytes += link.utf8
        }
        bytes.append(Byte.lineFeed)
        if entry.kind != .path {
            bytes += "# The API sends this request to an address of yours: it is listed, not sent.\n# @disabled\n".utf8
        }
    }

    // MARK: Titles and names

    static func title(of entry: OperationEntry) -> String {
        if let summary = entry.summary, let title = title(summary) { return title }
        if let id = entry.operationID, let title = title(id) { return title }
        let place = "\(SendableMethod.written(entry.method)) \(entry.path)"
        return title(place) ?? SendableMethod.written(entry.method)
    }

    /// The text as the title of a separator; nil if nothing readable is left.
    static func title(_ text: String) -> String? {
        let plain = PlainLine.of(text, limit: 160)
        // By far the most frequent one.
        if let first = plain.utf8.first, let last = plain.utf8.last, LineText.isLetter(first), last != Byte.hash {
            return plain
        }
        var line = plain[...]
        while let first = line.first, first == "#" || first == " " || first == "@" { line.removeFirst() }
        while let last = line.last, last == "#" || last == " " { line.removeLast() }
        // A line of dashes would be a ruler, not a title.
        let isReadable = line.unicodeScalars.contains { scalar in
            scalar.value < 0x80
                ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                : scalar.value > 0x2580
                    || (0xA1..<0x2010).contains(scalar.value)
        }
        return isReadable ? String(line) : nil
    }

    private static func name(of entry: OperationEntry) -> String {
        if let id = entry.operationID, !id.isEmpty { return DialectName.valid(id, else: "operation") }
        return DialectName.valid("\(entry.method.lowercased())_\(entry.path)", else: "operation")
    }

    // MARK: The path

    /// The path of a request line. A parameter is a reference to a variable of its name.
    private mutating func path(_ template: String) {
        let template = Self.sentPath(template)
        if !template.utf8.contains(Byte.openBrace) { return Self.text(&bytes, template) }
        for part in PathTemplate(template).parts {
            switch part {
            case .text(let text): Self.text(&bytes, text)
            case .parameter(let name):
                bytes += "{{".utf8
                var variable = DialectName.valid(name, else: "value")
                while reserved.contains(variable) { variable += "_value" }
                bytes += variable.utf8
                bytes += "}}".utf8
            }
        }
    }

    /// The path without what follows `#`, which is never sent; some descriptions tell operations apart by it.
    static func sentPath(_ template: String) -> String {
        let path = template.firstIndex(of: "#").map { String(template[..<$0]) } ?? template
        return path.utf8.first == Byte.slash ? path : "/" + path
    }

    static func text(_ bytes: inout [UInt8], _ text: String) {
        let isLegal = text.utf8.allSatisfy { byte in
            byte > Byte.space && byte < 0x7F && byte != Byte.quote && byte != Byte.percent && byte != Byte.lessThan
                && byte != Byte.greaterThan && byte != Byte.backslash && byte != 0x5E && byte != Byte.backtick
                && byte != Byte.openBrace && byte != Byte.verticalBar && byte != Byte.closeBrace
        }
        bytes += isLegal ? Array(text.utf8) : Array(PercentEncoding.illegal(Array(text.utf8)).utf8)
    }
}
