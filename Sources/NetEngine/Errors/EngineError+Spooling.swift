#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension EngineError {
    /// A body that cannot be kept in a file: `too-large` if the disk is full, else `internal`, with the errno.
    package init(_ failure: SpooledBody.Failure) {
        let text = SystemError.clause(failure.code)
        let underlying = UnderlyingCode(errno: failure.code)
        let folder = failure.folders.joined(separator: ", nor in ")
        switch failure.held {
        case let held? where failure.isFullDisk:
            self.init(
                .tooLarge, phase: .receive,
                "The body is too large for the disk: \(Self.byteCount(held)) of it came, and there is no more room in \(folder).",
                hint: "Make room there, and send again.", underlying: underlying)
        case .some:
            self.init(
                .internal, phase: .receive, "The body cannot be kept in \(folder): \(text).",
                hint: "Check the folder and its disk.", underlying: underlying)
        case nil:
            self.init(
                .internal, "No file for a large body can be made in \(folder): \(text).",
                hint: "Check the folder and its permissions.", underlying: underlying)
        }
    }
}
