/// The options of a download.
public struct DownloadOptions: Sendable, Hashable {
    /// Whether to resume a part that an earlier call left beside the target. Default true.
    public var resumes: Bool
    /// Bytes of the whole file before the download fails with `too-large`; nil, the default, means any number.
    public var maxBytes: Int?

    /// By default a part is resumed, and the size has no limit.
    public init(resumes: Bool = true, maxBytes: Int? = nil) {
        self.resumes = resumes
        self.maxBytes = maxBytes
    }
}

/// A file that was downloaded completely.
public struct DownloadedFile: Sendable, Hashable {
    /// The path that was given to `download`.
    public let path: String
    /// The size of the whole file, in bytes.
    public let byteCount: Int64
    /// How many of these bytes an earlier call had saved; 0 if it began anew.
    public let resumedFrom: Int64
}

/// How a download ended, with everything that was sent for it.
public struct DownloadOutcome: Sendable {
    /// The file, or why it is not complete.
    public let result: Result<DownloadedFile, EngineError>
    /// In order: the first, and one for each time it was resumed. Without the bytes of the bodies.
    public let exchanges: [Exchange]
}

extension Engine {
    /// Downloads to a file.
    ///
    /// The bytes go to `path.part` as they arrive, and get their name when all are on the disk: only then a file at
    /// `path` is replaced. A download that breaks off keeps its part, and a later call resumes it if the server can
    /// confirm that the file is the same (RFC 9110 §13.1.5): by a strong `ETag`, or a `Last-Modified` more than a
    /// minute earlier. A small file `path.part.info` records that. Otherwise, and for methods other than GET, it starts
    /// over.
    ///
    /// A download that breaks off during the body is resumed as the draft's `RequestOptions.retry` says, which is
    /// never by default; its `maxRetries` limits how often. Timeouts apply to each request: raise
    /// `Timeouts.total`, 60 s by default, or set it to nil for large files.
    ///
    /// The bytes are saved as they are on the wire: no content coding is asked for, since ranges count coded bytes.
    /// - `path`: of the file; its folder must exist.
    /// - `progress`: receives the number of bytes saved so far, at most every 50 ms, and at the end. Called on the
    ///   task of the download.
    /// - Throws: the error of the last exchange; a status other than 2xx; `request-build` if the target cannot be
    ///   written, `too-large` if the disk is full.
    @concurrent
    @discardableResult
    public func download(
        _ draft: RequestDraft, to path: String, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(EngineError) -> DownloadedFile {
        try await downloadOutcome(draft, to: path, options: options, progress: progress).result.get()
    }

    /// Downloads the response to an endpoint into a file; see `download(_:to:options:progress:)`, and `send(_:in:id:)` for
    /// `environment`.
    /// - Throws: why the endpoint cannot be made into a request, or what the download of a draft throws.
    @concurrent
    @discardableResult
    public func download(
        _ endpoint: some Endpoint, in environment: Environment? = nil, to path: String,
        options: DownloadOptions = DownloadOptions(), progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(EngineError) -> DownloadedFile {
        try await downloadOutcome(endpoint, in: environment, to: path, options: options, progress: progress).result
            .get()
    }

    /// Downloads to a file, and gives the file or the error together with all exchanges, in order. Never throws; see
    /// `download(_:to:options:progress:)`.
    @concurrent
    public func downloadOutcome(
        _ draft: RequestDraft, to path: String, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async -> DownloadOutcome {
        await downloadOutcome(EngineRequest(draft: draft), to: path, options: options, progress: progress)
    }

    /// Downloads the response to an endpoint into a file, and gives the file or the error together with all exchanges, in order.
    /// Never throws. An endpoint that cannot be made into a request ends without an exchange.
    @concurrent
    public func downloadOutcome(
        _ endpoint: some Endpoint, in environment: Environment? = nil, to path: String,
        options: DownloadOptions = DownloadOptions(), progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async -> DownloadOutcome {
        let request = request(of: endpoint, in: environment)
        if let failure = request.failure { return DownloadOutcome(result: .failure(failure), exchanges: []) }
        return await downloadOutcome(request, to: path, options: options, progress: progress)
    }

    private func downloadOutcome(
        _ request: EngineRequest, to path: String, options: DownloadOptions,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async -> DownloadOutcome {
        do throws(EngineError) {
            let part = try PartFile(target: path)
            var run = DownloadRun(
                engine: self, draft: withOptions(request.draft), interceptors: request.interceptors, options: options,
                report: progress)
            return await run.run(part)
        } catch {
            return DownloadOutcome(result: .failure(error), exchanges: [])
        }
    }
}
