import NetEngine

/// What there is to know of a `# @` line: how it is written, what it does, what it takes, what holds without it.
///
/// The one table of these lines: the reader finds its keys in it (`MetadataKey`), and the screen offers and explains them.
package struct MetadataTerm: Sendable, Hashable {
    /// What is written after the key.
    package enum Form: Sendable, Hashable {
        case nothing
        /// One of these words.
        case choice([String])
        /// A time such as these.
        case duration([String])
        /// A number of bytes such as these, or `none`.
        case size([String])
        /// Free text such as these; it may be left out.
        case optionalText([String])
        case text([String])

        /// Values to offer, the most usual first.
        package var examples: [String] {
            switch self {
            case .nothing: []
            case .choice(let texts), .duration(let texts), .size(let texts), .optionalText(let texts), .text(let texts):
                texts
            }
        }
    }

    package let key: MetadataKey
    /// As it is usually written, without `@`.
    package let name: String
    /// Others that mean the same.
    package let otherNames: [String]
    /// One sentence.
    package let explanation: String
    package let form: Form
    /// What holds without the line; nil where nothing does.
    package let standard: String?

    private init(
        _ key: MetadataKey, _ name: String, also otherNames: [String] = [], _ form: Form = .nothing,
        default standard: String? = nil, _ explanation: String
    ) {
        self.key = key
        self.name = name
        self.otherNames = otherNames
        self.explanation = explanation
        self.form = form
        self.standard = standard
    }

    package static func of(_ key: MetadataKey) -> MetadataTerm? { all.first { $0.key == key } }

    /// All keys that have an effect, in the order in which a user looks for them.
    package static let all: [MetadataTerm] = names + sending + limits + order + response

    private static let names: [MetadataTerm] = [
        MetadataTerm(
            .name, "name", .text(["login"]), "The name by which other requests and the command line find this one."),
        MetadataTerm(.title, "title", .text(["Log in"]), "The title in lists."),
        MetadataTerm(
            .description, "description", also: ["desc"], .text(["What the request is for"]), "What it is for."),
        MetadataTerm(
            .tag, "tag", also: ["tags"], .text(["smoke", "slow", "manual"]),
            "Words that 'apitui run --tag' and '--skip-tag' choose by; 'manual' is sent only when it is asked for."),
    ]

    private static let sending: [MetadataTerm] = [
        MetadataTerm(.noRedirect, "no-redirect", default: "redirects are followed", "Redirects are not followed."),
        MetadataTerm(
            .noCookieJar, "no-cookie-jar", default: "cookies are kept and sent",
            "Cookies are neither kept nor sent from the jar."),
        MetadataTerm(
            .noAutoEncoding, "no-auto-encoding", default: "what a URL does not allow is encoded",
            "URL and form are sent as they are written."),
        MetadataTerm(
            .cache, "cache", .choice(CacheMode.allCases.map(\.rawValue)), default: CacheMode.default.rawValue,
            "How the cache is used."),
        MetadataTerm(
            .proxy, "proxy", .text(["http://127.0.0.1:3128"]), default: "none, connects directly",
            "The proxy through which it is sent."),
        MetadataTerm(.noProxy, "no-proxy", default: "the proxy of # @proxy", "No proxy is used."),
        MetadataTerm(
            .noRejectUnauthorized, "no-reject-unauthorized", default: "the certificate is checked",
            "The server's certificate is not checked."),
        MetadataTerm(
            .noClientCert, "no-client-cert", default: "the environment's certificate",
            "No client certificate is used."),
        MetadataTerm(
            .keepBodyComments, "keep-body-comments", .optionalText(["true", "false"]), default: "asked once",
            "Body lines that begin with # or // are sent; with 'false' they are left out."),
        MetadataTerm(
            .noLog, "no-log", default: "the request log keeps it",
            "The request log keeps only that something was sent: no URL, header, body or error."),
        MetadataTerm(
            .redact, "redact", .text(["pin", "$.user.iban"]),
            "Names and JSON paths of what the request log hides beside passwords and the like."),
        MetadataTerm(
            .variables, "variables", .choice(VariableOrder.allCases.map(\.rawValue)), default: "file-first",
            "Whether the environment's value or the file's counts for a name that both define, in the whole file."),
    ]

    private static let limits: [MetadataTerm] = [
        MetadataTerm(
            .timeout, "timeout", .duration(["5 s", "30 s", "500 ms", "2 m"]), default: "60 s",
            "The longest time for all; a bare number is seconds."),
        MetadataTerm(
            .connectionTimeout, "connection-timeout", .duration(["2 s", "500 ms"]), default: "10 s",
            "The longest time until a connection is open; a bare number is seconds."),
        MetadataTerm(
            .retry, "retry", also: ["retries"], .text(["3"]), default: "0",
            "Retries of idempotent requests after a lost connection, 408, 425, 429, 500 or 502 to 504; 0 to 20."),
        MetadataTerm(
            .maxBody, "max-body", .size(["10MB", "64MiB", "none"]), default: "none",
            "The largest body that is read."),
    ]

    private static let order: [MetadataTerm] = [
        MetadataTerm(
            .ref, "ref", .text(["login"]), "The request that is sent before this one, if it has no response yet."),
        MetadataTerm(.forceRef, "forceRef", .text(["login"]), "The request that is always sent before this one."),
        MetadataTerm(
            .import, "import", .text(["common.http"]), "A file whose variables and requests are known here."),
        MetadataTerm(
            .prompt, "prompt", .text(["user Your name"]), "A variable whose value is asked for before the send."),
        MetadataTerm(
            .secret, "secret", .text(["password"]),
            "A variable whose value is asked for before the send, without showing it."),
        MetadataTerm(.note, "note", .optionalText(["Really?"]), "Asks before it is sent."),
        MetadataTerm(
            .loop, "loop", .text(["for 3", "for item of list"]), default: "sent once",
            "How often it is sent in a run; {{$index}} counts from 0."),
        MetadataTerm(.sleep, "sleep", .text(["500"]), default: "0", "Milliseconds to wait first, in runs."),
        MetadataTerm(
            .disabled, "disabled", .optionalText(["name", "!name"]), default: "sent",
            "Skipped in runs and where others need it; with a name, while that variable has a true value."),
    ]

    private static let response: [MetadataTerm] = [
        MetadataTerm(
            .expect, "expect", .choice(["json", "xml", "text", "form", "image"]), default: "anything",
            "What the body of a success must be."),
        MetadataTerm(
            .envelope, "envelope", .optionalText(["status=code message=error data=result success=0"]),
            default: "no envelope",
            "The JSON body says itself whether it succeeded: which of its members hold status, message and data."),
        MetadataTerm(
            .assert, "assert", .text(["status == 200", "body $.id exists", "header content-type contains json"]),
            "What must be true of the response."),
        MetadataTerm(
            .openAPI, "openapi", .text(["./openapi.yaml", "./openapi.yaml#getUser", "none"]),
            default: "the description that apitui finds beside the request",
            "The OpenAPI file that responses must keep to, and which operation of it this is."),
    ]
}
