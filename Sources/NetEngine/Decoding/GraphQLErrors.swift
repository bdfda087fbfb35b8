/// Finds errors in the response of a GraphQL server: a JSON object whose `errors`, if any, say what failed although the
/// status is 200 (GraphQL specification, October 2021, §7.1).
enum GraphQLErrors {
    /// - Throws: `decoding` when the body is not a JSON object, `api` when it holds errors; data that came beside them
    ///   stays in the response.
    static func check(_ response: Response) throws(EngineError) {
        let text = try JSONFormat.checkedText(of: response)
        guard let root = JSONSearch.range(of: [], in: text), text[root.lowerBound] == UInt8(ascii: "{") else {
            throw .decoding(
                "GraphQL", DecodingFault(reason: "the response of a GraphQL server is an object", response: response))
        }
        guard let errors = JSONSearch.range(of: [.member("errors")], in: text),
            text[errors.lowerBound] == UInt8(ascii: "["),
            text[(errors.lowerBound + 1)...].first(where: { $0 > 0x20 }) != UInt8(ascii: "]")
        else { return }
        func string(_ path: [DecodingStep]) -> String? {
            JSONSearch.range(of: [.member("errors"), .element(0)] + path, in: text)
                .flatMap { JSONSearch.string(at: $0, in: text) }
        }
        let message = string([.member("message")])
        // Servers agree on this place, though the specification leaves what is in it to them.
        let code = string([.member("extensions"), .member("code")]).map { " (\($0))" } ?? ""
        let said = message.map { " It says: \($0.withoutFullStop)\(code)." } ?? ""
        throw EngineError(
            category: .api, sentence: "The GraphQL server reports errors.\(said)", hint: ErrorCategory.api.hint,
            detail: .api(APIFault(status: nil, message: message, response: response)))
    }
}
