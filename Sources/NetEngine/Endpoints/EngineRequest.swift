/// What an exchange begins with.
struct EngineRequest: Sendable {
    var draft: RequestDraft
    /// Those of the request's environment and of its endpoint; they follow the engine's.
    var interceptors: [any Interceptor] = []
    /// Why an endpoint could not be made into a request.
    var failure: EngineError?
}
