import NetEngine

private enum RouteKey {
    static let addressFamily: UInt64 = 1
    static let resolve: UInt64 = 2
    static let connectTo: UInt64 = 3
    static let localAddress: UInt64 = 4
    static let firstLocalPort: UInt64 = 5
    static let lastLocalPort: UInt64 = 6
}

private enum OverrideKey {
    static let host: UInt64 = 1
    static let port: UInt64 = 2
    static let address: UInt64 = 3
    static let targetHost: UInt64 = 4
    static let targetPort: UInt64 = 5
}

private enum TLSKey {
    static let caDirectory: UInt64 = 1
    static let pin: UInt64 = 2
    static let certificate: UInt64 = 3
}

private enum CertificateKey {
    static let file: UInt64 = 1
    static let format: UInt64 = 2
    static let keyFile: UInt64 = 3
    static let password: UInt64 = 4
}

// Where a request was sent and how the connection was secured, as far as it was chosen. Without it, a request that is sent again
// could reach another server.

extension ExchangeEncoder {
    /// All except the Unix socket.
    func route(_ options: ConnectionOptions, _ writer: inout PackedWriter) {
        if options.addressFamily != .any { writer.put(RouteKey.addressFamily, options.addressFamily.rawValue) }
        for entry in options.resolve {
            writer.put(RouteKey.resolve) { writer in
                writer.put(OverrideKey.host, entry.host.map(redactor.text))
                writer.put(OverrideKey.port, entry.port)
                for address in entry.addresses { writer.put(OverrideKey.address, redactor.text(address)) }
            }
        }
        for entry in options.connectTo {
            writer.put(RouteKey.connectTo) { writer in
                writer.put(OverrideKey.host, entry.host.map(redactor.text))
                writer.put(OverrideKey.port, entry.port)
                writer.put(OverrideKey.targetHost, entry.targetHost.map(redactor.text))
                writer.put(OverrideKey.targetPort, entry.targetPort)
            }
        }
        writer.put(RouteKey.localAddress, options.localAddress.map(redactor.text))
        writer.put(RouteKey.firstLocalPort, options.localPorts.map { Int($0.lowerBound) })
        writer.put(RouteKey.lastLocalPort, options.localPorts.map { Int($0.upperBound) })
    }

    /// All except the minimum version.
    func security(_ options: TLSOptions, _ writer: inout PackedWriter) {
        writer.put(TLSKey.caDirectory, options.caDirectory.map(redactor.text))
        for pin in options.pinnedKeys { writer.put(TLSKey.pin, pin.description) }
        guard let certificate = options.clientCertificate else { return }
        writer.put(TLSKey.certificate) { writer in
            writer.put(CertificateKey.file, redactor.text(certificate.file))
            writer.put(CertificateKey.format, certificate.format.rawValue)
            writer.put(CertificateKey.keyFile, certificate.keyFile.map(redactor.text))
            // Never stored, not even in part.
            writer.put(CertificateKey.password, certificate.password.map { _ in Redaction.mark })
        }
    }
}

extension ExchangeDecoder {
    func route(_ record: PackedRecord, _ options: inout ConnectionOptions) {
        if let family = record.text(RouteKey.addressFamily).flatMap(ConnectionOptions.AddressFamily.init) {
            options.addressFamily = family
        }
        options.resolve = record.records(RouteKey.resolve).map { entry in
            ResolveOverride(
                host: entry.text(OverrideKey.host), port: Self.port(entry, OverrideKey.port),
                addresses: entry.texts(OverrideKey.address))
        }
        options.connectTo = record.records(RouteKey.connectTo).map { entry in
            ConnectOverride(
                host: entry.text(OverrideKey.host), port: Self.port(entry, OverrideKey.port),
                targetHost: entry.text(OverrideKey.targetHost), targetPort: Self.port(entry, OverrideKey.targetPort))
        }
        options.localAddress = record.text(RouteKey.localAddress)
        if let first = record.int(RouteKey.firstLocalPort).flatMap({ UInt16(exactly: $0) }),
            let last = record.int(RouteKey.lastLocalPort).flatMap({ UInt16(exactly: $0) }), first <= last
        {
            options.localPorts = first...last
        }
    }

    /// nil if it is missing, or not a port because the log is damaged.
    private static func port(_ entry: PackedRecord, _ key: UInt64) -> Int? {
        entry.int(key).flatMap { (1...65535).contains($0) ? $0 : nil }
    }

    func security(_ record: PackedRecord, _ options: inout TLSOptions) {
        options.caDirectory = record.text(TLSKey.caDirectory)
        options.pinnedKeys = record.texts(TLSKey.pin).compactMap { try? PublicKeyPin($0) }
        options.clientCertificate = record.record(TLSKey.certificate).map { certificate in
            ClientCertificate(
                file: certificate.text(CertificateKey.file) ?? "",
                format: certificate.text(CertificateKey.format).flatMap(ClientCertificate.Format.init),
                keyFile: certificate.text(CertificateKey.keyFile), password: certificate.text(CertificateKey.password))
        }
    }
}
