import NetEngine

/// What runtime expressions may ask of: a request and its response.
package struct LinkExchange: Sendable {
    package var method: String
    package var url: HTTPURL
    /// From `OperationMatcher`.
    package var path: [OperationMatch.PathParameter]
    package var requestHeaders: HeaderFields
    package var requestBody: ContractBody
    package var status: Int
    package var responseHeaders: HeaderFields
    /// Its content codings are undone.
    package var responseBody: ContractBody

    package init(
        method: String, url: HTTPURL, path: [OperationMatch.PathParameter] = [], requestHeaders: HeaderFields = [],
        requestBody: ContractBody = .none, status: Int, responseHeaders: HeaderFields = [],
        responseBody: ContractBody = .none
    ) {
        self.method = method
        self.url = url
        self.path = path
        self.requestHeaders = requestHeaders
        self.requestBody = requestBody
        self.status = status
        self.responseHeaders = responseHeaders
        self.responseBody = responseBody
    }
}
