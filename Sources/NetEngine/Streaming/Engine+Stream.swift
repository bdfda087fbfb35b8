extension Engine {
    /// Sends, and returns as soon as the head of the response is there: the body is read from the stream while it arrives.
    ///
    /// Up to the head everything is as for `send`: redirects are followed, interceptors adapt and recover, the retry
    /// policy applies. A response that leads to another request is never seen. After the head nothing is sent again.
    /// The cache is used as for `send`, and stores bodies of up to 16 MiB once they were read completely. Cancelling
    /// the surrounding task before the head is there cancels the exchange.
    /// - `maxBodyBytes`: decoded bytes, in place of the draft's limit; default none.
    /// - `id`: from `makeID`, used for one exchange only.
    /// - Throws: why no response arrived. A status other than 2xx does not throw: see `ResponseStream.statusError`.
    @concurrent
    public func stream(
        _ draft: RequestDraft, maxBodyBytes: Int? = nil, id: ExchangeID? = nil
    ) async throws(EngineError) -> ResponseStream {
        try await openStream(draft, maxBodyBytes: maxBodyBytes, id: id).get()
    }

    /// Sends an endpoint, and returns as soon as the head of the response is there; see `stream(_:maxBodyBytes:id:)`.
    /// - `maxBodyBytes`: decoded bytes, in place of the endpoint's limit; default none.
    /// - Throws: why the endpoint cannot be made into a request, or why no response arrived.
    @concurrent
    public func stream(
        _ endpoint: some Endpoint, in environment: Environment? = nil, maxBodyBytes: Int? = nil, id: ExchangeID? = nil
    ) async throws(EngineError) -> ResponseStream {
        try await open(request(of: endpoint, in: environment), maxBodyBytes, id).get()
    }

    /// Sends, and returns as soon as the head of the response is there, or with the whole exchange if no response arrived. Never
    /// throws; see `stream(_:maxBodyBytes:id:)`.
    /// - `maxBodyBytes`: decoded bytes, in place of the draft's limit; default none.
    @concurrent
    public func openStream(
        _ draft: RequestDraft, maxBodyBytes: Int? = nil, id: ExchangeID? = nil
    ) async -> StreamOpening {
        await open(EngineRequest(draft: draft), maxBodyBytes, id)
    }

    func open(
        _ request: EngineRequest, _ maxBodyBytes: Int?, _ id: ExchangeID?
    ) async -> StreamOpening {
        var request = request
        request.draft.options.maxBodyBytes = maxBodyBytes ?? .max
        let id = id ?? makeID()
        let run = begin(request, id: id, isStreamed: true)
        let control = run.control
        guard let handover = run.handover else { return .failed(await run.run(in: active)) }
        let exchange = Promise<Exchange>()
        // A separate task, because it continues after the head was returned; with the caller's task-local values.
        Task { [self] in
            let whole = await run.run(in: active)
            exchange.keep(whole)
            handover.keep(.failed(whole))
        }
        let delivery = await withTaskCancellationHandler {
            await handover.value
        } onCancel: {
            control.cancel()
        }
        switch delivery {
        case .failed(let exchange): return .failed(exchange)
        case .head(let head, let statusError, let body):
            return .open(
                ResponseStream(
                    id: id, head: head, statusError: statusError, body: body, control: control, exchange: exchange))
        }
    }
}

extension StreamOpening {
    func get() throws(EngineError) -> ResponseStream {
        switch self {
        case .open(let stream): return stream
        case .failed(let exchange):
            throw exchange.error
                ?? EngineError(.internal, "The exchange ended without a response and without an error.")
        }
    }
}
