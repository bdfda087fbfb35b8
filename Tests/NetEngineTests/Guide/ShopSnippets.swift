import NetEngine

// The types of the guide. The articles print the text between the markers byte for byte: see `ArticleTests`.

// snippet: endpoint
struct Product: Codable, Sendable, Equatable {
    let id: Int
    let name: String
}

enum Shop: Endpoint {
    typealias Response = Product

    case product(id: Int)
    case add(Product)

    var path: String {
        switch self {
        case .product(let id): "products/\(id)"
        case .add: "products"
        }
    }
    var method: HTTPMethod { if case .add = self { .post } else { .get } }
    var body: EndpointBody { if case .add(let product) = self { .json(product) } else { .none } }
}
// snippet end

// snippet: message
func message(for error: EngineError) -> String {
    switch error.category {
    case .offline, .dns, .connect, .timeout: "The shop cannot be reached. \(error.hint)"
    case .clientError where error.status == 404: "There is no such product."
    case .decoding: "The shop changed its format: \(error.sentence)"
    default: error.sentence
    }
}
// snippet end

// snippet: interceptor
struct TimeZoneField: Interceptor {
    func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft {
        var request = request
        if !request.headers.contains("X-Time-Zone") {
            request.headers.append(HeaderField("X-Time-Zone", "UTC"))
        }
        return request
    }
}
// snippet end

// snippet: login
struct Login: Endpoint {
    struct Response: Decodable, Sendable { let token: String }

    let password: String

    var path: String { "login" }
    var method: HTTPMethod { .post }
    var body: EndpointBody { .form([QueryItem("password", password)]) }
}
// snippet end
