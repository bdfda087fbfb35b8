import NetEngine

private enum DraftKey {
    static let method: UInt64 = 1
    static let url: UInt64 = 2
    static let target: UInt64 = 3
    static let field: UInt64 = 4
    static let bodyKind: UInt64 = 5
    static let bodyPath: UInt64 = 6
    static let options: UInt64 = 7
    static let bodyType: UInt64 = 8
}

private enum FieldKey {
    static let name: UInt64 = 1
    static let value: UInt64 = 2
    static let origin: UInt64 = 3
    static let secret: UInt64 = 4
}

private enum OptionKey {
    static let followRedirects: UInt64 = 1
    static let maxRedirects: UInt64 = 2
    static let bodyIsSecret: UInt64 = 3
    static let maxBodyBytes: UInt64 = 4
    static let httpVersion: UInt64 = 5
    static let verifiesTLS: UInt64 = 6
    static let caFile: UInt64 = 7
    static let decodesContent: UInt64 = 8
    static let cacheMode: UInt64 = 9
    static let proxy: UInt64 = 10
    static let unixSocket: UInt64 = 11
    static let waitsForConnectivity: UInt64 = 12
    static let timeout: UInt64 = 13
    static let minimumTLS: UInt64 = 14
    static let log: UInt64 = 15
    static let sendsURLAsWritten: UInt64 = 16
    static let connection: UInt64 = 17
    static let tls: UInt64 = 18
}

private enum LogKey {
    static let name: UInt64 = 1
    static let file: UInt64 = 2
    static let line: UInt64 = 3
    static let collection: UInt64 = 4
    static let environment: UInt64 = 5
    static let run: UInt64 = 6
    static let resendOf: UInt64 = 7
}

/// What a stored draft's body was.
private enum BodyKind: Int64 {
    case none, bytes, file
    /// Secret, or a stream or a file whose bytes are not known: only its length is.
    case withheld
}

extension ExchangeEncoder {
    mutating func draft(_ draft: RequestDraft, _ writer: inout PackedWriter) {
        writer.put(DraftKey.method, redactor.text(draft.method))
        writer.put(DraftKey.url, url(draft.url))
        writer.put(DraftKey.target, draft.target == .server)
        for field in draft.headers { writer.put(DraftKey.field) { self.field(field, &$0) } }
        switch draft.body {
        case .none: break
        case .bytes(let bytes) where draft.options.bodyIsSecret && !redactor.knowsSecret(in: bytes):
            writer.put(DraftKey.bodyKind, BodyKind.withheld.rawValue)
        case .bytes(let bytes):
            writer.put(DraftKey.bodyKind, BodyKind.bytes.rawValue)
            keep(
                BodyBytes(bytes), size: requestSize ?? bytes.count, slot: StoredExchange.Body.request,
                type: draft.headers["Content-Type"])
        case .file(let path):
            writer.put(DraftKey.bodyKind, BodyKind.file.rawValue)
            writer.put(DraftKey.bodyPath, redactor.text(path))
        case .pieces, .stream: writer.put(DraftKey.bodyKind, BodyKind.withheld.rawValue)
        }
        writer.put(DraftKey.options) { options(draft.options, &$0) }
    }

    func field(_ field: HeaderField, _ writer: inout PackedWriter) {
        let shown = redactor.field(field)
        writer.put(FieldKey.name, shown.nameBytes)
        writer.put(FieldKey.value, shown.valueBytes)
        if shown.origin != .typed { writer.put(FieldKey.origin, shown.origin.rawValue) }
        writer.put(FieldKey.secret, shown.isSecret)
    }

    private static let usualOptions = RequestOptions()

    private func options(_ options: RequestOptions, _ writer: inout PackedWriter) {
        // What is the default is not stored.
        let usual = Self.usualOptions
        func flag(_ key: UInt64, _ value: Bool, _ usual: Bool) {
            if value != usual { writer.put(key, value ? 1 : 0 as Int64) }
        }
        flag(OptionKey.followRedirects, options.followRedirects, usual.followRedirects)
        flag(OptionKey.bodyIsSecret, options.bodyIsSecret, usual.bodyIsSecret)
        flag(OptionKey.verifiesTLS, options.verifiesTLS, usual.verifiesTLS)
        flag(OptionKey.decodesContent, options.decodesContent, usual.decodesContent)
        flag(OptionKey.waitsForConnectivity, options.waitsForConnectivity, usual.waitsForConnectivity)
        flag(OptionKey.sendsURLAsWritten, options.sendsURLAsWritten, usual.sendsURLAsWritten)
        if options.maxRedirects != usual.maxRedirects { writer.put(OptionKey.maxRedirects, options.maxRedirects) }
        if options.maxBodyBytes != usual.maxBodyBytes { writer.put(OptionKey.maxBodyBytes, options.maxBodyBytes) }
        if options.httpVersion != usual.httpVersion { writer.put(OptionKey.httpVersion, options.httpVersion.rawValue) }
        if options.cacheMode != usual.cacheMode { writer.put(OptionKey.cacheMode, options.cacheMode.rawValue) }
        writer.put(OptionKey.caFile, options.caFile.map(redactor.text))
        if case .url(let proxy) = options.proxy { writer.put(OptionKey.proxy, redactor.url(proxy)) }
        if case .environment = options.proxy { writer.put(OptionKey.proxy, "") }
        var connection = options.connection
        writer.put(OptionKey.unixSocket, connection.unixSocket.map(redactor.text))
        if options.timeouts != usual.timeouts { writer.put(OptionKey.timeout, options.timeouts.total) }
        var tls = options.tls
        let usualTLS = usual.tls
        if tls.minimumVersion != usualTLS.minimumVersion {
            writer.put(OptionKey.minimumTLS, tls.minimumVersion.rawValue)
        }
        // Both of these have a key above.
        connection.unixSocket = nil
        tls.minimumVersion = usualTLS.minimumVersion
        if connection != usual.connection { writer.put(OptionKey.connection) { route(connection, &$0) } }
        if tls != usualTLS { writer.put(OptionKey.tls) { security(tls, &$0) } }
        if let log = options.log { writer.put(OptionKey.log) { self.log(log, &$0) } }
    }

