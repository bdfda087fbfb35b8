import Base
import Glibc
import HTTPFormat
import NetEngine
import Workspace

/// A request typed on the command line: a URL and curl's flags.
///
/// It is written as a curl command, and parsed like every curl command in a request file.
struct TypedRequest {
    /// Shown instead of a file name in sentences and plans.
    static let place = "command line"
    /// Larger data is refused.
    static let mostData = 1 << 30

    /// The curl command, on one line.
    let command: String
    /// The body byte for byte; nil if there is none, or if the command has it because it contains `{{variables}}`.
    let body: [UInt8]?
    /// The content type of the data if the command has another one: a request file encodes the characters of a form,
    /// curl does not.
    private let dataType: String?

    /// True for a URL: the word begins with `http://`, `https://` or `{{`, or with `localhost` or a host and port, and
    /// is not the name of a file.
    static func isURL(_ word: String, exists: (String) -> Bool = { access($0, F_OK) == 0 }) -> Bool {
        let lower = word.lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return true }
        guard !exists(word), !exists(RequestReference(word, exists: exists).path) else { return false }
        if word.hasPrefix("{{") { return true }
        let authority = lower.prefix { !"/?#".contains($0) }
        if authority == "localhost" { return true }
        guard let colon = authority.lastIndex(of: ":") else { return false }
        let (host, port) = (authority[..<colon], authority[authority.index(after: colon)...])
        // `orders.http:12` is a line of a file that does not exist, `-:3` one of standard input.
        guard !host.isEmpty, host != "-", !CollectionStore.hasRequestEnding(host) else { return false }
        return !port.isEmpty && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// - Parameter readInput: reads all of standard input, for `-d @-`.
    init(
        _ url: String, _ flags: CurlFlags,
        readInput: () throws(CommandFailure) -> [UInt8] = { () throws(CommandFailure) in
            try StandardInput.readAll(limit: TypedRequest.mostData)
        }
    ) throws(CommandFailure) {
        let hasScheme = url.contains(bytes: "://") || url.hasPrefix("{{")
        var words = [hasScheme ? url : "http://" + url]
        if let method = flags.method { words += ["-X", method] }
        for header in flags.headers where !flags.isCompressed || !Self.asksToDecode(header) { words += ["-H", header] }
        for part in flags.form { words += ["-F", part] }
        if flags.isQuery { words.append("-G") }
        if flags.isHead { words.append("-I") }
        if let user = flags.user { words += ["-u", user] }
        if let agent = flags.userAgent { words += ["-A", agent] }
        if !flags.sentCookies.isEmpty { words += ["-b", flags.sentCookies.joined(separator: "; ")] }
        if flags.followsRedirects { words.append("-L") }
        if let time = flags.maxTime { words += ["-m", time] }
        let data = try TypedData(flags, readInput)
        body = flags.isQuery ? nil : data.bytes
        // The command needs only the method and the content type that data imply.
        words += body == nil ? try data.words() : ["--data-raw", ""]
        let hasType = flags.headers.contains { $0.lowercased().hasPrefix("content-type:") }
        dataType = body != nil || data.isEmpty || flags.isQuery || hasType ? nil : "application/x-www-form-urlencoded"
        if dataType != nil { words += ["-H", "Content-Type: text/plain"] }
        command = "curl " + words.map(Self.quoted).joined(separator: " ")
    }

    private static func asksToDecode(_ header: String) -> Bool {
        let parts = header.split(separator: ":", maxSplits: 1)
        return parts.count == 2
            && AcceptEncoding.asksToDecode(name: parts[0].trimmingWhitespace(), value: String(parts[1]))
    }

    /// The request as a file in the current folder.
    func loaded(isTrusted: Bool) throws(CommandFailure) -> LoadedCollections {
        let loaded = try LoadedCollections.inMemory(Array(command.utf8), name: Self.place, isTrusted: isTrusted)
        for notice in loaded.folders.flatMap(\.files).flatMap(\.document.notices)
        where notice.id == "N14" || notice.severity == .error {
            throw CommandFailure(SafeText("Nothing was sent: \(notice.text)."))
        }
        return loaded
    }

    /// The draft with the body and the content type that were typed.
    func completed(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        // No file has it.
        draft.options.log?.name = nil
        draft.options.log?.file = nil
        draft.options.log?.line = nil
        if let body { draft.body = .bytes(body) }
        if let dataType {
            draft.headers.remove("Content-Type")
            draft.headers.append(HeaderField("Content-Type", dataType))
        }
        return draft
    }

    /// `$'…'`, on one line whatever the word contains.
    private static func quoted(_ word: String) -> String {
        let escapes = [("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n"), ("\r", "\\r")]
        return "$'\(escapes.reduce(word) { $0.replacing(bytes: $1.0, with: $1.1) })'"
    }
}

/// The data of `-d` and the like, in the order it was typed.
private struct TypedData {
    private enum Piece {
        case typed(String)
        case file([UInt8])
        case encoded(String)
    }

    private let pieces: [Piece]

    init(_ flags: CurlFlags, _ readInput: () throws(CommandFailure) -> [UInt8]) throws(CommandFailure) {
        func read(_ text: String, dropsLineBreaks: Bool) throws(CommandFailure) -> Piece {
            guard text.hasPrefix("@") else { return .typed(text) }
            let path = String(text.dropFirst())
            let bytes = path == "-" ? try readInput() : try Self.file(path)
            return .file(
                dropsLineBreaks ? bytes.filter { $0 != Byte.lineFeed && $0 != Byte.carriageReturn && $0 != 0 } : bytes)
        }
        var placed: [(place: Int, piece: Piece)] = []
        for item in flags.data { placed.append((item.place, try read(item.text, dropsLineBreaks: true))) }
        for item in flags.dataBinary { placed.append((item.place, try read(item.text, dropsLineBreaks: false))) }
        for item in flags.dataRaw { placed.append((item.place, .typed(item.text))) }
        for item in flags.dataUrlencode { placed.append((item.place, .encoded(item.text))) }
        pieces = placed.sorted { $0.place < $1.place }.map(\.piece)
    }

    var isEmpty: Bool { pieces.isEmpty }

    /// All data joined; nil if there is none, or if a part must be parsed like a request file.
    var bytes: [UInt8]? {
        guard !pieces.isEmpty else { return nil }
        var joined: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            if index > 0 { joined.append(UInt8(ascii: "&")) }
            switch piece {
            case .typed(let text) where !text.contains(bytes: "{{"): joined += text.utf8
            case .file(let bytes): joined += bytes
            case .typed, .encoded: return nil
            }
        }
        return joined
    }

    /// The data as words of a curl command.
    func words() throws(CommandFailure) -> [String] {
        var words: [String] = []
        for piece in pieces {
            switch piece {
            case .typed(let text): words += ["--data-raw", text]
            case .encoded(let text): words += ["--data-urlencode", text]
            case .file(let bytes):
                guard let text = String(validating: bytes, as: UTF8.self), !text.contains(bytes: "{{") else {
                    throw CommandFailure(
                        "Data from a file must be UTF-8 without {{ where it is sent with -G, --data-urlencode or {{variables}}."
                    )
                }
                words += ["--data-raw", text]
            }
        }
        return words
    }

    private static func file(_ path: String) throws(CommandFailure) -> [UInt8] {
        switch DiskFile.read(path, limit: TypedRequest.mostData) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            if let bytes = try StandardInput.readAll(pipe: path, limit: TypedRequest.mostData) { return bytes }
            throw CommandFailure("Nothing was sent: \(path) cannot be read: \(failure.clause).")
        }
    }
}
