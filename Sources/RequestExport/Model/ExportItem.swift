import HTTPFormat
import NetEngine
import Workspace

/// A variable that stays one in an export.
package struct ExportVariable: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
        /// Its value is private, or its name means a secret.
        case secret
        /// Its value is in the response to a request of this id.
        case response(String)
        /// Its value is a token that is fetched when the request is sent.
        case token
        /// The user is asked for its value.
        case prompt
        /// It stays because the target format has variables.
        case named
    }

    /// As it is written between the braces.
    package var name: String
    package var origin: Origin
    /// `{{%name}}`: the value is percent-encoded.
    package var isEncoded = false
    /// The text with marks whose Base64 this is; nil for a variable.
    package var base64: String?
}

/// A variable with the value that it has now.
package struct ExportValue: Sendable, Hashable {
    package var name: String
    /// nil if it is a secret that is not revealed.
    package var value: String?
}

/// A request that is ready to be written.
package struct ExportItem: Sendable {
    /// The path of the file as messages name it.
    package var file: String
    /// The folder of the file.
    package var folder: String
    package var request: SavedRequest
    /// With marks for variables, and without secrets unless they were asked for.
    package var draft: RequestDraft
    /// The same as it would be sent; nil if the variables are kept.
    package var prepared: PreparedRequest?
    package var marks: TextMarks
    /// By the numbers of their marks.
    package var variables: [Int: ExportVariable]
    /// A login that is computed when the request is sent. It is not among the headers.
    package var login: AuthorizationShorthand?
    /// Whether `http://` before the URL is ours: a variable takes the place of all up to the path.
    package var beginsWithVariable = false
    /// The variables that it uses and that have values.
    package var values: [ExportValue]
    /// The parameters of the query as they are written, with hidden secrets.
    package var parameters: [SavedRequest.Parameter] = []
    /// The headers that are switched off, with hidden secrets.
    package var disabledHeaders: [SavedRequest.Header] = []
    /// The parts of a multipart form, with hidden secrets.
    var form: WrittenForm?
    package var losses: [ExportLoss] = []

    /// The request's name in lists: its title, its name, or what is sent. A target as it is written could hold a secret.
    package var label: String {
        [request.title, request.name].compactMap(\.self).first { !$0.isEmpty }
            ?? "\(draft.method) \(written(shownURL(draft.url)))"
    }

    /// What messages call the request.
    package var id: String { [request.name].compactMap(\.self).first { !$0.isEmpty } ?? label }

    /// The text without `http://`, if that is ours.
    func shownURL(_ url: String) -> String {
        beginsWithVariable && url.hasPrefix("http://") ? String(url.dropFirst("http://".count)) : url
    }

    /// Whether the body is a text of `application/x-www-form-urlencoded`.
    var hasFormBody: Bool {
        guard case .bytes = draft.body, form == nil else { return false }
        return ContentType(draft.headers["Content-Type"] ?? "").isForm
    }

    /// The marks in such a body; none if the body is another one.
    var marksOfForm: [Int] { hasFormBody ? numbers(in: bodyTexts) : [] }

    /// The marks in URL, headers and login.
    var marksOutsideOfBody: [Int] { numbers(in: textsBeforeBody + loginTexts) }

    /// The marks that occur in the request, in order, each once; those in Base64 too.
    var usedMarks: [Int] { numbers(in: textsBeforeBody + bodyTexts + loginTexts) }

    /// The same with those in the URL of the proxy, for formats that have one.
    var usedMarksWithProxy: [Int] { numbers(in: textsBeforeBody + bodyTexts + loginTexts + proxyTexts) }

    /// The marks that nothing but the URL of the proxy has, for formats without one.
    var marksOfProxyAlone: Set<Int> {
        let unsent = disabledHeaders.map(\.value) + parameters.filter { !$0.isEnabled }.map(\.value)
        let others = textsBeforeBody + bodyTexts + loginTexts + unsent.map { Array(marked($0).utf8) }
        return Set(numbers(in: proxyTexts)).subtracting(numbers(in: others))
    }

    private var proxyTexts: [[UInt8]] {
        if case .url(let text) = draft.options.proxy { [Array(text.utf8)] } else { [] }
    }

    private var textsBeforeBody: [[UInt8]] { [Array(draft.url.utf8)] + draft.headers.map(\.valueBytes) }

    private var bodyTexts: [[UInt8]] {
        switch draft.body {
        case .bytes(let bytes): return [bytes]
        case .pieces(let pieces):
            var texts: [[UInt8]] = []
            for case .bytes(let bytes) in pieces { texts.append(bytes) }
            return texts
        case .none, .file, .stream: return []
        }
    }

    private var loginTexts: [[UInt8]] {
        switch login {
        case .digest(let user, let password): return [Array("\(user) \(password)".utf8)]
        case .aws(let credentials, let region, let service):
            let words = [
                credentials.accessKeyID, credentials.secretAccessKey, credentials.sessionToken, region, service,
            ]
            return [Array(words.compactMap(\.self).joined(separator: " ").utf8)]
        case nil: return []
        }
    }

    private func numbers(in texts: [[UInt8]]) -> [Int] {
        var found: [Int] = []
        var known: Set<Int> = []
        for number in texts.flatMap({ marks.numbers(in: $0) }) {
            let inner = variables[number]?.base64.map { marks.numbers(in: Array($0.utf8)) } ?? [number]
            for number in inner where known.insert(number).inserted { found.append(number) }
        }
        return found
    }

    /// The text as a request file has it: `{{name}}` for each mark.
    func written(_ text: String) -> String { marks.replacing(in: text) { written($0) } }

    /// Marks in the place of variables, for texts that are as a request file has them: forms, and what is switched off.
    func marked(_ text: String) -> String {
        let plain = variables.filter { $0.value.base64 == nil }.map { number, variable in
            (VariableMarks.Variable(name: variable.name, isEncoded: variable.isEncoded), number)
        }
        let numbers = Dictionary(plain, uniquingKeysWith: { first, _ in first })
        return ReferenceText.replacing(in: text) { expression in
            numbers[VariableMarks.Variable(expression: expression)].map(marks.text)
        }
    }

    func written(_ number: Int) -> String {
        guard let variable = variables[number] else { return "" }
        if let text = variable.base64 { return written(text) }
        return "{{\(variable.isEncoded ? "%" : "")\(variable.name)}}"
    }
}

