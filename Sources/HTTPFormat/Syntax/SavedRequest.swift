import NetEngine

/// One request as written in its file, before variables are replaced. Lines are numbered from 1.
package struct SavedRequest: Sendable, Hashable {
    /// Index among the requests of the file.
    package var index: Int
    /// The line of the request line, or the first of a curl command.
    package var line: Int
    /// All lines of its block, including separator and leading comments.
    package var lines: Range<Int>
    /// The text of the separator, or of `# @title`; nil when there is none.
    package var title: String?
    /// `# @name`, else the title, else `METHOD target`: what `FILE#NAME` and references look up.
    package var id: String
    /// `id` for display beside the method: without the method if the request has neither name nor title.
    package var idBesideMethod: String {
        let isMade = (name ?? "").isEmpty && (title ?? "").isEmpty
        return isMade && id.hasPrefix(method + " ") ? String(id.dropFirst(method.count + 1)) : id
    }
    /// `# @name` as written.
    package var name: String?
    /// Upper case if known; `GET` if the line has none. Of a curl command as it is typed.
    package var method: String
    /// The target with its continuation lines joined, as written.
    package var target: String
    /// The text after `HTTP/`: `1.1`, `2`, `2 (Prior Knowledge)`.
    package var httpVersion: String?
    /// The query of the target, as written (not decoded), including disabled parameters.
    package var parameters: [Parameter]
    package var headers: [Header]
    package var body: Body
    package var settings: Settings
    package var notices: [Notice]
    /// `# @description`, else the texts of the separators below the title, else the first comment above the request
    /// line.
    package var documentation: String?
    /// Why it cannot be sent at all (another protocol); nil if it can.
    package var unsupported: String?
    /// For a curl command: the request as lines of a request file, without separator.
    package var curl: [String]?
    /// True if the command makes a form (`-F`), whose boundary is free to change.
    package var isCurlForm = false
    /// In file order.
    package var prompts: [Prompt] = []
    package var dependencies: [Dependency] = []
    package var assertions: [AssertionLine] = []
    package var outputFile: OutputFile?
    package var loop: Loop?
    /// The scripts that are read as a whole, in file order.
    package var handlers: [HandlerScript] = []
    /// What its scripts set for later requests.
    package var captures: [ScriptCapture] = []
    /// `# @sleep`: the pause before the send, in runs.
    package var sleep: Duration?
    /// In addition to `settings.isDisabled`, which has no condition.
    package var disabledCondition: DisabledCondition?
    /// nil if it is not a GraphQL request.
    package var graphQL: GraphQLTrigger?

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String
        package var isEnabled: Bool
        package var line: Int
    }

    package struct Header: Sendable, Hashable {
        package var name: String
        package var value: String
        /// False for `# Name: value` in the header section.
        package var isEnabled: Bool
        package var line: Int
    }

    package struct Body: Sendable, Hashable {
        /// The editable text of the body with LF line ends (comment lines and `< file` lines as written); empty if
        /// none.
        package var text: String
        /// The lines of the file that contain it; empty if there is none. Kept lines (scripts, assertions) may be in
        /// between.
        package var lines: Range<Int>

        package init(text: String, lines: Range<Int>) {
            self.text = text
            self.lines = lines
        }
    }

    /// The settings from metadata lines.
    package struct Settings: Sendable, Hashable {
        package var followRedirects = true
        package var usesCookieJar = true
        package var logs = true
        package var autoEncodes = true
        package var timeout: Duration?
        package var connectTimeout: Duration?
        /// `# @disabled`, also with a condition that cannot be read.
        package var isDisabled = false
        package var verifiesTLS = true
        /// False for `# @no-client-cert`.
        package var usesClientCertificate = true
        package var keepsBodyComments = false
        /// `# @keep-body-comments false`: leaves comment lines out of the body without asking.
        package var dropsBodyComments = false
        package var note: String?
        /// `# @tag smoke, slow`, in that order; each once.
        package var tags: [String] = []
        /// `# @expect` and `# @envelope`: what the body of a success must be.
        package var expects = BodyExpectation.anything
        /// `# @proxy url`, `# @no-proxy`; nil if the program decides.
        package var proxy: ProxyChoice?
        /// `# @cache no-store` and the like; nil if the program decides.
        package var cacheMode: CacheMode?
        /// `# @max-body 64MiB`: bytes of the response's body; `Int.max` for `none`, nil if the program decides.
        package var maxBody: Int?
        /// `# @retry 3`: how often an idempotent request is sent again after a failure; nil if the program decides.
        package var retries: Int?
        /// `# @openapi ./api.yaml#getUser`: what describes the request; nil if nothing is said.
        package var contract: ContractLink?
    }
}

/// Something the user should know about a line; it never blocks a send unless it says so.
package struct Notice: Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable { case info, warning, error }
    /// `N1` to `N21` of HTTP-FORMAT §19, or `E…` for our own errors.
    package var id: String
    package var severity: Severity
    package var line: Int
    package var text: String

    package init(id: String, severity: Severity, line: Int, text: String) {
        self.id = id
        self.severity = severity
        self.line = line
        self.text = text
    }
}

extension SavedRequest {
    /// The notices of scripts that are not run: whatever they set or check is missing.
    package var unreadScripts: [Notice] { notices.filter { $0.id == "N13" && $0.severity == .warning } }
}

/// A `@name = value` line.
package struct VariableDefinition: Sendable, Hashable {
    package var name: String
    /// As written, with references and escapes.
    package var rawValue: String
    /// From 1.
    package var line: Int
}

/// The lines between two separators (HTTP-FORMAT §3): a request, variables only, or a heading.
package struct DocumentBlock: Sendable, Hashable {
    /// From 1, including the separator lines.
    var lines: Range<Int>
    /// The first text in a group of separators.
    package var title: String?
    /// nil for a block without a request.
    package var requestIndex: Int?
    /// True for a title without content, `### --- Users ---`: the heading of the requests below it.
    package var isHeading = false
}

extension SavedRequest {
    /// The request's name in lists: its title, else its name, else its target.
    package var label: String { [title, name].compactMap(\.self).first { !$0.isEmpty } ?? target }
}
