import NetEngine
import OpenAPI

/// What of one exchange counts for coverage: names and types, no values.
package struct ObservedExchange: Sendable {
    package var method: String
    /// Of the URL, without its query.
    package var path: String
    package var operation: Result<OperationEntry, NoOperation>
    package var pathNames: Set<String> = []
    package var queryNames: Set<String> = []
    /// In lower case.
    package var headerNames: Set<String> = []
    package var cookieNames: Set<String> = []
    package var hasQuery = false
    package var requestMediaType: String?
    /// nil if there was no response.
    package var status: Int?
    package var responseMediaType: String?

    /// - Parameters:
    ///   - match: from `OperationMatcher`.
    ///   - status: nil if there was no response.
    package init(
        _ match: Result<OperationMatch, NoOperation>, method: String, url: HTTPURL, requestHeaders: HeaderFields,
        status: Int?, responseHeaders: HeaderFields = []
    ) {
        self.method = method
        path = url.path
        operation = match.map(\.entry)
        let parameters = (try? match.get().parameters) ?? []
        let texts = ParameterTexts(path: parameters, url: url, headers: requestHeaders)
        pathNames = texts.pathNames
        queryNames = texts.queryNames
        cookieNames = texts.cookieNames
        hasQuery = url.query?.isEmpty == false
        headerNames = Set(requestHeaders.map { $0.name.lowercased() })
        requestMediaType = requestHeaders.last("Content-Type")?.value
        self.status = status
        responseMediaType = responseHeaders.last("Content-Type")?.value
    }

    func has(_ parameter: Parameter) -> Bool {
        switch parameter.location {
        case .path: pathNames.contains(parameter.name)
        case .query: queryNames.contains(parameter.name)
        case .header: headerNames.contains(parameter.name.lowercased())
        case .cookie: cookieNames.contains(parameter.name)
        case .querystring: hasQuery
        case .formData: false
        }
    }
}
