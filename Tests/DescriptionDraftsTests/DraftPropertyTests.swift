import Base
import DescriptionDrafts
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI
import Testing

struct DraftPropertyTests {
    private static let seeds: [UInt64] = Array(1...40)

    @Test(arguments: seeds) func `each body is valid against the draft`(_ seed: UInt64) throws {
        let all = RandomExchanges.make(seed, count: 60)
        let document = draft(all)
        let description = try #require(document.description)
        #expect(description.allNotices() == [])
        let library = document.library
        var checked = 0
        for exchange in all {
            let path = (exchange.url.split(separator: "?").first ?? "").dropFirst("https://api.example.com".count)
            let template = path.split(separator: "/").enumerated().map { index, part in
                guard part.allSatisfy(\.isNumber) else { return "/" + part }
                return path.hasPrefix("/users") ? "/{userId}" : "/{itemId}"
            }.joined()
            let pointer = "/paths/\(template.replacing("/", with: "~1"))/\(exchange.method.lowercased())"
            for (body, place) in [
                (exchange.requestBody, "/requestBody"), (exchange.responseBody, "/responses/\(exchange.status ?? 0)"),
            ] {
                guard let body else { continue }
                let schema = try #require(
                    document.schema(pointer + place + "/content/application~1json/schema", in: library))
                let tree = try JSONTree.parse(body)
                #expect(schema.notices.isEmpty)
                #expect(
                    schema.verdict(on: tree) == .valid,
                    "seed \(seed), \(pointer + place): \(String(decoding: body, as: UTF8.self))")
                checked += 1
            }
        }
        #expect(checked > 30)
    }

    @Test(arguments: seeds) func `the order of the exchanges changes nothing`(_ seed: UInt64) {
        var all = RandomExchanges.make(seed, count: 50)
        let document = draft(all)
        var dice = Dice(seed &+ 1000)
        for _ in 0..<3 {
            all.shuffle(using: &dice)
            let other = draft(all)
            #expect(other.json == document.json, "seed \(seed)")
            #expect(other.notices == document.notices, "seed \(seed)")
        }
    }

    @Test(arguments: seeds) func `YAML and JSON mean the same`(_ seed: UInt64) throws {
        let document = draft(RandomExchanges.make(seed, count: 40))
        let json = try DescriptionText.read(document.json)
        let yaml = try DescriptionText.read(document.yaml)
        #expect(json.format == .json)
        #expect(yaml.format == .yaml)
        #expect(isSame(json.tree, yaml.tree), "seed \(seed)")
    }

    @Test(arguments: seeds) func `any bytes are taken`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        func bytes(_ most: Int) -> [UInt8] {
            let alphabet = Array("{}[]\":,\\u019.-e+ &=%/?#;abc{users}\u{202E}é\n\0".utf8)
            return (0..<Int(dice.next() % UInt64(most))).map { _ in
                dice.next() % 20 == 0
                    ? UInt8(truncatingIfNeeded: dice.next()) : alphabet[Int(dice.next() % UInt64(alphabet.count))]
            }
        }
        func text(_ most: Int) -> String { String(decoding: bytes(most), as: UTF8.self) }
        let types = [
            "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "", "x",
        ]
        var all: [ObservedExchange] = []
        for _ in 0..<80 {
            all.append(
                ObservedExchange(
                    method: dice.next() % 9 == 0 ? text(5) : ["GET", "post"].randomElement(using: &dice) ?? "",
                    url: dice.next() % 9 == 0 ? text(20) : "http://h.example/" + text(30),
                    requestFields: [(text(10), text(10)), ("Content-Type", types.randomElement(using: &dice) ?? "")],
                    requestBody: bytes(60), status: Int(dice.next() % 700),
                    responseFields: [(text(10), text(10)), ("content-type", types.randomElement(using: &dice) ?? "")],
                    responseBody: bytes(60)))
        }
        let document = draft(all)
        let json = try DescriptionText.read(document.json)
        let yaml = try DescriptionText.read(document.yaml)
        #expect(isSame(json.tree, yaml.tree), "seed \(seed)")
        let notices = try #require(document.description).allNotices()
        #expect(notices == [], "seed \(seed)")
        #expect(draft(all.reversed()).json == document.json, "seed \(seed)")
    }

    @Test(arguments: seeds) func `random values are nowhere in the document`(_ seed: UInt64) {
        var dice = Dice(seed)
        var secrets: [String] = []
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        func secret() -> String {
            let letters = (0..<32).map { _ in alphabet[Int(dice.next() % 62)] }
            secrets.append(String(decoding: letters, as: UTF8.self))
            return secrets[secrets.count - 1]
        }
        var all: [ObservedExchange] = []
        for _ in 0..<10 {
            let made = exchange(
                "POST", "/things/\(secret())/reset/\(secret())?a=\(secret())&api_key=\(secret())",
                headers: [("Authorization", "Bearer \(secret())"), ("X-Api-Key", secret()), ("X-Tenant", secret())],
                body: #"{"a":"\#(secret())","\#(secret())":1,"list":["\#(secret())"]}"#,
                response: #"{"token":"\#(secret())","state":"\#(secret())"}"#, answered: [("X-Next", secret())])
            // Often enough for an enum.
            all += Array(repeating: made, count: 3)
            all.append(
                exchange(
                    "POST", "/login", body: "user=\(secret())&b=\(secret())", type: "application/x-www-form-urlencoded")
            )
        }
        let document = draft(all)
        let text =
            String(decoding: document.json + document.yaml, as: UTF8.self) + document.notices.map(\.text).joined()
        for secret in secrets { #expect(!text.contains(secret), "seed \(seed)") }
        #expect(document.templates == ["/login", "/things/{thingId}/reset/{resetId}"])
    }
}
