import NetEngine
import TestSupport
import Testing

// The types of the article "A whole API"; `ArticleTests` compares it with them.

// snippet: several
enum Blog: Endpoint {
    case posts
    case post(id: Int)
    case comments(post: Int)

    var path: String {
        switch self {
        case .posts: "posts"
        case .post(let id): "posts/\(id)"
        case .comments(let post): "posts/\(post)/comments"
        }
    }
    /// Old posts have moved, and that is no failure.
    var successStatuses: ClosedRange<Int>? { if case .post = self { 200...399 } else { nil } }
    var options: RequestOptions { RequestOptions(timeouts: Timeouts(total: .seconds(20))) }
}

struct Post: Decodable, Sendable, Equatable {
    let id: Int
    let title: String
}
// snippet end

// snippet: constrained
extension Endpoint where Self == AnyEndpoint<[Post]> {
    static var posts: Self { AnyEndpoint(Blog.posts, decoder: .json([Post].self)) }
    static func posts(by author: String) -> Self {
        var posts = Self.posts
        posts.query = [QueryItem("author", author)]
        return posts
    }
}
// snippet end

// snippet: mapping
enum BlogError: Error {
    case signIn
    case gone(path: String)
    case refused(by: String, attempts: Int)
    case network(EngineError)
}

func blog(_ engine: Engine) -> MappedEngine<BlogError> {
    engine.mappingErrors { error, exchange in
        switch error.status {
        case 401: .signIn
        case 404, 410: .gone(path: exchange.hops.last?.request.url.path ?? "")
        case .some: .refused(by: exchange.draft.url, attempts: exchange.hops.count)
        case nil: .network(error)
        }
    }
}
// snippet end

/// Runs the code of the article "A whole API".
@Suite(.timeLimit(.minutes(5))) struct WholeAPITests {
    private static let posts = #"[{"id":1,"title":"One"}]"#

    private static let answers = StubBehaviour { request in
        func json(_ text: String, _ status: Int = 200) -> [StubStep] {
            let type = [("Content-Type", "application/json")]
            return [.send(StubBehaviour.response(status, headers: type, body: Array(text.utf8)))]
        }
        return switch request.target {
        case "/posts": json(posts)
        case "/posts?author=ann": json("[]")
        case "/posts/1": json(#"{"id":1,"title":"One"}"#)
        case "/posts/1/comments": json(#"["first"]"#)
        case "/me": json(#"{"code":\#(request.field("Authorization") == "Bearer new" ? 0 : 40101),"data":[]}"#)
        default: json("{}", 410)
        }
    }

    @Test func `one endpoint has several responses`() async throws {
        try await StubServer.with(Self.answers) { server in
            let production = Environment.production(baseURL: server.url)
            let engine = Engine()
            // snippet: as
            let post = try await engine.fetch(Blog.post(id: 1), in: production, as: Post.self)
            let comments = try await engine.fetch(Blog.comments(post: 1), in: production, as: [String].self)
            let page = try await engine.fetch(Blog.post(id: 1), in: production, decoder: .text)
            // snippet end
            #expect(post == Post(id: 1, title: "One"))
            #expect(comments == ["first"])
            #expect(page == #"{"id":1,"title":"One"}"#)
            // snippet: dotted
            let all = try await engine.fetch(.posts, in: production)
            let hers = try await engine.fetch(.posts(by: "ann"), in: production)
            // snippet end
            #expect(all == [post])
            #expect(hers.isEmpty)
        }
    }

    @Test func `the mapping sees the exchange`() async throws {
        try await StubServer.with(Self.answers) { server in
            let production = Environment.production(baseURL: server.url)
            do throws(BlogError) {
                _ = try await blog(Engine()).fetch(Blog.post(id: 9), in: production)
                Issue.record("a post that is gone was found")
            } catch {
                guard case .gone("/posts/9") = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test func `two APIs with two logins need one engine`() async throws {
        try await StubServer.with(Self.answers) { blogServer in
            try await StubServer.with(.status(200, body: "{}")) { shopServer in
                let (blogURL, shopURL) = (blogServer.url, shopServer.url)
                // snippet: environments
                let blog = Environment.production(
                    baseURL: blogURL, interceptors: [Credential.bearer("for-the-blog")])
                let shop = Environment.production(
                    baseURL: shopURL, interceptors: [Credential.apiKey("for-the-shop", header: "X-Key")])
                let engine = Engine(
                    configuration: EngineConfiguration(
                        options: RequestOptions(timeouts: Timeouts(total: .seconds(30)), retry: RetryPolicy()),
                        interceptors: [TimeZoneField()]))
                // snippet end
                _ = await engine.send(Blog.posts, in: blog)
                _ = await engine.send(AnyEndpoint(.get, "stock"), in: shop)
                _ = await engine.send(AnyEndpoint(.get, blogServer.url + "/posts"), in: shop)
                #expect(blogServer.received.map { $0.field("Authorization") } == ["Bearer for-the-blog", nil])
                #expect(blogServer.received.map { $0.field("X-Key") } == [nil, nil])
                #expect(shopServer.received.map { $0.field("X-Key") } == ["for-the-shop"])
                #expect(shopServer.received.map { $0.field("Authorization") } == [nil])
                #expect(shopServer.received.map { $0.field("X-Time-Zone") } == ["UTC"])
            }
        }
    }

    @Test func `an envelope can say that the token expired`() async throws {
        try await StubServer.with(Self.answers) { server in
            let production = Environment.production(baseURL: server.url)
            // snippet: envelope
            let envelope = EnvelopeFormat(statusField: "code")
            let refresh = TokenRefresh(
                token: "old", isExpired: { $0.error?.apiFault?.status == "40101" }, renew: { _ in "new" })
            let engine = Engine(configuration: EngineConfiguration(interceptors: [refresh]))
            let me = AnyEndpoint(.get, "me", decoder: .envelope(of: [Post].self, envelope))
            let posts = try await engine.fetch(me, in: production).data
            // snippet end
            #expect(posts.isEmpty)
            #expect(server.received.map { $0.field("Authorization") } == ["Bearer old", "Bearer new"])
        }
    }
}
