extension RequestBuilder {
    /// The draft of an endpoint's request. Pure, except that it reads the sizes of the files of a multipart body.
    ///
    /// The query is that of the base URL, then of the path, then the environment's items that the endpoint does not
    /// name, then the endpoint's own.
    /// - Throws: `request-build`, naming the part that is wrong: base URL, path, URL or body.
    public func draft(
        for endpoint: some Endpoint, in environment: Environment? = nil
    ) throws(EngineError) -> RequestDraft { try request(for: endpoint, in: environment).draft }

    /// The same, with what adapts it after the engine's interceptors: the environment's, where it goes to the origin of the base URL,
    /// then the endpoint's own.
    func request(for endpoint: some Endpoint, in environment: Environment?) throws(EngineError) -> EngineRequest {
        let address = try EndpointAddress(
            path: endpoint.path, base: endpoint.baseURL ?? environment?.baseURL,
            asWritten: endpoint.options.sendsURLAsWritten)
        var query = endpoint.query
        var headers = endpoint.headers
        var interceptors = endpoint.interceptors
        if let environment, try address.isServed(by: environment) {
            let names = Set(query.map(\.name))
            query = environment.query.filter { !names.contains($0.name) } + query
            let defaults = environment.headers.filter { !endpoint.headers.contains($0.name) }.map {
                HeaderField(nameBytes: $0.nameBytes, valueBytes: $0.valueBytes, origin: .environment)
            }
            headers = HeaderFields(defaults + headers.fields)
            interceptors = environment.interceptors + interceptors
        }
        let (body, mediaType) = try endpoint.body.assembled()
        if let mediaType, !endpoint.headers.contains("Content-Type") {
            headers.remove("Content-Type")
            headers.append(HeaderField("Content-Type", mediaType))
        }
        var options = endpoint.options
        if let timeout = endpoint.timeout { options.timeouts.total = timeout }
        if let cacheMode = endpoint.cacheMode { options.cacheMode = cacheMode }
        if let statuses = endpoint.successStatuses { options.successStatuses = statuses }
        let draft = RequestDraft(
            method: endpoint.method.rawValue, url: address.text(adding: query.urlQuery), headers: headers, body: body,
            options: options)
        return EngineRequest(draft: draft, interceptors: interceptors)
    }
}

extension EndpointBody {
    fileprivate func assembled() throws(EngineError) -> (RequestBody, mediaType: String?) {
        switch try content.get() {
        case .body(let body): return (body, mediaType)
        case .multipart(let form):
            let encoded = try form.encoded()
            return (encoded.body, encoded.contentType)
        }
    }
}

/// Joins base URL and path.
struct EndpointAddress {
    private let url: HTTPURL

    /// - Parameter asWritten: as in `HTTPURL.parse`.
    /// - Throws: `request-build`.
    init(path: String, base: String?, asWritten: Bool = false) throws(EngineError) {
        let lower = path.prefix(8).lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
            url = try HTTPURL.parse(path, asWritten: asWritten)
            return
        }
        guard let base, !base.isEmpty else {
            throw EngineError(
                .requestBuild, "Base URL: there is none for the path \(EngineError.quoted(path)).",
                hint: "Give the endpoint or the environment a base URL, or make the path a full URL.")
        }
        url = Self.joined(
            try Self.parseBase(base, asWritten: asWritten), try Self.parsePath(path, asWritten: asWritten))
    }

    private static func parseBase(_ base: String, asWritten: Bool = false) throws(EngineError) -> HTTPURL {
        do { return try HTTPURL.parse(base, asWritten: asWritten) } catch {
            throw EngineError(.requestBuild, "Base \(error.sentence)", hint: error.hint)
        }
    }

    private static func parsePath(
        _ path: String, asWritten: Bool
    ) throws(EngineError) -> (path: String, query: String?) {
        let bytes = Array(path.utf8)
        guard !bytes.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
            throw bad("it contains a line break or a NUL character", "Remove it, or write it percent-encoded.")
        }
        guard !bytes.contains(UInt8(ascii: "#")) else {
            throw bad("it contains #, which would end it", "Write %23 where the character itself is meant.")
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let own = Array(bytes[..<mark])
        let query = mark == bytes.endIndex ? nil : Array(bytes[(mark + 1)...])
        if asWritten { return (URLEncoding.asWritten(own), query.map(URLEncoding.asWritten)) }
        return (URLEncoding.path(own), query.map(URLEncoding.query))
    }

    private static func bad(_ what: String, _ hint: String) -> EngineError {
        EngineError(.requestBuild, "Path: \(what).", hint: hint)
    }

    /// Joined by exactly one slash; slashes elsewhere stay as they are.
    private static func joined(_ base: HTTPURL, _ relative: (path: String, query: String?)) -> HTTPURL {
        var path = base.path
        if !relative.path.isEmpty {
            path = path.withoutTrailingSlashes() + "/" + relative.path.drop { $0 == "/" }
        }
        return HTTPURL(
            scheme: base.scheme, userInfo: base.userInfo, host: base.host, explicitPort: base.explicitPort, path: path,
            query: EndpointAddress.joined(base.query, relative.query))
    }

    private static func joined(_ first: String?, _ second: String?) -> String? {
        guard let first, !first.isEmpty else { return second ?? first }
        guard let second, !second.isEmpty else { return first }
        return "\(first)&\(second)"
    }

    /// Whether the environment's defaults and interceptors may be used there: they may hold keys.
    func isServed(by environment: Environment) throws(EngineError) -> Bool {
        guard !environment.headers.isEmpty || !environment.query.isEmpty || !environment.interceptors.isEmpty else {
            return false
        }
        return try Self.parseBase(environment.baseURL).isSameOrigin(as: url)
    }

    func text(adding query: String) -> String {
        HTTPURL(
            scheme: url.scheme, userInfo: url.userInfo, host: url.host, explicitPort: url.explicitPort, path: url.path,
            query: Self.joined(url.query, query.isEmpty ? nil : query)
        ).description
    }
}
