/// A `.http` file, every byte kept: `HTTPDocument(bytes: b).bytes == b` for any `b`.
///
/// Requests are numbered in file order; numbers are valid until the next edit that adds or removes requests.
/// An edit replaces the smallest range of bytes that it must; all else stays (HTTP-FORMAT §18).
struct HTTPDocument: Sendable, Hashable {
    let bytes: [UInt8]
    /// Every request of the file. Blocks without a request (variables, comments) are not here.
    let requests: [SavedRequest]
    let notices: [Notice]
    /// Whether the bytes are not UTF-8: such a file is shown and can be sent from, but edits are refused.
    let isReadOnly: Bool

    init(bytes: [UInt8]) {
        self.bytes = bytes
        requests = []
        notices = []
        isReadOnly = false
    }
}

/// One request as it stands in its file, before any variable is replaced. Lines are numbered from 1.
struct SavedRequest: Sendable, Hashable {
    /// Position among the requests of the file.
    var index: Int
    /// The line of the request line.
    var line: Int
    /// All lines of its block, separator and leading comments included.
    var lines: Range<Int>
    /// The text of the separator, or of `# @title`; nil when there is none.
    var title: String?
    /// `# @name`, else the title, else `METHOD target`: what `FILE#NAME` and references look up.
    var id: String
    /// `# @name` as written.
    var name: String?
    /// Upper-cased if known; `GET` where the line has none.
    var method: String
    /// The target with its continuation lines joined, as written.
    var target: String
    var httpVersion: String?
    /// The query of the target, as written (not decoded), with parameters that are switched off.
    var parameters: [Parameter]
    var headers: [Header]
    var body: Body
    var settings: Settings
    var notices: [Notice]

    struct Parameter: Sendable, Hashable {
        var name: String
        var value: String
        var isEnabled: Bool
        var line: Int
    }

    struct Header: Sendable, Hashable {
        var name: String
        var value: String
        /// False for `# Name: value` in the header section.
        var isEnabled: Bool
        var line: Int
    }

    struct Body: Sendable, Hashable {
        /// The editable text of the body with LF line ends (comment lines and `< file` lines as they stand); empty if none.
        var text: String
        /// Lines of the file that hold it; empty if there is none.
        var lines: Range<Int>
    }

    /// What metadata lines set.
    struct Settings: Sendable, Hashable {
        var followRedirects = true
        var usesCookieJar = true
        var logs = true
        var autoEncodes = true
        var timeout: Duration?
        var connectTimeout: Duration?
        var isDisabled = false
        var verifiesTLS = true
        var keepsBodyComments = false
        var note: String?
    }
}

/// Something a person should know about a line; it never blocks a send unless it says so.
struct Notice: Sendable, Hashable {
    enum Severity: String, Sendable, Hashable { case info, warning, error }
    /// `N1` to `N18` of HTTP-FORMAT §19, or `E…` for an error of ours.
    var id: String
    var severity: Severity
    var line: Int
    var text: String
}

/// The smallest changes to a document. Each returns the new document; a refused edit says why.
extension HTTPDocument {
    enum Edit: Sendable, Hashable {
        case setMethod(String)
        /// The whole target. New lines in it are refused.
        case setTarget(String)
        case setParameter(Int, name: String, value: String)
        case addParameter(name: String, value: String)
        case removeParameter(Int)
        case toggleParameter(Int)
        case setHeader(Int, name: String, value: String)
        case addHeader(name: String, value: String)
        case removeHeader(Int)
        case toggleHeader(Int)
        /// The editable text with LF line ends; the file's own line ends are written.
        case setBody(String)
        case setTitle(String)
    }

    struct EditRefusal: Error, Sendable, Hashable {
        /// One sentence for the person.
        var sentence: String
    }

    func applying(_ edit: Edit, toRequest index: Int) throws(EditRefusal) -> HTTPDocument { fatalError("skeleton") }
    /// Appends a request in the portable subset (§18.6), or inserts it after the request `after`.
    func addingRequest(method: String, target: String, title: String, after: Int? = nil) -> HTTPDocument {
        fatalError("skeleton")
    }
    /// A copy of a request's whole block directly below it, its `@name` made unique.
    func cloningRequest(_ index: Int) -> HTTPDocument { fatalError("skeleton") }
    func removingRequest(_ index: Int) -> HTTPDocument { fatalError("skeleton") }
}
