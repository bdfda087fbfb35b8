import Base
import DescriptionDrafts
import Testing

/// Prints how fast exchanges are added, if `DESCRIPTION_DRAFT_SPEED` is set; only a release build says anything.
struct DraftSpeedTests {
    private static let isWanted = processEnvironment("DESCRIPTION_DRAFT_SPEED") != nil

    @Test(.enabled(if: isWanted, "DESCRIPTION_DRAFT_SPEED is not set"))
    func `exchanges with bodies of 2 KB are added`() {
        let all = (0..<2_000).map { number in
            let item =
                #"{"id":\#(number),"name":"A name of \#(number)","state":"\#(["open", "closed"][number % 2])","price":19.99,"created":"2024-05-31T12:00:00Z","owner":{"id":"6f2c1b4e-8a2d-4c1f-9b7e-2d5a1c3e4f60","mail":"a\#(number)@b.example"},"tags":["red","green"],"note":null}"#
            let body = "{\"items\":[" + Array(repeating: item, count: 7).joined(separator: ",") + "],\"page\":1}"
            return exchange(
                "/shops/\(number % 40)/orders?page=\(number)&sort=name",
                headers: [("Authorization", "Bearer x"), ("Accept", "*/*")],
                response: body, answered: [("Date", "x"), ("RateLimit", "5")])
        }
        let size = all.reduce(0) { $0 + ($1.responseBody?.count ?? 0) } / all.count
        let clock = ContinuousClock()
        var draft = DescriptionDraft()
        let time = clock.measure { for _ in 0..<10 { for exchange in all { draft.add(exchange) } } }
        let rate =
            Double(all.count * 10) / (Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
        var count = 0
        let finishing = clock.measure { count = draft.document().json.count }
        print("\(Int(rate)) exchanges a second, \(size) bytes each; document of \(count) bytes in \(finishing)")

        var texts = DescriptionDraft()
        let slow = clock.measure {
            for number in 0..<100_000 { texts.add(exchange("/t\(number)/x\(number % 300)", response: "{\"a\":1}")) }
        }
        print("100,000 different paths in \(slow)")
        let keys = "{" + (0..<1_000_000).map { "\"key\($0)x\":1" }.joined(separator: ",") + "}"
        var wide = DescriptionDraft()
        let table = clock.measure { wide.add(exchange("/a", response: keys)) }
        print("a million keys (\(keys.utf8.count) bytes) in \(table)")
        let list =
            "["
            + (0..<50_000).map {
                "{\"id\":\($0),\"name\":\"A name of some length \($0)\",\"at\":\"2024-05-31T12:00:00Z\",\"url\":\"https://a.example/\($0)\",\"tags\":[\"a\",\"b\"]}"
            }.joined(separator: ",") + "]"
        var long = DescriptionDraft()
        let bodies = clock.measure { long.add(exchange("/a", response: list)) }
        print("a body of \(list.utf8.count) bytes in \(bodies)")
    }
}
