extension Operation {
    /// The schemas of parameters, bodies and the fields of forms.
    package var requestSchemas: [DocumentPlace] {
        parameters.flatMap(\.schemas) + (body?.content ?? []).flatMap(\.schemas)
    }

    /// The schemas of bodies and headers.
    package var responseSchemas: [DocumentPlace] {
        responses.flatMap { $0.headers.flatMap(\.schemas) + $0.content.flatMap(\.schemas) }
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