    private func log(_ log: RequestLogOptions, _ writer: inout PackedWriter) {
        writer.put(LogKey.name, log.name.map(redactor.text))
        writer.put(LogKey.file, log.file)
        writer.put(LogKey.line, log.line)
        writer.put(LogKey.collection, log.collection)
        writer.put(LogKey.environment, log.environment)
        writer.put(LogKey.run, log.run)
        writer.put(LogKey.resendOf, log.resendOf)
    }
}

extension ExchangeDecoder {
    func draft(_ record: PackedRecord) -> RequestDraft {
        let kind = record.number(DraftKey.bodyKind).flatMap(BodyKind.init)
        let stored: RequestBody =
            switch kind {
            case .bytes: .bytes(body(StoredExchange.Body.request).map { $0.bytes.bytes(in: 0..<$0.bytes.count) } ?? [])
            case .file: .file(path: record.text(DraftKey.bodyPath) ?? "")
            case .withheld, .some(.none), nil: .none
            }
        return RequestDraft(
            method: record.text(DraftKey.method) ?? "", url: record.text(DraftKey.url) ?? "",
            target: record.flag(DraftKey.target) ? .server : .resource, headers: fields(record, DraftKey.field),
            body: stored, options: options(record.record(DraftKey.options)))
    }

    func fields(_ record: PackedRecord, _ key: UInt64) -> HeaderFields {
        HeaderFields(
            record.records(key).map { field in
                HeaderField(
                    nameBytes: field.bytes(FieldKey.name) ?? [], valueBytes: field.bytes(FieldKey.value) ?? [],
                    origin: field.text(FieldKey.origin).flatMap(HeaderField.Origin.init) ?? .typed,
                    isSecret: field.flag(FieldKey.secret))
            })
    }

    private func options(_ record: PackedRecord?) -> RequestOptions {
        var options = RequestOptions()
        guard let record else { return options }
        func flag(_ key: UInt64, _ change: (inout RequestOptions, Bool) -> Void) {
            if let number = record.number(key) { change(&options, number == 1) }
        }
        flag(OptionKey.followRedirects) { $0.followRedirects = $1 }
        flag(OptionKey.bodyIsSecret) { $0.bodyIsSecret = $1 }
        flag(OptionKey.verifiesTLS) { $0.verifiesTLS = $1 }
        flag(OptionKey.decodesContent) { $0.decodesContent = $1 }
        flag(OptionKey.waitsForConnectivity) { $0.waitsForConnectivity = $1 }
        flag(OptionKey.sendsURLAsWritten) { $0.sendsURLAsWritten = $1 }
        if let count = record.int(OptionKey.maxRedirects) { options.maxRedirects = count }
        if let count = record.int(OptionKey.maxBodyBytes) { options.maxBodyBytes = count }
        if let version = record.text(OptionKey.httpVersion).flatMap(HTTPVersionPreference.init) {
            options.httpVersion = version
        }
        if let mode = record.text(OptionKey.cacheMode).flatMap(CacheMode.init) { options.cacheMode = mode }
        options.caFile = record.text(OptionKey.caFile)
        if let proxy = record.text(OptionKey.proxy) { options.proxy = proxy.isEmpty ? .environment : .url(proxy) }
        options.connection.unixSocket = record.text(OptionKey.unixSocket)
        if let total = record.duration(OptionKey.timeout) { options.timeouts.total = total }
        if let version = record.text(OptionKey.minimumTLS).flatMap(TLSOptions.Version.init) {
            options.tls.minimumVersion = version
        }
        if let others = record.record(OptionKey.connection) { route(others, &options.connection) }
        if let others = record.record(OptionKey.tls) { security(others, &options.tls) }
        options.log = record.record(OptionKey.log).map { log in
            RequestLogOptions(
                name: log.text(LogKey.name), file: log.text(LogKey.file), line: log.int(LogKey.line),
                collection: log.text(LogKey.collection), environment: log.text(LogKey.environment),
                run: log.text(LogKey.run), resendOf: log.number(LogKey.resendOf))
        }
        return options
    }
}
