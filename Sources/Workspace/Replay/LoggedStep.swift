import HTTPFormat

extension RequestResolver {
    /// A request of the log as its file has it now, if it asks to be confirmed; also if a line disables it.
    ///
    /// - Returns: empty if it does not ask, if the file cannot be read, or if it has no such request.
    package func toConfirm(ofLogged id: String, in path: String) -> [SendPlan.Step] {
        guard let found = logged(id, in: path) else { return [] }
        return [SendPlan.Step(file: found.file, request: found.request.enabled).printed].toConfirm
    }
}
