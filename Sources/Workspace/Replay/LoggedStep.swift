import HTTPFormat

extension RequestResolver {
    /// A request of the log as its file has it now, to be sent although a line may switch it off.
    ///
    /// - Returns: nil if the file cannot be read or has no such request.
    package func step(ofLogged id: String, in path: String) -> SendPlan.Step? {
        logged(id, in: path).map { SendPlan.Step(file: $0.file, request: $0.request.enabled) }
    }
}