/// Requests to export, in folders and files as the user has them.
package indirect enum ExportNode: Sendable {
    case folder(name: String, [ExportNode])
    case file(name: String, [ExportItem])

    package var items: [ExportItem] {
        switch self {
        case .folder(_, let nodes): nodes.flatMap(\.items)
        case .file(_, let items): items
        }
    }

    /// Puts the requests of a file where its path says.
    /// - Parameter path: from the folder that is exported, with slashes.
    package static func add(_ items: [ExportItem], path: String, to nodes: inout [ExportNode]) {
        let parts = path.split(separator: "/").map(String.init)
        add(items, parts[...], to: &nodes)
    }

    private static func add(_ items: [ExportItem], _ path: ArraySlice<String>, to nodes: inout [ExportNode]) {
        guard let first = path.first, path.count > 1 else {
            return nodes.append(.file(name: title(ofFile: path.first ?? ""), items))
        }
        let place = nodes.lastIndex { if case .folder(first, _) = $0 { true } else { false } }
        var inner: [ExportNode] = []
        if let place, case .folder(_, let known) = nodes[place] { inner = known }
        add(items, path.dropFirst(), to: &inner)
        if let place { nodes[place] = .folder(name: first, inner) } else { nodes.append(.folder(name: first, inner)) }
    }

    /// The name of a file without its extension.
    package static func title(ofFile name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
