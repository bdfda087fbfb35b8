import HTTPFormat

extension RequestResolver {
    /// A request of the log, if it asks to be confirmed as its file has it now, although a line may switch it off.
    ///
    /// - Returns: empty if it does not ask, if the file cannot be read, or if it has no such request.
    package func toConfirm(ofLogged id: String, in path: String) -> [SendPlan.Step] {
        guard let found = logged(id, in: path) else { return [] }
        return [SendPlan.Step(file: found.file, request: found.request.enabled).printed].toConfirm
    }
}
