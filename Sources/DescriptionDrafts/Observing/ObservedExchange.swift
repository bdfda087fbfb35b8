/// One request as it was sent, with its response.
package struct ObservedExchange: Sendable {
    package var method: String
    /// The absolute URL as it was sent.
    package var url: String
    package var requestFields: [(name: String, value: String)]
    /// Decoded from content codings and character sets; nil if there was none.
    package var requestBody: [UInt8]?
    /// Whether only the beginning of the body is here: no schema is made from it.
    package var requestBodyIsCut: Bool
    /// nil if there was no response.
    package var status: Int?
    package var responseFields: [(name: String, value: String)]
    package var responseBody: [UInt8]?
    package var responseBodyIsCut: Bool

    package init(
        method: String, url: String, requestFields: [(name: String, value: String)] = [],
        requestBody: [UInt8]? = nil, requestBodyIsCut: Bool = false, status: Int?,
        responseFields: [(name: String, value: String)] = [], responseBody: [UInt8]? = nil,
        responseBodyIsCut: Bool = false
    ) {
        self.method = method
        self.url = url
        self.requestFields = requestFields
        self.requestBody = requestBody
        self.requestBodyIsCut = requestBodyIsCut
        self.status = status
        self.responseFields = responseFields
        self.responseBody = responseBody
        self.responseBodyIsCut = responseBodyIsCut
    }
}
