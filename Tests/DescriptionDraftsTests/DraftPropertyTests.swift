import Base
import DescriptionDrafts
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI
import Testing

struct DraftPropertyTests {
    private static let seeds: [UInt64] = Array(1...40)

    /// Random exchanges, in which each path has one template that is easy to tell.
    private func exchanges(_ seed: UInt64, count: Int) -> [ObservedExchange] {
        var dice = Dice(seed)
        return (0..<count).map { _ in
            let paths = [
                "/users", "/users/\(dice.next() % 50)", "/users/\(dice.next() % 9)/orders", "/items/\(dice.next() % 3)",
            ]
            let path = paths.randomElement(using: &dice) ?? ""
            let query =
                Bool.random(using: &dice) ? "?page=\(dice.next() % 9)&q=\(dice.next() % 2 == 0 ? "a%20b" : "é")" : ""
            let method = ["GET", "POST", "DELETE"].randomElement(using: &dice) ?? "GET"
            return exchange(
                method, path + query, status: [200, 201, 404].randomElement(using: &dice),
                headers: Bool.random(using: &dice) ? [("Authorization", "Bearer abc")] : [],
                body: method == "POST" ? value(&dice, 3) : nil, response: method == "DELETE" ? nil : value(&dice, 4))
        }
    }

    private func value(_ dice: inout Dice, _ depth: Int) -> String {
        switch dice.next() % (depth > 0 ? 12 : 8) {
        case 0: return "null"
        case 1: return ["true", "false"][Int(dice.next() % 2)]
        case 2: return String(Int(dice.next() % 1000))
        case 3: return ["1.5", "1e3", "-0", "12345678901234567890", "1.0"][Int(dice.next() % 5)]
        case 4: return #""2026-01-0\#(1 + dice.next() % 9)""#
        case 5: return #""\#(["open", "closed", "a b", "\\u0041", "é\\n"][Int(dice.next() % 5)])""#
        case 6: return #""a\#(dice.next() % 9)@b.example""#
        case 7: return #""""#
        case 8, 9:
            let names = [
                "id", "name", "state", "a/b~", "e\u{301}", "é", "\u{202E}", "17", "null", "x: y", "- z", "\\ud800",
            ]
            let members = (0..<Int(dice.next() % 6)).map { _ in
                "\"\(names.randomElement(using: &dice) ?? "")\":\(value(&dice, depth - 1))"
            }
            return "{" + members.joined(separator: ",") + "}"
        default:
            return "[" + (0..<Int(dice.next() % 4)).map { _ in value(&dice, depth - 1) }.joined(separator: ",") + "]"
        }
    }

    @Test(arguments: seeds) func `each body is valid against the draft`(_ seed: UInt64) throws {
        let all = exchanges(seed, count: 60)
        let document = draft(all)
        let description = try #require(document.description)
        #expect(description.allNotices() == [])
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
                let schema = try #require(document.schema(pointer + place + "/content/application~1json/schema"))
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
        var all = exchanges(seed, count: 50)
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
        let document = draft(exchanges(seed, count: 40))
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
}
