import NetEngine

/// One request as it stands in its file, before any variable is replaced. Lines are numbered from 1.
struct SavedRequest: Sendable, Hashable {
    /// Position among the requests of the file.
    var index: Int
    /// The line of the request line, or the first of a curl command.
    var line: Int
    /// All lines of its block, separator and leading comments included.
    var lines: Range<Int>
    /// The text of the separator, or of `# @title`; nil when there is none.
    var title: String?
    /// `# @name`, else the title, else `METHOD target`: what `FILE#NAME` and references look up.
    var id: String
    /// `id` beside the method: without it where the request has neither name nor title.
    var idBesideMethod: String {
        let isMade = (name ?? "").isEmpty && (title ?? "").isEmpty
        return isMade && id.hasPrefix(method + " ") ? String(id.dropFirst(method.count + 1)) : id
    }
    /// `# @name` as written.
    var name: String?
    /// Upper-cased if known; `GET` where the line has none.
    var method: String
    /// The target with its continuation lines joined, as written.
    var target: String
    /// What follows `HTTP/`: `1.1`, `2`, `2 (Prior Knowledge)`.
    var httpVersion: String?
    /// The query of the target, as written (not decoded), with parameters that are switched off.
    var parameters: [Parameter]
    var headers: [Header]
    var body: Body
    var settings: Settings
    var notices: [Notice]
    /// `# @description`, else what the separators below the title say, else the first comment above the request line.
    var documentation: String?
    /// Why it cannot be sent at all (another protocol); nil for an ordinary request.
    var unsupported: String?
    /// Where the request is a curl command: what it says, as lines of a request file without separator.
    var curl: [String]?
    /// Whether that command makes the parts of a form (`-F`), whose boundary nobody chose.
    var isCurlForm = false
    /// In the order of the file.
    var prompts: [Prompt] = []
    var dependencies: [Dependency] = []
    var assertions: [AssertionLine] = []
    var outputFile: OutputFile?
    var loop: Loop?
    var captures: [ScriptCapture] = []
    /// `# @sleep`: waited before the send, in runs.
    var sleep: Duration?
    /// Beside `settings.isDisabled`, which holds always.
    var disabledCondition: DisabledCondition?
    /// nil for what is no GraphQL request.
    var graphQL: GraphQLTrigger?

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
        /// Lines of the file that hold it; empty if there is none. Kept lines (scripts, assertions) may stand between.
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
        /// `# @disabled`, also with a condition that cannot be read.
        var isDisabled = false
        var verifiesTLS = true
        /// False for `# @no-client-cert`.
        var usesClientCertificate = true
        var keepsBodyComments = false
        /// `# @keep-body-comments false`: comment lines are left out of the body without asking.
        var dropsBodyComments = false
        var note: String?
        /// `# @expect` and `# @envelope`: what the body of a success must be.
        var expects = BodyExpectation.anything
        /// `# @proxy url`, `# @no-proxy`; nil leaves the choice to the program.
        var proxy: ProxyChoice?
        /// `# @cache no-store` and the like; nil leaves the choice to the program.
        var cacheMode: CacheMode?
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

/// A `@name = value` line.
struct VariableDefinition: Sendable, Hashable {
    var name: String
    /// As written, references and escapes unresolved.
    var rawValue: String
    /// From 1.
    var line: Int
}

/// The lines between two separators (HTTP-FORMAT §3): a request, variables only, or a heading.
struct DocumentBlock: Sendable, Hashable {
    /// From 1, the separator lines included.
    var lines: Range<Int>
    /// The first separator of the group that has a text.
    var title: String?
    /// nil for a block without a request.
    var requestIndex: Int?
    /// A title over nothing, `### --- Users ---`: the heading of the requests below it.
    var isHeading = false
}

extension SavedRequest {
    /// What a list calls the request: its title, else its name, else its target.
    var label: String { [title, name].compactMap(\.self).first { !$0.isEmpty } ?? target }
}
