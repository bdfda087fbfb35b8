import NetEngine
import NetEngineRequestLog
import TestSupport

@testable import Explorer
@testable import TerminalUI

// The scenes in which requests are sent.
extension Scene {
    private static let order = """
        {"id":81923,"number":"2026-1121-081","customer":{"name":"Ada Lovelace","vip":true},"items":[{"sku":"A-1042",\
        "title":"Espresso cups, set of 2","count":2,"price":24.50}],"shipping":null,"total":49.00,"currency":"EUR",\
        "status":"open"}
        """

    private static let list = #"{"orders":[{"id":81921,"total":12.90},{"id":81922,"total":7.25}],"next":null}"#

    private static let product = #"{"id":1042,"title":"Espresso cups, set of 2","price":24.50,"stock":17}"#

    /// Sends some requests, as a user would before a picture is taken.
    private func warmUp(_ robot: Robot) throws {
        robot.tell(.lastLogged(SceneCollection.history([201])))
        robot.select("Log in")
        try robot.send(at: 0) { request in
            [
                SceneCollection.hop(
                    request, SceneCollection.response(200, "OK", body: #"{"token":"t0ken"}"#),
                    SceneCollection.timings(dns: 1_900, connect: 8_100, tls: 14_200, wait: 31_000))
            ]
        }
        robot.select("List open")
        try robot.send(at: 11) { request in
            [
                SceneCollection.hop(
                    request, SceneCollection.response(200, "OK", body: Self.list),
                    SceneCollection.timings(wait: 22_400))
            ]
        }
        robot.select("Old address")
        try robot.send(at: 19) { request in
            [
                SceneCollection.hop(
                    request, SceneCollection.response(204, "No Content", type: "text/plain"),
                    SceneCollection.timings(wait: 9_300))
            ]
        }
    }

    private func showHistory(_ statuses: [Int], _ robot: Robot) {
        let readings = robot.logEffects.compactMap { effect in
            if case .followLog(let reading) = effect { reading } else { nil }
        }
        guard let reading = readings.last else { return }
        let rows = SceneCollection.history(statuses)
        robot.tell(
            .logRead(reading, .success(.init(rows: rows, isLast: true)), at: SceneCollection.start))
    }

    func main(_ robot: Robot) throws {
        try warmUp(robot)
        robot.select("Create an")
        try robot.send(at: 34) { request in
            [
                SceneCollection.hop(
                    request,
                    SceneCollection.response(
                        201, "Created", [HeaderField("Location", "/orders/81923")], body: Self.order),
                    SceneCollection.timings(wait: 118_000, receive: 2_400))
            ]
        }
        showHistory([500, 422, 201, 201, 201], robot)
        robot.press("1")
    }

    func failure(_ robot: Robot) throws {
        try warmUp(robot)
        robot.select("Pay the")
        try robot.send(
            at: 52,
            { request in
                [
                    SceneCollection.hop(
                        request, nil, SceneCollection.timings(dns: 2_100, connect: 7_800, tls: 15_300, wait: 4_974_800))
                ]
            },
            error: EngineError(
                category: .timeout, phase: .wait,
                sentence: "\(SceneCollection.host) accepted the request, but sent no response within 5 s.",
                hint: "Raise the limit with `# @timeout 30s`, or look at the server's log: the request arrived.",
                underlying: UnderlyingCode(domain: .curl, code: 28, text: "Timeout was reached")))
        showHistory([504, 201, 200], robot)
        robot.press("3")
    }

    func waterfall(_ robot: Robot) throws {
        try warmUp(robot)
        robot.select("Old address")
        try robot.send(at: 61) { request in
            let there = try RequestBuilder().build(RequestDraft(url: SceneCollection.base + "/v2/me?fields=all"))
            let first = SceneCollection.timings(dns: 11_300, connect: 18_700, tls: 34_900, wait: 21_200, receive: 300)
            return [
                SceneCollection.hop(
                    request,
                    SceneCollection.response(
                        301, "Moved Permanently", [HeaderField("Location", "/v2/me?fields=all")], type: "text/plain"),
                    first),
                SceneCollection.hop(
                    there,
                    SceneCollection.response(
                        200, "OK",
                        [HeaderField("Server-Timing", "db;dur=38.4;desc=\"orders\", render;dur=12.1, auth;dur=6")],
                        body: #"{"user":"ada"}"#),
                    SceneCollection.timings(wait: 67_800, receive: 14_600), cause: .redirect(status: 301),
                    after: first.total + .microseconds(420)),
            ]
        }
        showHistory([200, 200, 404, 200], robot)
        robot.press("3")
        showTab("Timing", robot)
    }

    func cache(_ robot: Robot) throws {
        try warmUp(robot)
        robot.select("One product")
        try robot.send(at: 75) { request in
            let lifetime = FreshnessLifetime(seconds: 60, source: .maxAge)
            var decision = CacheDecision(
                outcome: .revalidated, reason: .notModified(validator: "ETag \"v7-1042\""), mode: .default,
                key: CacheKey(text: SceneCollection.base + "/products/1042"))
            decision.age = ResponseAge(
                ageField: 24, date: nil, apparent: 3, responseDelay: 40_000, resident: 131_000_000)
            decision.lifetime = lifetime
            decision.storing = .renewed
            decision.considered = [
                .init(
                    id: .init(rawValue: 7), status: 200, storedAt: SceneCollection.start, matches: true,
                    why: "Vary: Accept is the same; expired: age 155 s of max-age 60 s"),
                .init(
                    id: .init(rawValue: 3), status: 200, storedAt: SceneCollection.start, matches: false,
                    why: "Vary: Accept was text/html"),
            ]
            let fields = [
                HeaderField("Cache-Control", "private, max-age=60"), HeaderField("ETag", "\"v7-1042\""),
                HeaderField("Vary", "Accept"), HeaderField("Age", "24"),
            ]
            return [
                SceneCollection.hop(
                    request, SceneCollection.response(200, "OK", fields, body: Self.product),
                    SceneCollection.timings(wait: 13_900, receive: 120), cache: decision,
                    validation: SceneCollection.response(304, "Not Modified", fields))
            ]
        }
        showHistory([200, 200], robot)
        robot.press("3")
        showTab("Cache", robot)
    }

    func comparison(_ robot: Robot) throws {
        robot.select("One product")
        for (second, stock, price) in [(80, 17, "24.50"), (140, 12, "22.00")] {
            try robot.send(at: second) { request in
                let body = """
                    {"id":1042,"title":"Espresso cups, set of 2","price":\(price),"stock":\(stock)\
                    \(stock < 15 ? ",\"offer\":\"autumn\"" : "")}
                    """
                return [
                    SceneCollection.hop(
                        request,
                        SceneCollection.response(
                            200, "OK", [HeaderField("ETag", "\"v\(stock)\"")], body: body),
                        SceneCollection.timings(wait: 20_000))
                ]
            }
        }
        robot.press("3", "d")
        robot.compareAll()
    }

    func log(_ robot: Robot) throws {
        try main(robot)
        robot.press("4", "/")
        robot.type("path:/orders")
    }

    func editing(_ robot: Robot) throws {
        robot.select("Create an")
        robot.press("2")
        while robot.tab != "Headers" { robot.press("]") }
        robot.press("g", "j", "j", "j", "e")
    }

    private func showTab(_ title: String, _ robot: Robot) {
        for _ in 0..<12 where robot.responseTab != title { robot.press("]") }
    }
}
