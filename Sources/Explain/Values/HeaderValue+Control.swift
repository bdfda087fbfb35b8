import Base
import NetEngine

/// Headers that say what to do next, and what was done.
extension HeaderValue {
    func controlDetails(_ name: String) -> [String]? {
        switch name {
        case "retry-after": retryAfter
        case "allow", "access-control-allow-methods": members.map { "\($0): \(Self.meaning(ofMethod: $0))" }
        case "location": location
        case "link": links
        case "connection": connection
        case "server-timing": serverTiming
        case "alt-svc": altSvc
        case "sunset": date({ "It ends \($0)." }, otherwise: "Not a date.")
        case "deprecation": deprecation
        case "x-ratelimit-reset", "ratelimit-reset": reset
        case "access-control-max-age": Int64(text).map { ["A preflight may be remembered for \(Self.seconds($0))."] }
        case "traceparent": traceparent
        default: nil
        }
    }

    private static func meaning(ofMethod name: String) -> String {
        Glossary.term(.method, name)?.text ?? "not a method of the list of this program."
    }

    private var retryAfter: [String] {
        guard let wait = RetryAfter.wait(message.headers, now: message.now) else {
            return ["Neither a number of seconds nor a date: clients ignore it."]
        }
        let isDate = !text.utf8.allSatisfy(LineText.isDigit)
        return [
            "Wait for \(Self.seconds(wait.components.seconds))\(isDate ? ", measured from the response's Date" : "")."
        ]
    }

    private var location: [String] {
        switch message.status {
        case 201: ["The resource that was made."]
        case 202: ["Where to ask for the outcome."]
        case let status? where [301, 308].contains(status): ["The new place, for good."]
        case let status? where (300..<400).contains(status): ["The place for this once."]
        default: []
        }
    }

    private var links: [String] {
        members.prefix(12).map { member in
            let target = member.prefix { $0 != ">" }.drop { $0 != "<" }.dropFirst()
            // The address may hold semicolons, too.
            let rest = member[(member.firstIndex(of: ">") ?? member.startIndex)...]
            let relation = ContentType.parameters(of: Array(rest.utf8)).first { $0.name == "rel" }?.value
            return "\(relation ?? "no relation"): \(target)"
        }
    }

    private var connection: [String] {
        members.map { word in
            switch word.lowercased() {
            case "close": "close: the connection ends after this message, so the next request opens a new one."
            case "keep-alive": "keep-alive: the connection stays; in HTTP/1.1 it does anyway."
            case "upgrade": "upgrade: another protocol is asked for or agreed on."
            default: "\(word): this header is for this connection only."
            }
        }
    }

    private var serverTiming: [String] {
        members.prefix(20).map { member in
            let entry = ServerTimingEntry(member)
            return entry.title + (entry.milliseconds.map { " took \($0) ms." } ?? " happened.")
        }
    }

    private var altSvc: [String] {
        if text == "clear" { return ["clear: forget all alternatives."] }
        return members.prefix(6).map { member in
            let offer = String(member.prefix { $0 != ";" })
            let age =
                ContentType.parameters(of: Array(member.utf8)).first { $0.name == "ma" }.flatMap { Int64($0.value) }
                ?? 86_400
            return "\(offer), to be remembered for \(Self.seconds(max(0, age)))."
        }
    }

    private var deprecation: [String] {
        guard text.hasPrefix("@"), let moment = Int64(text.dropFirst()) else { return ["Deprecated already."] }
        return ["Deprecated from \(HTTPDate.text(moment)) on: \(Self.distance(to: moment, from: message.now))."]
    }

    private var reset: [String]? {
        guard let number = Int64(text), number >= 0 else { return nil }
        // Nobody waits for thirty years: such a number is a moment.
        return number > 1_000_000_000
            ? ["A moment: \(Self.distance(to: number, from: message.now))."] : ["In \(Self.seconds(number))."]
    }

    private var traceparent: [String]? {
        let parts = text.split(separator: "-")
        guard parts.count == 4, parts[1].utf8.count == 32 else { return ["Not of the form version-trace-span-flags."] }
        return [
            "Trace \(parts[1]), span \(parts[2]).",
            parts[3].last.flatMap(\.hexDigitValue).map { $0 % 2 == 1 } == true
                ? "It is recorded (sampled)." : "It is not recorded.",
        ]
    }
}
