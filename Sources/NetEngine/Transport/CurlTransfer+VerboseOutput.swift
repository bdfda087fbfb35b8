import CCurl

/// What libcurl's verbose output tells of a transfer, line by line (called by `CurlCallbacks`). Only its own fixed phrases are read.
extension CurlTransfer {
    /// One line of libcurl's verbose output. Only its own fixed phrases are read; a server's bytes come by other callbacks.
    func heard(_ text: UnsafeRawBufferPointer) {
        guard stage < .sending else {
            if speaksHTTP2 { heardOfStream(text) }
            return
        }
        if text.starts(with: Phrase.noneFree) {
            if stage == .resolving { enter(.queued) }
            return
        }
        if stage == .queued {
            // It left the queue: the time before was waiting.
            marks.started = .now
            enter(.resolving)
            loop.leftQueue(self)
        }
        if text.starts(with: Phrase.trying) {
            guard stage == .resolving else { return }
            marks.resolved = .now
            enter(.connecting)
            job.report(.nameResolved)
        } else if text.starts(with: Phrase.connected) {
            if marks.reached == nil { reached(text) }
        } else if text.starts(with: Phrase.tunnelStands)
            || text.starts(with: Phrase.socksPrefix) && text.count < 40 && Self.tells(text, Phrase.socksGranted)
        {
            if route.isTunnel { connected() }
        } else if stage == .connecting, marks.reached == nil {
            // An address failed. libcurl only makes ready for the next one, and waits for nothing that could wake it.
            loop.needsAnotherRound()
        } else if text.starts(with: Phrase.reusing) {
            connectionNumber = Self.number(text.dropFirst(Phrase.reusing.count))
        } else if text.starts(with: Phrase.secured) {
            let words = String(decoding: text.dropFirst(Phrase.secured.count), as: UTF8.self)
                .split(separator: " ")
            tlsVersion = words.first.map(String.init)
            tlsCipher = words.last.map { $0.trimmingSuffix("\n") }
        } else if text.starts(with: Phrase.agreed) {
            alpn = String(decoding: text.dropFirst(Phrase.agreed.count), as: UTF8.self).trimmingSuffix("\n")
            usesHTTP2 = alpn == "h2"
        } else if stage == .tls, tlsVersion == nil, Self.tells(text, Phrase.alert) {
            // The end of the handshake. libcurl itself reports what was agreed on after a complete one only.
            noteHandshake()
        }
    }

    /// What became of the request's stream, and whether the server closes the connection.
    private func heardOfStream(_ text: UnsafeRawBufferPointer) {
        if text.starts(with: Phrase.streamNumber) {
            stream.number = Self.number(text.dropFirst(Phrase.streamNumber.count))
        } else if text.starts(with: Phrase.streamRefused) {
            stream.isRefused = true
        } else if text.starts(with: Phrase.streamEnded) {
            stream.end = String(decoding: text.prefix(120), as: UTF8.self).trimmingSuffix("\n")
        } else if Phrase.goAway.contains(where: { text.starts(with: $0) }),
            let goAway = HTTP2GoAway(String(decoding: text.prefix(100), as: UTF8.self))
        {
            connection?.goAway = goAway
        }
    }

    private func noteHandshake() {
        guard let facts = ccurl_openssl_connection(handle).flatMap({ HandshakeFacts(openSSL: $0) }) else { return }
        (tlsVersion, tlsCipher, alpn) = (facts.version, facts.cipher, facts.alpn)
    }

    static func number(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        Int(String(decoding: text.prefix { ASCII.isDigit($0) }, as: UTF8.self))
    }

    private static func tells(_ text: UnsafeRawBufferPointer, _ phrase: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: phrase) }
    }

    /// One line of a proxy's response to CONNECT.
    func heard(proxyLine line: UnsafeRawBufferPointer) {
        guard route.isTunnel, stage == .connecting, proxyHead.byteCount <= job.request.options.maxHeaderBytes else {
            return
        }
        if proxyHead.isFinal { proxyHead = HeadAssembler() }
        _ = proxyHead.add(line)
    }

    private enum Phrase {
        static let noneFree = Array("No connections available".utf8)
        static let reusing = Array("Re-using existing connection #".utf8)
        static let tunnelStands = Array("CONNECT tunnel established".utf8)
        static let socksPrefix = Array("SOCKS".utf8)
        static let socksGranted = Array(" request granted".utf8)
        static let trying = Array("  Trying ".utf8)
        static let connected = Array("Connected to ".utf8)
        static let secured = Array("SSL connection using ".utf8)
        static let agreed = Array("ALPN: server accepted ".utf8)
        static let alert = Array(", TLS alert, ".utf8)
        static let streamNumber = Array("Using Stream ID: ".utf8)
        static let streamRefused = Array("REFUSED_STREAM, ".utf8)
        static let streamEnded = Array("HTTP/2 stream ".utf8)
        // 7.88 has the first spelling.
        static let goAway = ["recveived GOAWAY, ", "received GOAWAY, "].map { Array($0.utf8) }
    }

    /// Bytes of the body as they came. Those of a proxy's response to CONNECT are not the response's.
    func heard(wireBody bytes: UnsafeRawBufferPointer) {
        let limit = job.request.options.keptWireBytes
        guard limit > 0, head.isFinal else { return }
        wireBody = wireBody ?? WireBody()
        wireBody?.add(bytes, keeping: limit)
    }

    /// A handshake message with its head, or the head of a TLS record, or the one byte with the real type of an encrypted
    /// record (RFC 8446 §5.2). Nothing else shows that data arrived, if only half a line.
    func heard(tlsRecord bytes: UnsafeRawBufferPointer) {
        if stage == .tls, bytes.first == CertificateMessage.type,
            let chain = CertificateMessage.certificates(in: bytes)
        {
            shownChain = chain
        }
        guard watchesRecords, !hasUnreadableBytes, bytes.first == Self.applicationData,
            bytes.count == (currentTLSVersion == "TLSv1.3" ? 1 : 5)
        else { return }
        hasUnreadableBytes = true
    }

    private static let applicationData: UInt8 = 23

    /// In HTTP/2 the frames say what they belong to.
    var watchesRecords: Bool {
        guard isEncrypted, marks.ready != nil else { return false }
        guard isOnKeptConnection else { return !usesHTTP2 }
        return connectionNumber.flatMap { loop.connection($0) }?.speaksHTTP2 == false
    }

    private var currentTLSVersion: String? {
        isOnKeptConnection ? connectionNumber.flatMap { loop.connection($0) }?.tlsVersion : tlsVersion
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
    }
}
