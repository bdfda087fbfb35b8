import Base
import Contract
import JSONPath
import NetEngine
import OpenAPI
import Testing

/// Prints what a description of 12,000 operations costs, if `CONTRACT_SPEED` is set; only a release build says anything.
@Suite struct ContractSpeedTests {
    private static let isWanted = processEnvironment("CONTRACT_SPEED") != nil

    /// 3,000 schemas that all lead to one another, as in the largest published descriptions.
    private func text() -> String {
        var text = ##"{"openapi":"3.1.0","servers":[{"url":"https://a.example/v1"}],"paths":{"##
        for index in 0..<6_000 {
            let media = ##"{"application/json":{"schema":{"$ref":"#/components/schemas/S\##(index % 3_000)"}}}"##
            let responses =
                ##""responses":{"200":{"description":"The resource with all its parts","content":\##(media)},"4XX":{"description":"A fault"}}"##
            let parameters =
                ##""parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}},{"name":"limit","in":"query","schema":{"type":"integer"}}]"##
            text += index == 0 ? "" : ","
            text +=
                ##""/resources\##(index)/{id}/parts":{"get":{"operationId":"get\##(index)",\##(parameters),\##(responses)},"##
            text +=
                ##""post":{"operationId":"post\##(index)",\##(parameters),"requestBody":{"content":\##(media)},\##(responses)}}"##
        }
        text += ##"},"components":{"schemas":{"##
        for index in 0..<3_000 {
            text += index == 0 ? "" : ","
            let words = (0..<12).map {
                ##""text\##($0)":{"type":"string","description":"One of the texts that the resource has, of the many"}"##
            }
            text += ##""S\##(index)":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"##
            text += ##""next":{"$ref":"#/components/schemas/S\##((index + 1) % 3_000)"},"##
            text +=
                ##""other":{"type":"array","items":{"$ref":"#/components/schemas/S\##(index * 7 % 3_000)"}},\##(words.joined(separator: ","))}}"##
        }
        return text + "}}}"
    }

    private func time<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try body()
        print("\(name): \(start.duration(to: clock.now))")
        return result
    }

    @Test(.enabled(if: isWanted, "CONTRACT_SPEED is not set"))
    func `a description of 12,000 operations`() throws {
        let bytes = Array(text().utf8)
        print("bytes: \(bytes.count)")
        let api = try time("opened") { DescribedAPI(try Description.read(bytes)) }
        let matcher = time("matcher") { OperationMatcher(api) }
        let url = try HTTPURL.parse("https://a.example/v1/resources4711/1/parts?limit=3")
        let match = try time("1,000 look-ups") {
            for _ in 0..<999 { _ = try matcher.match("GET", url).get() }
            return try matcher.match("GET", url).get()
        }
        let body = Array(#"{"id":1,"next":{"id":2,"other":[{"id":3}]},"text1":"a"}"#.utf8)
        func check() -> ContractReport {
            ContractCheck(api).check(
                match.entry, status: 200, headers: ["Content-Type": "application/json"], body: .whole(body),
                method: "GET")
        }
        #expect(time("first check") { check() }.verdict == .kept)
        #expect(time("second check") { check() }.verdict == .kept)
        let other = api.operations[40]
        _ = time("check of another operation") {
            ContractCheck(api).check(
                other, status: 200, headers: ["Content-Type": "application/json"], body: .whole(body), method: "GET")
        }
        print("parts compiled: \(api.compiledParts)")
        var maker = api.sampleMaker(.request, .full)
        let media = try #require(api.operation(api.operations[1]).body?.content.first)
        let sample = time("full sample") { maker.sample(of: media) }
        #expect(sample.value != nil || sample.failure != nil)
        print("parts compiled: \(api.compiledParts)")
        _ = time("coverage of nothing") { Coverage(api).result().lines() }
    }
}
