import DescriptionDrafts

enum RandomExchanges {
    /// Random exchanges, in which each path has one template that is easy to tell.
    static func make(_ seed: UInt64, count: Int) -> [ObservedExchange] {
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

    private static func value(_ dice: inout Dice, _ depth: Int) -> String {
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
}
