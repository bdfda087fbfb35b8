import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The connection of a transfer: reached, established, used again, left.
extension CurlTransfer {
    /// A socket is about to be connected for this transfer; happy eyeballs may open two.
    func opened(_ socket: curl_socket_t) {
        openedSockets.append(socket)
        _ = ccurl_set_verbose(handle, 1)
        loop.watch.opened(socket)
    }

    /// The peer of the TCP connection is known: the server, or the proxy.
    func reached(_ text: UnsafeRawBufferPointer) {
        marks.reached = .now
        if marks.resolved == nil { marks.resolved = marks.reached }
        _ = ccurl_set_connect_timeout_ms(handle, CurlSetup.noConnectLimit)
        if let sign = text.lastIndex(of: UInt8(ascii: "#")) {
            connectionNumber = Self.number(text[(sign + 1)...])
            connectionNumber.map { loop.announce($0, route: route) }
        }
        if stage == .resolving { enter(.connecting) }
        // TLS to a proxy counts as connecting.
        if !route.isTunnel, route.proxy?.kind != .https { connected() }
    }

    func connected() {
        marks.connected = .now
        enter(job.request.url.scheme == .https ? .tls : .sending)
        job.report(.connected)
    }

    /// The connection is established and nothing was sent on it yet. False keeps libcurl from using it.
    func isReady(localPort: Int32) -> Bool {
        if marks.ready != nil {
            // libcurl starts again: its stream was refused, it is to use HTTP/1.1, or it got 417 while it waited for 100. The engine
            // decides.
            if head.isFinal, head.status == 417 { wasCutOnPurpose = true } else { wasToBeSentAgain = true }
            return turnDown()
        }
        var newConnections = 0
        _ = ccurl_get_num_connects(handle, &newConnections)
        isOnKeptConnection = newConnections == 0
        if isOnKeptConnection {
            if connectionNumber == nil { connectionNumber = loop.number(atLocalPort: localPort) }
            guard let kept = connectionNumber.flatMap({ loop.reuse($0, for: job.token, route: route) }) else {
                metStaleConnection = true
                return turnDown()
            }
            connection = kept
            speaksHTTP2 = kept.speaksHTTP2
        } else if let connectionNumber, let socket = usedSocket(localPort) {
            speaksHTTP2 = usesHTTP2 || job.request.options.httpVersion == .http2PriorKnowledge
            let made = CurlConnection(
                socket: socket, route: route, user: job.token, speaksHTTP2: speaksHTTP2,
                tlsVersion: tlsVersion, tlsCipher: tlsCipher, alpn: alpn, certificates: certificates())
            connection = made
            loop.remember(made, as: connectionNumber, localPort: localPort)
        }
        let now = MonotonicInstant.now
        if !isOnKeptConnection {
            if marks.connected == nil { connected() }
            if job.request.url.scheme == .https {
                marks.secured = now
                job.report(.tlsDone)
            }
        }
        marks.ready = now
        // Now it shows the head that it sends.
        if isQuietAtFirst { _ = ccurl_set_verbose(handle, 1) }
        enter(.sending)
        if let connectionNumber { loop.reads(self, on: connectionNumber) }
        return true
    }

    /// libcurl keeps an HTTP/2 connection that it may not use, and would choose it again for each later request.
    /// - Returns: false.
    private func turnDown() -> Bool {
        _ = ccurl_set_forbid_reuse(handle, 1)
        return false
    }

    private func usedSocket(_ localPort: Int32) -> curl_socket_t? {
        route.unixSocket == nil ? openedSockets.first { Self.localPort($0) == localPort } : openedSockets.last
    }

    /// The connection is left, for another transfer or for good.
    func leaveConnection() {
        guard let connectionNumber else { return }
        loop.readsNoMore(on: connectionNumber)
        if marks.ready == nil, !isOnKeptConnection {
            loop.disown(connectionNumber)
        } else {
            loop.responseEnded(responseByteCount, on: connectionNumber)
        }
    }

    static func localPort(_ socket: curl_socket_t) -> Int32 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            let code = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
            guard code == 0 else { return -1 }
            // The port is at the same offset for both families.
            return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int32(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    /// The chain of the connection that this transfer opened. libcurl tells that of a complete handshake only; where the
    /// certificate was refused it is what the server showed.
    func certificates() -> [CertificateFacts] {
        guard job.request.url.scheme == .https else { return [] }
        let known = CurlCertificates.read(handle)
        return known.isEmpty ? shownChain.compactMap { CertificateReader.facts(der: $0) } : known
    }

    /// Called for this transfer's connection, with the bytes received on it since the last response. They are the
    /// response's bytes only in plain HTTP: elsewhere a handshake is among them.
    func connectionCloses(receivedBytes: Int, unreadBytes: Int) {
        guard !isEncrypted, !route.isTunnel else { return }
        hasUnreadableBytes = receivedBytes > 0
        witness.compare(with: receivedBytes - unreadBytes)
    }

    /// Bytes of the response on the wire, heads included; nil if the framing of the body hides them.
    private var responseByteCount: Int? {
        let isBare = declaredLength == nil && head.status != 204 && head.status != 304 && job.request.method != .head
        return isBare || !head.lines("Transfer-Encoding").isEmpty
            ? nil : head.byteCount + intake.wireByteCount
    }
}
