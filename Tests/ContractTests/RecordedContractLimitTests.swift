import Base
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Contract

/// What is found where there is very much of one thing, at each limit and beyond it, as it was recorded (`Recorded`).
@Suite struct RecordedContractLimitTests {
    private static func lines(_ count: Int, _ make: (Int) -> String) -> String {
        (0..<count).map(make).joined(separator: ", ")
    }

    /// With as many of each thing as is said.
    private static func description(_ count: Int) -> String {
        """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://{a}.{b}.example', variables: {a: {default: a0, enum: [\(lines(count) { "a\($0)" })]}, b: {default: b0, enum: [b0, b1]}}}]
        paths:
          /many:
            get:
              operationId: many
              parameters: [\(lines(count) { "{name: q\($0), in: query, required: true, schema: {}}" })]
              responses:
                '200':
                  description: ok
                  headers: {\(lines(count) { "X-\($0): {required: true, schema: {}}" })}
                  content:
                    application/json: {schema: {type: array, items: {type: integer}}}
                    application/jsonl: {itemSchema: {type: integer}}
                  links: {\(lines(count) { "l\($0): {operationId: many}" })}
            post:
              operationId: send
              requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, additionalProperties: false, properties: {a: {type: integer}}}}}}
              responses: {'204': {description: sent}}
        \((0..<count).map { "  '/same/{n\($0)}': {get: {operationId: same\($0)}}" }.joined(separator: "\n"))
        """
    }

    private static func told(_ report: ContractReport) -> String {
        func shown(_ findings: [ContractFinding]) -> String {
            let ends = findings.prefix(3) + (findings.count > 5 ? findings.suffix(2) : findings.dropFirst(3))
            return ends.map { "  " + Printed($0).text.split(separator: "\n").joined(separator: " | ") + "\n" }.joined()
        }
        return
            "\(report.verdict), \(report.findings.count) findings\(report.isCut ? ", cut" : "")\n\(shown(report.findings))"
            + "\(report.warnings.count) warnings\n\(shown(report.warnings))"
    }

    @Test func `very much of one thing is judged as was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for count in [1, 2, 20, 21, 22, 32, 33, 100, 101, 200, 201, 1001] {
            let api = try described(Self.description(count))
            let matcher = OperationMatcher(api)
            var text = ""
            for server in [0, 15, 16, 31, 32, count - 1] {
                for other in ["b0", "b1"] {
                    let url = try HTTPURL.parse("https://a\(server).\(other).example/many")
                    switch matcher.match("GET", url) {
                    case .success(let match): text += "a\(server) \(other): \(match.entry.operationID ?? "-")\n"
                    case .failure(let failure): text += "a\(server) \(other): \(failure.kind) \(failure.reason)\n"
                    }
                }
            }
            let same = try matcher.match("GET", try HTTPURL.parse("https://a0.b0.example/same/x")).get()
            text += "\(same.entry.operationID ?? "-"), \(same.others.count) others, \(same.doubt ?? "no doubt")\n"
            parts.append(("\(count): matches", text))
            let url = try HTTPURL.parse("https://a0.b0.example/many")
            let entry = try matcher.match("GET", url).get().entry
            let check = ContractCheck(api)
            text = Self.told(check.checkRequest(entry, path: nil, url: url, headers: [:], body: .none, isWritten: true))
            for (type, body) in [
                ("application/json", "[" + Self.lines(count) { "\"\($0)\"" } + "]"),
                ("application/jsonl", (0..<count).map { "\"\($0)\"\n" }.joined()),
                ("application/jsonl", (0..<count).map { "\($0)\n" }.joined()),
            ] {
                text += "\(type)\n"
                text += Self.told(
                    check.check(
                        entry, status: 200, headers: ["Content-Type": type], body: .whole(Array(body.utf8)),
                        method: "GET"))
            }
            parts.append(("\(count): findings", text))
            let send = try matcher.match("POST", url).get().entry
            text = ""
            for form in [
                (0..<count).map { "u\($0)=1" }, (0..<count).map { "a=\($0 % 2 == 0 ? "x" : "1")&b\($0 % 3)=2" },
            ] {
                let body = ContractBody.whole(Array(form.joined(separator: "&").utf8))
                text += Self.told(
                    check.checkRequest(
                        send, path: nil, url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                        body: body,
                        isWritten: true))
            }
            parts.append(("\(count): forms", text))
            parts.append(("\(count): links and coverage", try Self.covered(api, matcher, count)))
        }
        try Recorded.expect(parts, in: "contract-limits")
    }

    private static func covered(_ api: DescribedAPI, _ matcher: OperationMatcher, _ count: Int) throws -> String {
        let url = try HTTPURL.parse("https://a0.b0.example/many")
        let match = try matcher.match("GET", url).get()
        // Deeper than values may be from 200 on.
        let deep = String(repeating: "[", count: count) + String(repeating: "]", count: count)
        let exchange = LinkExchange(
            method: "GET", url: url, path: match.parameters, requestHeaders: [], requestBody: .none, status: 200,
            responseHeaders: [:], responseBody: .whole(Array(deep.utf8)))
        let links = Links.of(exchange, match.entry, in: api, from: nil)
        var text = "\(links.count) links, the last \(links.last?.name ?? "-")\n"
        var (coverage, other) = (Coverage(api), Coverage(api))
        for number in 0..<count {
            let nobody = try HTTPURL.parse("https://a0.b0.example/nobody/\(number)")
            let failure = matcher.match("GET", nobody)
            let query = try HTTPURL.parse("https://a0.b0.example/many?x\(number)=1&q\(number)=2")
            let found = matcher.match("GET", query)
            for (match, url) in [(failure, nobody), (found, query)] {
                let seen = ObservedExchange(
                    match, method: "GET", url: url, requestHeaders: [:], status: 200 + number % 150,
                    responseHeaders: ["Content-Type": "application/x-\(number)"])
                if number % 2 == 0 { coverage.add(seen) } else { other.add(seen) }
            }
        }
        for (name, counted) in [
            ("half", coverage),
            (
                "both",
                {
                    coverage.add(other)
                    return coverage
                }()
            ),
        ] {
            let lines = counted.result().lines(showsMissing: true)
            text += "\(name): \(lines.count) lines\n"
            text += (lines.prefix(8) + lines.dropFirst(8).suffix(4)).map { "| \(String($0.prefix(160)))\n" }.joined()
            text += "\(counted.result().json.text.utf8.count) bytes of JSON\n"
        }
        return text
    }
}
