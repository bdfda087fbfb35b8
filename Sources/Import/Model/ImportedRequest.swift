/// A request of another tool.
package struct ImportedRequest: Sendable, Hashable {
    /// As the source names it; empty if it does not.
    package var name: String
    package var description: String?
    /// As it is sent; empty for GET.
    package var method: String
    /// With its query as far as the source writes it there, encoded as it is sent but for variables. No path variables of the form `:id`: readers
    /// write `{{id}}`, and add `id` to `variables`.
    package var url: String
    /// Added to the query of `url`.
    package var parameters: [ImportedRow]
    package var headers: [ImportedRow]
    package var body: ImportedBody
    package var login: ImportedLogin
    package var options: ImportedOptions
    /// Values for this request alone.
    package var variables: [ImportedVariable]
    /// Variables of this request alone that have no value yet: none that others define may take their place.
    package var unset: [ImportedVariable] = []
    /// What the dependencies of others, and their references to its response, call it; no other request is called so. nil if none needs it.
    package var usedAs: String?
    /// The requests that must be sent before this one, as their `usedAs`.
    package var dependencies: [String]
    package var checks: [ImportedCheck]
    package var captures: [ImportedCapture]
    package var scripts: [ImportedScript]
    /// Asserts and captures of the source that have no counterpart, as they are written there; they are kept as a comment.
    package var leftovers: [String] = []
    /// Examples, or what was recorded.
    package var responses: [ImportedResponse]
    /// Whether `{{` is text and no variable in all of the request (HAR, curl).
    package var isLiteral: Bool
    package var place: ImportPlace?

    package init(
        name: String, description: String? = nil, method: String, url: String, parameters: [ImportedRow] = [],
        headers: [ImportedRow] = [], body: ImportedBody = .none, login: ImportedLogin = .inherited,
        options: ImportedOptions = ImportedOptions(), variables: [ImportedVariable] = [], dependencies: [String] = [],
        checks: [ImportedCheck] = [], captures: [ImportedCapture] = [], scripts: [ImportedScript] = [],
        responses: [ImportedResponse] = [], isLiteral: Bool = false, place: ImportPlace? = nil
    ) {
        self.name = name
        self.description = description
        self.method = method
        self.url = url
        self.parameters = parameters
        self.headers = headers
        self.body = body
        self.login = login
        self.options = options
        self.variables = variables
        self.dependencies = dependencies
        self.checks = checks
        self.captures = captures
        self.scripts = scripts
        self.responses = responses
        self.isLiteral = isLiteral
        self.place = place
    }
}

/// A header, a parameter or a form field.
package struct ImportedRow: Sendable, Hashable {
    package var name: String
    package var value: String
    package var isEnabled: Bool
    /// Of a parameter or a form field: whether name and value are percent-encoded already.
    package var isEncoded: Bool
    /// Of a parameter or a form field: whether it has no `=`.
    package var isNameOnly = false
    package var description: String?
    package var place: ImportPlace?

    package init(
        _ name: String, _ value: String, isEnabled: Bool = true, isEncoded: Bool = false, description: String? = nil,
        place: ImportPlace? = nil
    ) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
        self.isEncoded = isEncoded
        self.description = description
        self.place = place
    }
}

package enum ImportedBody: Sendable, Hashable {
    case none
    /// Text as it is sent.
    ///
    /// - Parameter contentType: for requests whose headers name none; nil if the source adds none either.
    case text(String, contentType: String?)
    /// Lines as a request file has them: files, variables and all.
    ///
    /// - Parameter moved: what only a file beside the request can hold, by the line that sends the file, from 0.
    case lines([String], moved: [Int: [UInt8]] = [:])
    /// `application/x-www-form-urlencoded`
    case form([ImportedRow])
    /// `multipart/form-data`
    case multipart([ImportedPart])
    /// - Parameter variables: JSON; empty if there are none.
    case graphQL(query: String, variables: String, operationName: String?)
    /// A file of the user, as the source names it. It is not read.
    case file(path: String, contentType: String?)
    /// Bytes that are no text: they go to a file beside the request.
    case bytes([UInt8], contentType: String?)
}

