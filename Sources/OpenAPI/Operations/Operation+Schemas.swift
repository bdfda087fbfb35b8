extension Operation {
    /// The schemas of what is sent, or of what comes back: of parameters, bodies, headers and the fields of forms.
    package func schemas(_ direction: SampleMaker.Direction) -> [DocumentPlace] {
        switch direction {
        case .request: parameters.flatMap(\.schemas) + (body?.content ?? []).flatMap(\.schemas)
        case .response: responses.flatMap { $0.headers.flatMap(\.schemas) + $0.content.flatMap(\.schemas) }
        }
    }
}

extension Parameter {
    fileprivate var schemas: [DocumentPlace] { [schema].compactMap { $0 } + (content?.schemas ?? []) }
}

extension Header {
    fileprivate var schemas: [DocumentPlace] { [schema].compactMap { $0 } + (content?.schemas ?? []) }
}

extension MediaType {
    fileprivate var schemas: [DocumentPlace] {
        [schema, itemSchema].compactMap { $0 } + fields.flatMap(\.schemas)
    }
}
