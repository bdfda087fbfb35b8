import NetEngine

/// One entry point for bytes from outside, and what must be true of it whatever the bytes are.
///
/// Two drivers call it: libFuzzer (`scripts/fuzz`), and the tests, which take the corpus with a few mutations of each file.
enum FuzzTarget: String, CaseIterable, Sendable {
    case requestFile = "request-file"
    case environment, curl, json
    case jsonPath = "json-path"
    case xPath = "xpath"
    case pattern, headers, cookies
    case contentCoding = "content-coding"
    case batch
    case imports = "import"
    case openAPI = "openapi"
    case graphQL = "graphql"
    case jsonSchema = "json-schema"
    case terminalInput = "terminal-input"
    case logFilter = "log-filter"
    case handler, settings

    /// What is wrong with how these bytes were read; nil if nothing is.
    func fault(_ bytes: [UInt8]) -> String? {
        var fault: String?
        let steps = WorkMeter.steps { fault = check(bytes) }
        if let fault { return fault }
        if let perByte = stepsPerByte, steps > 200_000 + perByte * bytes.count {
            return "\(steps) steps for \(bytes.count) bytes"
        }
        return nil
    }

    private func check(_ bytes: [UInt8]) -> String? {
        switch self {
        case .requestFile: RequestFileTarget.fault(bytes)
        case .environment: EnvironmentTarget.fault(bytes)
        case .curl: CurlTarget.fault(bytes)
        case .json: JSONTarget.fault(bytes)
        case .jsonPath: JSONTarget.pathFault(bytes)
        case .xPath: QueryTarget.xPathFault(bytes)
        case .pattern: QueryTarget.patternFault(bytes)
        case .headers: HeaderTarget.fault(bytes)
        case .cookies: HeaderTarget.cookieFault(bytes)
        case .contentCoding: CodingTarget.fault(bytes)
        case .batch: BatchTarget.fault(bytes)
        case .imports: ImportTargets.fault(bytes)
        case .openAPI: DescriptionTarget.openAPIFault(bytes)
        case .graphQL: DescriptionTarget.graphQLFault(bytes)
        case .jsonSchema: DescriptionTarget.schemaFault(bytes)
        case .terminalInput: TerminalTarget.fault(bytes)
        case .logFilter: LogFilterTarget.fault(bytes)
        case .handler: HandlerTarget.fault(bytes)
        case .settings: SettingsTarget.fault(bytes)
        }
    }

    /// How many counted steps a byte may cost (`WorkMeter`); nil where a query multiplies with its document, which has a budget of its
    /// own, or where a few bytes may ask for much output.
    private var stepsPerByte: Int? {
        switch self {
        case .jsonPath, .xPath, .pattern, .contentCoding, .handler, .jsonSchema: nil
        // Of curl, each comma after `-F a=@` is a part of a form.
        case .openAPI, .graphQL, .imports, .curl: 20_000
        default: 2000
        }
    }
}

/// The first line of an input, and what is below it: a query with its document.
struct InputParts {
    let first: ArraySlice<UInt8>
    let rest: [UInt8]

    init(_ bytes: [UInt8]) {
        let end = bytes.firstIndex(of: 10) ?? bytes.endIndex
        first = bytes[..<end]
        rest = Array(bytes[end...].dropFirst())
    }
}
