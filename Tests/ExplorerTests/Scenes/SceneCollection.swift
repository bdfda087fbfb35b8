import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI
@testable import Workspace

/// The collection that all scenes play in: a small shop.
enum SceneCollection {
    static let host = "api.shop.example"
    static let base = "https://\(host)"

    /// 10:32:01 UTC.
    static let start = ExchangeFixtures.start

    private static let orders = """
        @sku = A-1042

        ### List open orders
        # @assert status == 200
        GET {{base}}/orders?status=open&limit=20
        Accept: application/json

        ### Create an order
        # @name create
        # @assert status == 201
        # @assert body $.total isNumber
        POST {{base}}/orders
        Content-Type: application/json
        Authorization: Bearer {{token}}
        X-Request-Source: apitui

        {
          "sku": "{{sku}}",
          "count": 2,
          "gift": false
        }

        ### Pay the order
        POST {{base}}/orders/{{create.response.body.$.id}}/payment

        ### Cancel the order
        DELETE {{base}}/orders/7

        """

    private static let products = """
        ### All products
        GET {{base}}/products

        ### One product
        GET {{base}}/products/1042
        Accept: application/json

        ### A picture of it
        GET {{base}}/products/1042/picture

        """

    private static let users = """
        ### Log in
        # @name login
        POST {{base}}/login
        Content-Type: application/json

        { "user": "ada", "password": "{{password}}" }

        ### Who am I?
        GET {{base}}/me

        ### Old address
        GET {{base}}/v1/me

        """

    struct NotSent: Error {}

    private static let environments = EnvironmentSet(
        names: ["dev", "live"],
        variables: [
            "dev": ["base": variable(base), "token": variable("t0ken", isPrivate: true)],
            "live": ["base": variable("https://shop.example")],
        ])

    private static func variable(_ value: String, isPrivate: Bool = false) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(
            value: value, reason: nil,
            file: isPrivate ? "/c/http-client.private.env.json" : "/c/http-client.env.json", isPrivate: isPrivate)
    }

    /// A program that has just opened the collection.
    static func robot(_ columns: Int, _ rows: Int) throws -> Robot {
        let robot = Robot(
            columns, rows,
            files: [("orders.http", orders), ("products.http", products), ("account/users.http", users)])
        robot.tell(.environmentsLoaded(folder: "/c", environments))
        robot.tell(.environmentsLoaded(folder: "/c/account", environments))
        _ = robot.take()
        return robot
    }

    // MARK: What the server sends

    static func response(
        _ status: Int, _ reason: String, _ headers: [HeaderField] = [], body: String = "",
        type: String = "application/json", version: HTTPVersion = .http2
    ) -> Response {
        var fields = [HeaderField("Content-Type", type)] + headers
        fields.append(HeaderField("Date", "Sat, 21 Nov 2026 10:32:01 GMT"))
        return ExchangeFixtures.response(
            status: status, reason: reason, headers: HeaderFields(fields), body: Array(body.utf8), version: version)
    }

    static func request(_ draft: RequestDraft) throws -> PreparedRequest { try RequestBuilder().build(draft) }

    static let connection = ConnectionFacts(
        remoteAddress: "203.0.113.20", remotePort: 443, localPort: 50_112, tlsVersion: "TLSv1.3",
        tlsCipher: "TLS_AES_256_GCM_SHA384", alpn: "h2")

    static func timings(
        queue: Int = 60, dns: Int? = nil, connect: Int? = nil, tls: Int? = nil, send: Int = 80, wait: Int,
        receive: Int = 900
    ) -> PhaseTimings {
        func time(_ microseconds: Int?) -> Duration? { microseconds.map { .microseconds($0) } }
        let total = [dns, connect, tls, send, wait, receive].compactMap { $0 }.reduce(0, +)
        return PhaseTimings(
            queue: time(queue), dns: time(dns), connect: time(connect), tls: time(tls), send: time(send),
            wait: time(wait), receive: time(receive), total: .microseconds(total))
    }

    static func hop(
        _ request: PreparedRequest, _ response: Response?, _ timings: PhaseTimings, cause: Hop.Cause = .first,
        after offset: Duration = .zero, cache: CacheDecision? = nil, validation: Response? = nil
    ) -> Hop {
        let head = "\(request.method) \(request.url.path) HTTP/2\r\nHost: \(host)\r\n\r\n"
        return Hop(
            cause: cause, request: request, sentHead: Array(head.utf8), sentBodyByteCount: 0, response: response,
            connection: connection, startOffset: offset, timings: timings, cacheDecision: cache,
            validation: validation)
    }

    /// What the request log has of a request of `orders.http`, the newest last.
    static func history(_ statuses: [Int]) -> [LogRow] {
        statuses.enumerated().map { index, status in
            let age = Int64(statuses.count - index) * 754_000_000
            return LogRow(
                id: Int64(index + 1), change: Int64(index + 1),
                startedAt: Timestamp(microsecondsSince1970: start.microsecondsSince1970 - age), method: "POST",
                url: base + "/orders", host: host, path: "/orders", name: "create", file: "/c/orders.http",
                source: .screen, process: "apitui", pid: 7, status: status,
                duration: .milliseconds(100 + 13 * index), tag: index == 1 ? "before the fix" : nil)
        }
    }
}

extension Robot {
    /// Selects a request by its title.
    func select(_ title: String) {
        press("1", "/", .control("u"))
        type(title)
        press(.enter, .escape)
    }

    /// Sends the selected request, which ends as given after so many seconds.
    func send(
        at seconds: Int, _ hops: (PreparedRequest) throws -> [Hop], error: EngineError? = nil
    ) throws {
        press("s")
        guard case .resolve(var job)? = take(where: { if case .resolve = $0 { true } else { false } }).last else {
            throw SceneCollection.NotSent()
        }
        job.checks = PreparedCheck.lines(of: job.request)
        lastExchange += 1
        let id = ExchangeID(rawValue: lastExchange)
        let url = job.request.target.replacing("{{base}}", with: SceneCollection.base)
            .replacing("{{create.response.body.$.id}}", with: "81923")
        var draft = RequestDraft(method: job.request.method, url: url)
        draft.headers = HeaderFields([HeaderField("Accept", "application/json")])
        draft.options.log = RequestLogOptions(name: job.request.id, file: job.file.path)
        tell(.resolved(job, .draft(draft, uses: []), id: id))
        let hops = try hops(SceneCollection.request(draft))
        let at = Timestamp(
            microsecondsSince1970: SceneCollection.start.microsecondsSince1970 + Int64(seconds) * 1_000_000)
        let span = hops.last.map { $0.startOffset + $0.timings.total } ?? .zero
        let timings =
            hops.count == 1
            ? hops[0].timings : PhaseTimings(queue: .microseconds(60), total: span + .microseconds(240))
        let exchange = Exchange(
            id: id, draft: draft, startedAt: at, hops: hops, timings: timings, error: error)
        func event(_ step: EngineEvent.Step, after elapsed: Duration) {
            tell(.engine(EngineEvent(id: id, at: at, elapsed: elapsed, step: step)))
        }
        event(.queued(method: draft.method, url: draft.url), after: .zero)
        event(.finished(exchange), after: timings.total)
        tell(.bodyPrepared(ExchangeDocument(exchange)))
        // Checks are a part of what follows.
        for case .check(let checks, let exchange) in take(where: { if case .check = $0 { true } else { false } }) {
            tell(.checked(exchange.id, Checks.evaluate(checks, exchange)))
        }
        wait(.seconds(10))
        tick()
    }
}
