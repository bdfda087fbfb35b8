import Base

/// Routes with many kinds of bodies: texts in several encodings, hostile text, binary, an image, compressed and large
/// ones.
enum DemoContent {
    static func text(_ request: DemoRequest) -> DemoResponse {
        switch request.path.dropFirst().joined(separator: "/") {
        case "plain": return .text("Tea, coffee and cups.\nOpen all day.\n")
        case "latin1":
            let body: [UInt8] = [
                0x43, 0x61, 0x66, 0xE9, 0x20, 0x3A, 0x20, 0xA3, 0x37, 0x2C, 0x20, 0xFC, 0xF1, 0xDF, 0x0A,
            ]
            return DemoResponse(headers: [("Content-Type", "text/plain; charset=ISO-8859-1")], body: .bytes(body))
        case "unicode":
            return .text(
                """
                wide      抹茶 ラテ 커피
                emoji     🍵 ☕️ 👩‍👩‍👧‍👦 🇯🇵
                combining e\u{301} n\u{303} क्षि
                right to left  שלום عليكم

                """)
        case "hostile": return hostile
        case "html": return .text("<!doctype html>\n<title>Shop</title>\n<p>Tea &amp; coffee</p>\n", type: "text/html")
        case "xml":
            return .text(
                "<?xml version=\"1.0\"?>\n<shop><product id=\"1\">Green tea</product></shop>\n", type: "application/xml"
            )
        case "csv": return .text("id,name,price\n1,\"Green tea, 100 g\",6.90\n2,Earl Grey,5.90\n", type: "text/csv")
        case "not-utf8":
            return DemoResponse(
                headers: [("Content-Type", "text/plain; charset=utf-8")],
                body: .bytes(Array("good ".utf8) + [0xFF, 0xC3, 0x28, 0xE2, 0x82] + Array(" bad\n".utf8)))
        default: return .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    /// Text that a terminal would obey: a title, a clipboard write, a cleared screen, backspaces, bidi overrides.
    private static let hostile = DemoResponse.text(
        "title    \u{1B}]0;owned\u{7}\nclipboard \u{1B}]52;c;b3duZWQ=\u{7}\nclear    \u{1B}[2J\u{1B}[H\ncolour   \u{1B}[31mred\u{1B}[0m\n"
            + "overwrite price: 10 EUR\r         1000 EUR\nbackspace abc\u{8}\u{8}\u{8}xyz\n"
            + "bidi     user\u{202E}gpj.exe\u{202C}\nzero width pay\u{200B}pal\nC1       \u{9B}31m\n",
        headers: [("X-Hostile", "colour \u{1B}[31mred\u{1B}[0m \u{202E}abc"), ("X-Tab", "a\tb")])

    static let binary: DemoResponse = {
        var state: UInt32 = 20_261_121
        let bytes = (0..<1024).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        return DemoResponse(
            headers: [
                ("Content-Type", "application/octet-stream"),
                ("Content-Disposition", "attachment; filename=\"data.bin\""),
            ], body: .bytes(bytes))
    }()

    // MARK: - Envelope, broken JSON

    /// `{status,message,data}`: HTTP always says 200, the envelope says what happened.
    static func envelope(_ request: DemoRequest) -> DemoResponse {
        switch request.path.dropFirst().first {
        case "ok":
            return .json(["status": "ok", "message": "2 cups reserved", "data": ["reservation": 77, "cups": 2]])
        case "failure":
            return .json(["status": "error", "message": "The card was declined.", "data": nil, "code": "card_declined"])
        default: return .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    static let brokenJSON = DemoResponse(
        headers: [("Content-Type", "application/json")],
        body: .bytes(Array("{\"items\": [{\"id\": 1, \"name\": \"Green tea\"}, {\"id\": 2, \"name\": }]}\n".utf8)))

    /// Numbers that a careless viewer rounds, duplicate keys, and an order that is not alphabetical.
    static let numbers = DemoResponse(
        headers: [("Content-Type", "application/json")],
        body: .bytes(
            Array(
                "{\"zebra\": 1.00, \"id\": 9007199254740993, \"apple\": 1e3, \"id\": -0.0, \"long\": 3.14159265358979323846}\n"
                    .utf8)))

    // MARK: - Large

    /// JSON of exactly `mb` mebibytes (or `kb` kibibytes), generated while it is sent; always the same bytes.
    static func large(_ request: DemoRequest) -> DemoResponse {
        let kilobytes =
            request.query("kb").flatMap { Int($0) } ?? request.number("mb", standard: 1, in: 0...4096) * 1024
        guard (1...1_048_576).contains(kilobytes) else {
            return .failure(422, "invalid", "mb must be from 1 to 1024, or kb from 1 to 1048576.")
        }
        let document = DemoLargeJSON(byteCount: kilobytes * 1024)
        return DemoResponse(
            headers: [("Content-Type", "application/json")],
            body: .stream(DemoByteStream { document.chunk($0) }, count: document.byteCount))
    }
}

/// A JSON document of an exact size: rows of 128 bytes with consecutive ids, and a last member that fills the rest.
struct DemoLargeJSON: Sendable {
    let byteCount: Int
    private let rowCount: Int
    private static let rowLength = 128
    private static let rowsAChunk = 512
    private static let head = Array("{\"items\": [\n".utf8)
    private static let tailStart = Array("{\"id\": 0}],\n\"padding\": \"".utf8)
    private static let tailEnd = Array("\"}\n".utf8)
    private static let idDigits = 7
    private static let firstID = 1_000_000
    /// The bytes before the id in a row, and those after it.
    private static let rowStart = Array("{\"id\": ".utf8)
    private static let rowRest: [UInt8] = {
        let text =
            ", \"name\": \"Green tea, 100 g\", \"price\": 6.90, \"stock\": 42, \"tags\": [\"tea\", \"loose\", \"organic\"]"
        let used = rowStart.count + idDigits + text.utf8.count + ", \"x\": \"\"},\n".utf8.count
        return Array("\(text), \"x\": \"\(String(repeating: ".", count: rowLength - used))\"},\n".utf8)
    }()

    init(byteCount: Int) {
        self.byteCount = byteCount
        let fixed = Self.head.count + Self.tailStart.count + Self.tailEnd.count
        rowCount = max(0, byteCount - fixed) / Self.rowLength
    }

    /// The chunk with that number, or nil past the end.
    func chunk(_ index: Int) -> [UInt8]? {
        let first = index * Self.rowsAChunk
        let isLast = first + Self.rowsAChunk > rowCount
        guard first <= rowCount else { return nil }
        var out: [UInt8] = index == 0 ? Self.head : []
        let rows = first..<min(first + Self.rowsAChunk, rowCount)
        out.reserveCapacity(rows.count * Self.rowLength + 512)
        for row in rows {
            out += Self.rowStart
            Self.appendDigits(of: Self.firstID + row, to: &out)
            out += Self.rowRest
        }
        if isLast {
            let fixed = Self.head.count + Self.tailStart.count + Self.tailEnd.count
            out += Self.tailStart
            out += repeatElement(UInt8(ascii: "."), count: byteCount - fixed - rowCount * Self.rowLength)
            out += Self.tailEnd
        }
        return out
    }

    private static func appendDigits(of number: Int, to out: inout [UInt8]) {
        let start = out.count
        out += repeatElement(0, count: idDigits)
        var rest = number
        for place in stride(from: start + idDigits - 1, through: start, by: -1) {
            out[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}
