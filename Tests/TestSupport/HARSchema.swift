import Foundation

/// Any JSON value.
package enum JSONValue: Decodable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }

    package subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }
    package subscript(_ index: Int) -> JSONValue? {
        if case .list(let items) = self, items.indices.contains(index) { items[index] } else { nil }
    }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
}

/// The rules of HTTP Archive 1.2: which members each object may have, their types, and what of their values must be true.
package enum HARSchema {
    private indirect enum Kind {
        case text, moment, number, whole, flag
        case object(String)
        case list(String)
    }

    /// Members by object; a question mark ends the names of those that may be missing.
    private static let objects: [String: [String: Kind]] = [
        "har": ["log": .object("log")],
        "log": [
            "version": .text, "creator": .object("creator"), "browser?": .object("creator"), "pages?": .list("page"),
            "entries": .list("entry"), "comment?": .text,
        ],
        "creator": ["name": .text, "version": .text, "comment?": .text],
        "page": ["startedDateTime": .moment, "id": .text, "title": .text, "pageTimings": .object("pageTimings")],
        "pageTimings": ["onContentLoad?": .number, "onLoad?": .number, "comment?": .text],
        "entry": [
            "pageref?": .text, "startedDateTime": .moment, "time": .number, "request": .object("request"),
            "response": .object("response"), "cache": .object("cache"), "timings": .object("timings"),
            "serverIPAddress?": .text, "connection?": .text, "comment?": .text,
        ],
        "request": [
            "method": .text, "url": .text, "httpVersion": .text, "cookies": .list("cookie"), "headers": .list("pair"),
            "queryString": .list("pair"), "postData?": .object("postData"), "headersSize": .whole, "bodySize": .whole,
            "comment?": .text,
        ],
        "response": [
            "status": .whole, "statusText": .text, "httpVersion": .text, "cookies": .list("cookie"),
            "headers": .list("pair"), "content": .object("content"), "redirectURL": .text, "headersSize": .whole,
            "bodySize": .whole, "comment?": .text,
        ],
        "cookie": [
            "name": .text, "value": .text, "path?": .text, "domain?": .text, "expires?": .moment, "httpOnly?": .flag,
            "secure?": .flag, "comment?": .text,
        ],
        "pair": ["name": .text, "value": .text, "comment?": .text],
        "postData": ["mimeType": .text, "params?": .list("param"), "text?": .text, "comment?": .text],
        "param": ["name": .text, "value?": .text, "fileName?": .text, "contentType?": .text, "comment?": .text],
        "content": [
            "size": .whole, "compression?": .whole, "mimeType": .text, "text?": .text, "encoding?": .text,
            "comment?": .text,
        ],
        "cache": ["beforeRequest?": .object("stored"), "afterRequest?": .object("stored"), "comment?": .text],
        "stored": [
            "expires?": .moment, "lastAccess": .moment, "eTag": .text, "hitCount": .whole, "comment?": .text,
        ],
        "timings": [
            "blocked?": .number, "dns?": .number, "connect?": .number, "send": .number, "wait": .number,
            "receive": .number, "ssl?": .number, "comment?": .text,
        ],
    ]

    /// What breaks a rule, each with its place; empty for a valid archive.
    /// - Parameter isSorted: whether entries must be sorted by their start, which the format prefers.
    package static func violations(_ bytes: [UInt8], isSorted: Bool = true) -> [String] {
        guard let value = try? JSONValue(bytes) else { return ["it is not JSON"] }
        var found = check(value, .object("har"), at: "$")
        let moments = (value["log"]?["entries"]?.items ?? []).compactMap { $0["startedDateTime"]?.text }
        if isSorted, moments != moments.sorted() { found.append("$.log.entries are not sorted, the oldest first") }
        let pages = (value["log"]?["pages"]?.items ?? []).compactMap { $0["id"]?.text }
        for entry in value["log"]?["entries"]?.items ?? [] {
            guard let page = entry["pageref"]?.text, !pages.contains(page) else { continue }
            found.append("there is no page \(page)")
        }
        return found
    }

    private static func check(_ value: JSONValue, _ kind: Kind, at place: String) -> [String] {
        switch (kind, value) {
        case (.text, .text), (.flag, .flag), (.number, .number): return []
        case (.whole, .number(let number)): return number == number.rounded() ? [] : ["\(place) is not whole"]
        case (.moment, .text(let text)):
            let pattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/
            return text.wholeMatch(of: pattern) != nil ? [] : ["\(place) is not a date and time"]
        case (.list(let name), .list(let items)):
            return items.enumerated().flatMap { check($1, .object(name), at: "\(place)[\($0)]") }
        case (.object(let name), .object(let members)): return object(value, members, name, at: place)
        default: return ["\(place) has the wrong type"]
        }
    }

    private static func object(
        _ value: JSONValue, _ members: [String: JSONValue], _ name: String, at place: String
    ) -> [String] {
        guard let rules = objects[name] else { return ["there are no rules for \(name)"] }
        var found: [String] = []
        var known: Set<String> = []
        for (rule, kind) in rules {
            let name = rule.hasSuffix("?") ? String(rule.dropLast()) : rule
            known.insert(name)
            if let member = members[name] {
                found += check(member, kind, at: "\(place).\(name)")
            } else if name == rule {
                found.append("\(place).\(name) is missing")
            }
        }
        for name in members.keys where !known.contains(name) && !name.hasPrefix("_") {
            found.append("\(place).\(name) is not a member of \(place)")
        }
        return found + values(value, name, at: place)
    }

    /// Rules about several members.
    private static func values(_ value: JSONValue, _ name: String, at place: String) -> [String] {
        func number(_ name: String) -> Double? { value[name]?.number }
        switch name {
        case "log": return value["version"]?.text == "1.2" ? [] : ["\(place).version is not 1.2"]
        case "timings":
            var found: [String] = []
            for name in ["send", "wait", "receive"] where (number(name) ?? 0) < 0 {
                found.append("\(place).\(name) is negative")
            }
            for name in ["blocked", "dns", "connect", "ssl"] {
                if let value = number(name), value < 0, value != -1 { found.append("\(place).\(name) is negative") }
            }
            if (number("ssl") ?? -1) > (number("connect") ?? -1) { found.append("\(place).ssl is longer than connect") }
            return found
        case "entry":
            let sum = ["blocked", "dns", "connect", "send", "wait", "receive"].reduce(0.0) { sum, name in
                sum + max(0, value["timings"]?[name]?.number ?? 0)
            }
            return abs(sum - (number("time") ?? -1)) < 0.0005 ? [] : ["\(place).time is not the sum of its timings"]
        case "postData":
            return value["params"] == nil || value["text"] == nil ? [] : ["\(place) has both params and text"]
        case "content":
            let encoding = value["encoding"]?.text
            return encoding == nil || (encoding == "base64" && value["text"] != nil)
                ? [] : ["\(place).encoding is unknown"]
        default: return []
        }
    }
}
