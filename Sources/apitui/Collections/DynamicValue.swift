/// The values of `{{$name …}}` (HTTP-FORMAT §10). Names are compared without regard to case.
struct DynamicValue {
    enum Outcome: Hashable {
        case value(String)
        /// Why there is none, as a clause.
        case unresolved(String)
    }

    var sources: DynamicSources
    /// Looks up a variable by name, for `$processEnv %NAME`.
    var variable: (String) -> String?

    /// - Parameter expression: without braces, beginning with `$`.
    func evaluate(_ expression: String) -> Outcome {
        let words = expression.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        guard let head = words.first else { return .unresolved("no name") }
        let arguments = Array(words.dropFirst())
        let name = head.lowercased()
        switch name {
        case "$guid", "$uuid", "$random.uuid": return .value(sources.uuid())
        case "$randomint": return randomInt(arguments)
        case "$timestamp": return moment(arguments) { String($0) }
        case "$isotimestamp": return moment(arguments) { CivilTime(secondsSince1970: $0).iso8601 }
        case "$date": return moment(arguments) { CivilTime(secondsSince1970: $0).date }
        case "$datetime": return dateTime(arguments)
        case "$processenv": return processEnvironment(arguments.first ?? "")
        case "$random.email":
            return .value("\(letters(8, from: Self.lowercase))@\(letters(8, from: Self.lowercase)).com")
        default: break
        }
        if name.hasPrefix("$env.") { return processEnvironment(String(head.dropFirst(5))) }
        if name.hasPrefix("$random."), let call = Self.call(String(expression.dropFirst(8))) {
            return random(call.name.lowercased(), call.arguments)
        }
        return .unresolved("\(head) is not supported yet")
    }

    private func randomInt(_ arguments: [String]) -> Outcome {
        if arguments.isEmpty { return .value(String(sources.randomInt(0..<1000))) }
        guard arguments.count == 2, let a = Int(arguments[0]), let b = Int(arguments[1]) else {
            return .unresolved("$randomInt takes two whole numbers")
        }
        return integer(a, b)
    }

    /// From the smaller number up to, not including, the greater.
    private func integer(_ a: Int, _ b: Int) -> Outcome {
        a == b ? .value(String(a)) : .value(String(sources.randomInt(min(a, b)..<max(a, b))))
    }

    private func moment(_ arguments: [String], _ text: (Int64) -> String) -> Outcome {
        if arguments.isEmpty { return .value(text(sources.now())) }
        guard arguments.count == 2, let amount = Int64(arguments[0]),
            let moment = Self.shifted(sources.now(), by: amount, unit: arguments[1])
        else { return .unresolved("an offset is a whole number and a unit: y M w d h m s ms") }
        return .value(text(moment))
    }

    static func shifted(_ seconds: Int64, by amount: Int64, unit: String) -> Int64? {
        let length: Int64
        switch unit {
        case "y": return CivilTime(secondsSince1970: seconds).addingMonths(max(-1_000_000, min(1_000_000, amount)) * 12)
        case "Q": return CivilTime(secondsSince1970: seconds).addingMonths(max(-1_000_000, min(1_000_000, amount)) * 3)
        case "M": return CivilTime(secondsSince1970: seconds).addingMonths(amount)
        case "w": length = 604_800
        case "d": length = 86_400
        case "h": length = 3_600
        case "m": length = 60
        case "s": length = 1
        case "ms": return seconds &+ amount / 1000
        default: return nil
        }
        let (offset, overflow) = amount.multipliedReportingOverflow(by: length)
        let (sum, overflow2) = seconds.addingReportingOverflow(offset)
        return overflow || overflow2 ? nil : sum
    }

    private func dateTime(_ arguments: [String]) -> Outcome {
        switch arguments.first?.lowercased() {
        case "iso8601": moment(Array(arguments.dropFirst())) { CivilTime(secondsSince1970: $0).iso8601 }
        case "rfc1123": moment(Array(arguments.dropFirst())) { CivilTime(secondsSince1970: $0).rfc1123 }
        default: .unresolved("of the formats of $datetime, only iso8601 and rfc1123 are supported yet")
        }
    }

    private func processEnvironment(_ written: String) -> Outcome {
        var name = written
        if name.hasPrefix("%") {
            name.removeFirst()
            name = variable(name) ?? name
        }
        guard !name.isEmpty else { return .unresolved("$processEnv needs a name") }
        guard let value = sources.processEnvironment(name) else {
            return .unresolved("the process environment has no variable \(name)")
        }
        return .value(value)
    }

    private func random(_ name: String, _ arguments: [String]) -> Outcome {
        switch name {
        case "integer" where arguments.isEmpty: return integer(0, 1000)
        case "integer":
            guard arguments.count == 2, let a = Int(arguments[0]), let b = Int(arguments[1]) else { break }
            return integer(a, b)
        case "float":
            guard arguments.isEmpty || arguments.count == 2 else { break }
            guard let a = Double(arguments.first ?? "0"), let b = Double(arguments.last ?? "1000") else { break }
            guard a.isFinite, b.isFinite else { break }
            let fraction = Double(sources.randomInt(0..<1_000_000)) / 1_000_000
            return .value(String(min(a, b) + (max(a, b) - min(a, b)) * fraction))
        case "alphabetic", "alphanumeric", "hexadecimal":
            guard arguments.count == 1, let count = Int(arguments[0]), (0...1_000_000).contains(count) else { break }
            let alphabets = [
                "alphabetic": Self.lowercase + Self.uppercase,
                "alphanumeric": Self.lowercase + Self.uppercase + Self.digits,
                "hexadecimal": Self.digits + Array("ABCDEF"),
            ]
            return .value(letters(count, from: alphabets[name] ?? Self.digits))
        default: return .unresolved("$random.\(name) is not supported yet")
        }
        return .unresolved("the arguments of $random.\(name) cannot be read")
    }

    private func letters(_ count: Int, from alphabet: [Character]) -> String {
        String((0..<count).map { _ in alphabet[sources.randomInt(0..<alphabet.count)] })
    }

    /// `integer(1, 6)`.
    private static func call(_ text: String) -> (name: String, arguments: [String])? {
        guard let open = text.firstIndex(of: "(") else { return (text, []) }
        guard text.last == ")" else { return nil }
        let inner = text[text.index(after: open)...].dropLast()
        let arguments = inner.split(separator: ",").map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        return (String(text[..<open]), arguments)
    }

    private static let lowercase = Array("abcdefghijklmnopqrstuvwxyz")
    private static let uppercase = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private static let digits = Array("0123456789")
}
