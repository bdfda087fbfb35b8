// Whole exchanges without secrets: what a store, an export and everything that is made of a stored exchange gets.

extension Redactor {
    /// The exchange without secrets, in every part of it. Sizes of bodies are those of what is stored.
    package func stored(_ exchange: Exchange) -> Exchange {
        let draft = stored(exchange.draft)
        let hops = exchange.hops.map { stored($0, of: exchange.draft, stored: draft.body) }
        return Exchange(
            id: exchange.id, draft: draft, startedAt: exchange.startedAt, hops: hops, timings: exchange.timings,
            retryWait: exchange.retryWait, error: exchange.error.map { stored($0, response: hops.last?.response) },
            revalidates: exchange.revalidates)
    }

    package func stored(_ draft: RequestDraft) -> RequestDraft {
        RequestDraft(
            method: stored(method: draft.method), url: stored(url: draft.url), target: draft.target,
            headers: stored(draft.headers),
            body: stored(draft.body, type: draft.headers["Content-Type"], isSecret: draft.options.bodyIsSecret),
            options: stored(draft.options))
    }

    /// A mark is not a method.
    private static let hiddenMethod = HTTPMethod("HIDDEN") ?? .get

    private func stored(method: String) -> String {
        let isUsual = HTTPMethod(method).map { Self.usualMethods.contains($0) } ?? false
        return isUsual ? method : scrub(method)
    }

    private static let usualMethods: Set<HTTPMethod> = [.get, .head, .post, .put, .patch, .delete, .options]

    private func stored(_ options: RequestOptions) -> RequestOptions {
        var options = options
        options.cookieJar = nil
        if options.log != nil { options.log?.secrets = [] }
        if case .url(let proxy) = options.proxy { options.proxy = .url(stored(url: proxy)) }
        if let file = options.caFile { options.caFile = scrub(file) }
        if options.connection != ConnectionOptions() {
            options.connection.unixSocket = options.connection.unixSocket.map { scrub($0) }
            options.connection.localAddress = options.connection.localAddress.map { scrub($0) }
            for index in options.connection.resolve.indices {
                options.connection.resolve[index].host = options.connection.resolve[index].host.map { scrub($0) }
                options.connection.resolve[index].addresses =
                    options.connection.resolve[index].addresses.map { scrub($0) }
            }
            for index in options.connection.connectTo.indices {
                options.connection.connectTo[index].host = options.connection.connectTo[index].host.map { scrub($0) }
                options.connection.connectTo[index].targetHost =
                    options.connection.connectTo[index].targetHost.map { scrub($0) }
            }
        }
        if options.tls != TLSOptions() {
            options.tls.caDirectory = options.tls.caDirectory.map { scrub($0) }
            if var certificate = options.tls.clientCertificate {
                certificate.file = scrub(certificate.file)
                certificate.keyFile = certificate.keyFile.map { scrub($0) }
                certificate.password = certificate.password.map { mark(for: $0) }
                options.tls.clientCertificate = certificate
            }
        }
        return options
    }

    private func stored(_ hop: Hop, of draft: RequestDraft, stored body: RequestBody) -> Hop {
        let request = hop.request
        // A redirect or a retry sends the same bytes again.
        let newBody =
            request.body == draft.body
            ? body
            : stored(
                request.body, type: request.headers["Content-Type"],
                isSecret: request.options.bodyIsSecret || draft.options.bodyIsSecret)
        let prepared = PreparedRequest(
            method: HTTPMethod(stored(method: request.method.rawValue)) ?? Self.hiddenMethod, url: stored(request.url),
            headers: stored(request.headers), body: newBody, options: stored(request.options), proxy: nil)
        return Hop(
            cause: hop.cause, request: prepared, sentHead: stored(head: hop.sentHead),
            sentBodyByteCount: hop.sentBodyByteCount, response: hop.response.map { stored($0) },
            connection: hop.connection.map { stored($0) }, startOffset: hop.startOffset, timings: hop.timings,
            cacheDecision: hop.cacheDecision.map { stored($0) }, validation: hop.validation.map { stored($0) },
            setCookies: hop.setCookies.compactMap { stored($0) }, heldBack: hop.heldBack.map { scrub($0) })
    }

