/// What request logs store of a request beyond what is sent, and what they leave out. Nothing of it is sent.
public struct RequestLogOptions: Sendable, Hashable {
    /// A value that logs replace by `<secret:NAME>` wherever it occurs: in URLs, headers, bodies and error texts, also
    /// percent-encoded and escaped as in JSON; in Base64 the mark says so: `<secret:NAME~base64>`.
    public struct Secret: Sendable, Hashable {
        /// Shown instead of the value: letters, digits and `-_.:$`; any other character becomes `_` there.
        public var name: String
        /// At least four bytes; a shorter one cannot be distinguished from other text and stays.
        public var value: String
        /// Whether only its name says that it is one: commands and the screen show it.
        package var isPublic = false

        /// Shown instead of the value, such as `<secret:TOKEN>`. A name that could end a string or an element would break
        /// the body that it is put into: all but letters, digits and `-_.:$` are replaced by `_`.
        package var mark: String {
            let safe = name.unicodeScalars.map { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "-_.:$".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
            }
            return "<secret:\(String(safe))>"
        }

        /// In which form a secret is sent where its mark is, as far as a later send must know. The end of the mark's text; no name
        /// has a `~`.
        package enum Form: String, Sendable, CaseIterable {
            case plain = ""
            case base64 = "~base64"
            /// In the alphabet for URLs, without padding.
            case base64URL = "~base64url"

            /// A secret in this form.
            package func text(of secret: String) -> String {
                switch self {
                case .plain: secret
                case .base64: Base64.encode(Array(secret.utf8))
                case .base64URL: Base64.urlEncode(Array(secret.utf8))
                }
            }
        }

        /// The mark of a secret that is sent in a form.
        func mark(_ form: Form) -> String { "\(mark.dropLast())\(form.rawValue)>" }

        /// A secret with its name.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What the caller calls the request, or nil.
    public var name: String?
    /// The file that describes it, as an absolute path.
    public var file: String?
    /// Its line in the file, from 1.
    public var line: Int?
    /// The folder or other group that the file belongs to.
    public var collection: String?
    /// The environment, such as `staging`.
    public var environment: String?
    /// The id of the run that it is part of, or nil.
    public var run: String?
    /// The number of the row of the request log that is sent again; nil for a new request.
    public var resendOf: Int64?
    /// Values that are hidden wherever they occur. Default none.
    public var secrets: [Secret]
    /// Names of headers, query items, form fields and members whose values are hidden, beside the usual credentials;
    /// compared without regard to case. Default none.
    public var secretNames: [String]
    /// JSON paths of values in bodies that are hidden, as in `Redaction`. Default none.
    public var secretPaths: [String]
    /// Whether only the fact that something was sent is stored: no URL, no headers, no bodies, no error text. Default false.
    public var storesFactOnly: Bool

    /// By default nothing is known beyond what is sent.
    public init(
        name: String? = nil, file: String? = nil, line: Int? = nil, collection: String? = nil,
        environment: String? = nil, run: String? = nil, resendOf: Int64? = nil, secrets: [Secret] = [],
        secretNames: [String] = [], secretPaths: [String] = [], storesFactOnly: Bool = false
    ) {
        self.name = name
        self.file = file
        self.line = line
        self.collection = collection
        self.environment = environment
        self.run = run
        self.resendOf = resendOf
        self.secrets = secrets
        self.secretNames = secretNames
        self.secretPaths = secretPaths
        self.storesFactOnly = storesFactOnly
    }
}