/// A part of a multipart body.
package struct ImportedPart: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case text(String)
        /// A file of the user, as the source names it. It is not read.
        case file(path: String)
        case bytes([UInt8])
    }

    package var name: String
    package var content: Content
    package var contentType: String?
    /// nil: that of the file, or none.
    package var fileName: String?
    package var headers: [ImportedRow]
    package var isEnabled: Bool
    package var place: ImportPlace?

    package init(
        name: String, content: Content, contentType: String? = nil, fileName: String? = nil,
        headers: [ImportedRow] = [], isEnabled: Bool = true, place: ImportPlace? = nil
    ) {
        self.name = name
        self.content = content
        self.contentType = contentType
        self.fileName = fileName
        self.headers = headers
        self.isEnabled = isEnabled
        self.place = place
    }
}

/// How a request is sent; nil leaves it to the program.
package struct ImportedOptions: Sendable, Hashable {
    package var timeout: Duration?
    package var connectTimeout: Duration?
    package var followsRedirects: Bool?
    package var verifiesTLS: Bool?
    package var usesCookieJar: Bool?
    /// As in `# @proxy`; empty for none.
    package var proxy: String?
    /// As after `HTTP/` in a request line: `1.1`, `2`.
    package var httpVersion: String?
    package var retries: Int?
    /// The pause before the request.
    package var delay: Duration?
    /// False: URL and form are sent as they are written.
    package var encodes: Bool?
    /// Whether body lines that begin with `#` or `//` are content.
    package var keepsBodyComments = false
    /// Whether runs skip it.
    package var isDisabled: Bool
    package var tags: [String]
    /// Where the body of the response is written to, relative to the collection.
    package var outputFile: String?

    package init(
        timeout: Duration? = nil, connectTimeout: Duration? = nil, followsRedirects: Bool? = nil,
        verifiesTLS: Bool? = nil, usesCookieJar: Bool? = nil, proxy: String? = nil, httpVersion: String? = nil,
        retries: Int? = nil, delay: Duration? = nil, encodes: Bool? = nil, isDisabled: Bool = false,
        tags: [String] = [], outputFile: String? = nil
    ) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.followsRedirects = followsRedirects
        self.verifiesTLS = verifiesTLS
        self.usesCookieJar = usesCookieJar
        self.proxy = proxy
        self.httpVersion = httpVersion
        self.retries = retries
        self.delay = delay
        self.encodes = encodes
        self.isDisabled = isDisabled
        self.tags = tags
        self.outputFile = outputFile
    }
}

/// What a request expects of its response.
package struct ImportedCheck: Sendable, Hashable {
    /// As after `# @assert`: `status == 200`, `body $.id exists`, `header content-type includes json`.
    package var text: String
    package var place: ImportPlace?

    package init(_ text: String, place: ImportPlace? = nil) {
        self.text = text
        self.place = place
    }
}

/// A variable that gets its value from the response.
package struct ImportedCapture: Sendable, Hashable {
    package var variable: String
    /// As after `response.` in a reference: `body.$.a.b`, `body`, `headers.X-Token`.
    package var expression: String
    package var place: ImportPlace?

    package init(variable: String, expression: String, place: ImportPlace? = nil) {
        self.variable = variable
        self.expression = expression
        self.place = place
    }
}

/// A program of the source. It is kept as a comment, unless it can be written as a script above the request.
package struct ImportedScript: Sendable, Hashable {
    package enum Event: String, Sendable, Hashable { case beforeRequest, afterResponse }

    package var event: Event
    package var text: String
    /// Whether some of it is a check or a capture already.
    package var isPartlyRead = false
    package var place: ImportPlace?

    package init(_ event: Event, _ text: String, place: ImportPlace? = nil) {
        self.event = event
        self.text = text
        self.place = place
    }
}