    package func stored(_ response: Response) -> Response {
        let type = response.headers.values("Content-Type").last
        let body = stored(content: response.content, type: type, isCut: !response.isComplete)
        let isSame = body.count == response.content.count && body == response.content
        return Response(
            status: response.status, reason: applied(response.reason, []) ?? response.reason,
            httpVersion: response.httpVersion, headers: stored(response.headers),
            trailers: stored(response.trailers), rawHead: stored(head: response.rawHead),
            interimHeads: response.interimHeads.map { stored(head: $0) }, content: body,
            bodyByteCount: isSame || !response.isBodyKept ? response.bodyByteCount : body.count,
            wireBodyByteCount: response.wireBodyByteCount, decodedCodings: response.decodedCodings,
            // Compressed or cut into chunks, no secret could be found in it.
            wireBody: isSame && response.isBodyKept ? response.wireBody : nil, isComplete: response.isComplete)
    }

    private func stored(_ facts: ConnectionFacts) -> ConnectionFacts {
        guard searches else { return facts }
        var facts = facts
        facts.remoteAddress = facts.remoteAddress.map { scrub($0) }
        facts.unixSocket = facts.unixSocket.map { scrub($0) }
        facts.proxy = facts.proxy.map { scrub($0) }
        for index in facts.certificates.indices {
            facts.certificates[index].subject = scrub(facts.certificates[index].subject)
            // A certificate that signed itself has the host here, too.
            facts.certificates[index].issuer = scrub(facts.certificates[index].issuer)
            facts.certificates[index].alternativeNames = facts.certificates[index].alternativeNames.map { scrub($0) }
        }
        return facts
    }

    private func stored(_ outcome: SetCookieOutcome) -> SetCookieOutcome? {
        let field = stored(HeaderField(nameBytes: Array("Set-Cookie".utf8), valueBytes: outcome.fieldBytes))
        func hidden(_ cookie: Cookie) -> Cookie? {
            Cookie(
                name: applied(cookie.nameBytes, []) ?? cookie.nameBytes,
                value: cookie.valueBytes.isEmpty ? [] : mark(for: cookie.valueBytes[...]),
                domain: scrub(cookie.domain), isHostOnly: cookie.isHostOnly, path: scrub(cookie.path),
                expires: cookie.expires, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
                sameSite: cookie.sameSite)
        }
        switch outcome.result {
        case .kept(let cookie):
            return hidden(cookie).map { SetCookieOutcome(fieldBytes: field.valueBytes, result: .kept($0)) }
        case .removed(let cookie):
            return hidden(cookie).map { SetCookieOutcome(fieldBytes: field.valueBytes, result: .removed($0)) }
        case .refused: return SetCookieOutcome(fieldBytes: field.valueBytes, result: outcome.result)
        }
    }

    private func stored(_ decision: CacheDecision) -> CacheDecision {
        func hidden(_ key: CacheKey) -> CacheKey { CacheKey(text: stored(url: key.text)) }
        var result = CacheDecision(
            outcome: decision.outcome, reason: decision.reason, mode: decision.mode, key: hidden(decision.key))
        switch decision.reason {
        case .onlyIfCachedUnmet(let why): result.reason = .onlyIfCachedUnmet(stored(text: why))
        case .method(let method): result.reason = .method(stored(method: method))
        case .unsafe(let method): result.reason = .unsafe(stored(method: method))
        case .notModified(let validator): result.reason = .notModified(validator: scrub(validator))
        default: break
        }
        result.age = decision.age
        result.lifetime = decision.lifetime
        result.storing = decision.storing
        if case .refused(let why) = decision.storing { result.storing = .refused(stored(text: why)) }
        result.considered = decision.considered.map {
            CacheDecision.Variant(
                id: $0.id, status: $0.status, storedAt: $0.storedAt, matches: $0.matches, why: stored(text: $0.why))
        }
        result.invalidated = decision.invalidated.map(hidden)
        result.hiddenError = decision.hiddenError.map { stored($0) }
        result.background = decision.background
        return result
    }
}
