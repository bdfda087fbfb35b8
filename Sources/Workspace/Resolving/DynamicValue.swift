import Base
import NetEngine

/// The values of `{{$name …}}` (HTTP-FORMAT §10). Names are case-insensitive.
struct DynamicValue {
    enum Outcome: Hashable {
        case value(String)
        /// No value; the clause says why.
        case unresolved(String)
        /// The user must be asked.
        case prompt(PromptField)
        /// The collection is not trusted to read the operating system's variable of that name.
        case untrusted(processVariable: String)
    }

    var sources: DynamicSources
    /// Looks up a variable by name, for `$processEnv %NAME`.
    var variable: (String) -> String?
    /// Looks up a name in the `.env` files that apply.
    var dotEnv: (String) -> String? = { _ in nil }
    /// The number of the loop's repetition, from 0.
    var loopIndex: Int?
    /// True if the operating system's environment may be read.
    var isTrusted = true
    /// The user's answers to `$input` and the like, by the whole expression.
    var answers: [String: String] = [:]

    /// - Parameter expression: begins with `$`, without braces.
    func evaluate(_ expression: String) -> Outcome {
        let words = Self.words(expression)
        guard let head = words.first else { return .unresolved("no name") }
        let arguments = Array(words.dropFirst())
        let name = head.lowercased()
        switch name {
        case "$guid", "$uuid", "$random.uuid": return .value(sources.uuid())
        case "$randomint": return randomInt(arguments)
        case "$timestamp": return moment(arguments) { String($0.secondsSince1970) }
        case "$isotimestamp": return moment(arguments) { $0.iso8601 }
        case "$date": return moment(arguments) { $0.local.date }
        case "$datetime": return dateTime(arguments, isLocal: false)
        case "$localdatetime": return dateTime(arguments, isLocal: true)
        case "$processenv": return processEnvironment(arguments.first ?? "")
        case "$dotenv": return dotEnvironment(arguments.first ?? "")
        case "$index":
            return loopIndex.map { .value(String($0)) } ?? .unresolved("$index has a value in loops (# @loop) only")
        case "$random.email":
            return .value("\(letters(8, from: Self.lowercase))@\(letters(8, from: Self.lowercase)).com")
        default: break
        }
        if let field = PromptField(expression: expression) {
            return answers[expression].map { .value($0) } ?? .prompt(field)
        }
        if name.hasPrefix("$env.") { return processEnvironment(String(head.dropFirst(5))) }
        if name.hasPrefix("$random."), let call = Self.call(String(expression.dropFirst(8))) {
            return random(call.name.lowercased(), call.arguments)
        }
        return .unresolved(Self.reason(head))
    }

    /// Why a name that other tools support has no value here.
    private static func reason(_ head: String) -> String {
        let name = head.lowercased()
        let origin: String? =
            switch true {
            case _ where name.hasPrefix("$aad") || name == "$oidcaccesstoken": "VS Code REST Client"
            case _ where name.hasPrefix("$auth."), _ where name == "$historyfolder", _ where name == "$projectroot":
                "the JetBrains client"
            case _ where name.hasPrefix("$global."), _ where name == "$xpath": "httpYac"
            case _ where name == "$timestampms", _ where name.hasPrefix("$randomstring"),
                _ where name.hasPrefix("$fake."):
                "resterm"
            default: nil
            }
        guard let origin else { return "there is no dynamic variable \(head)" }
        if name.hasPrefix("$aad") || name == "$oidcaccesstoken" {
            return "\(head) is a variable of \(origin) that is not supported; use {{$auth.token(\"name\")}}"
        }
        return "\(head) is a variable of \(origin) that is not supported"
    }

    // MARK: numbers and times

    private func randomInt(_ arguments: [String]) -> Outcome {
        if arguments.isEmpty { return .value(String(sources.randomInt(0..<1000))) }
        guard arguments.count == 2, let a = Int(arguments[0]), let b = Int(arguments[1]) else {
            return .unresolved("$randomInt takes two whole numbers")
        }
        return integer(a, b)
    }

    /// A number from the smaller up to, but not including, the greater.
    private func integer(_ a: Int, _ b: Int) -> Outcome {
        a == b ? .value(String(a)) : .value(String(sources.randomInt(min(a, b)..<max(a, b))))
    }

    private func moment(_ arguments: [String], isLocal: Bool = false, _ text: (CivilMoment) -> String) -> Outcome {
        var moment = CivilMoment(millisecondsSince1970: sources.milliseconds)
        if !arguments.isEmpty {
            guard arguments.count == 2, let amount = Int64(arguments[0]),
                let shifted = moment.shifted(by: amount, unit: arguments[1])
            else { return .unresolved("an offset is a whole number, not too large, and a unit: y Q M w d h m s ms") }
            moment = shifted
        }
        if isLocal {
            moment.offsetSeconds = sources.localOffset(moment.secondsSince1970)
            moment.isUTC = false
        }
        return .value(text(moment))
    }

    static func shifted(_ seconds: Int64, by amount: Int64, unit: String) -> Int64? {
        func months(_ each: Int64) -> Int64? {
            // Limited to a million years, which a calendar can express.
            guard (-12_000_000 / each...12_000_000 / each).contains(amount) else { return nil }
            return CivilTime(secondsSince1970: seconds).addingMonths(amount * each)
        }
        let length: Int64
        switch unit {
        case "y": return months(12)
        case "Q": return months(3)
        case "M": return months(1)
        case "w": length = 604_800
        case "d": length = 86_400
        case "h": length = 3_600
        case "m": length = 60
        case "s": length = 1
        default: return nil
        }
        let (offset, overflow) = amount.multipliedReportingOverflow(by: length)
        let (sum, overflow2) = seconds.addingReportingOverflow(offset)
        return overflow || overflow2 ? nil : sum
    }

    /// ISO 8601 without a format, or with an offset in its place.
    private func dateTime(_ arguments: [String], isLocal: Bool) -> Outcome {
        let hasFormat = arguments.count == 1 || arguments.count == 3
        let format = hasFormat ? arguments[0] : "iso8601"
        let offset = Array(hasFormat ? arguments.dropFirst() : arguments[...])
        switch (format.lowercased(), isLocal) {
        case ("iso8601", false): return moment(offset) { $0.iso8601 }
        case ("rfc1123", false): return moment(offset) { $0.local.rfc1123 }
        case ("iso8601", true): return pattern("YYYY-MM-DDTHH:mm:ssZ", offset, isLocal: true)
        case ("rfc1123", true): return pattern("ddd, DD MMM YYYY HH:mm:ss ZZ", offset, isLocal: true)
        default: return pattern(format, offset, isLocal: isLocal)
        }
    }

    private func pattern(_ pattern: String, _ offset: [String], isLocal: Bool) -> Outcome {
        moment(offset, isLocal: isLocal) { DatePattern(pattern: pattern).text(of: $0) }
    }

    // MARK: environments

    /// Where a value comes from, or that it is generated.
    enum Place: Hashable {
        case made
        case processEnvironment
        case dotEnv(name: String)
    }

    func place(of expression: String) -> Place {
        let words = Self.words(expression)
        let head = words.first?.lowercased() ?? ""
        if head == "$processenv" || head.hasPrefix("$env.") { return .processEnvironment }
        guard head == "$dotenv", words.count > 1 else { return .made }
        return .dotEnv(name: name(words[1]))
    }

    private func processEnvironment(_ written: String) -> Outcome {
        let name = self.name(written)
        guard !name.isEmpty else { return .unresolved("$processEnv needs a name") }
        guard isTrusted else { return .untrusted(processVariable: name) }
        guard let value = sources.processEnvironment(name) else {
            return .unresolved("the process environment has no variable \(name)")
        }
        return .value(value)
    }

    private func dotEnvironment(_ written: String) -> Outcome {
        let name = self.name(written)
        guard !name.isEmpty else { return .unresolved("$dotenv needs a name") }
        return dotEnv(name).map { .value($0) } ?? .unresolved("no .env file here has a variable \(name)")
    }

    /// For `%NAME`, the value of the variable NAME, if it has one, is the name to look up.
    private func name(_ written: String) -> String {
        guard written.hasPrefix("%") else { return written }
        let name = String(written.dropFirst())
        return variable(name) ?? name
    }

    // MARK: random texts

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
            let (low, high) = (min(a, b), max(a, b))
            guard low < high else { return .value(String(low)) }
            // Each fraction that a number below 1 can have exactly; the sum may be rounded up to the end.
            let fraction = Double(sources.randomInt(0..<1 << 53)) / 0x1p53
            return .value(String(min(low + (high - low) * fraction, high.nextDown)))
        case "alphabetic", "alphanumeric", "hexadecimal":
            guard arguments.count == 1, let count = Int(arguments[0]), (0...1_000_000).contains(count) else { break }
            let alphabets = [
                "alphabetic": Self.lowercase + Self.uppercase,
                "alphanumeric": Self.lowercase + Self.uppercase + Self.digits,
                "hexadecimal": Self.digits + Array("ABCDEF"),
            ]
            return .value(letters(count, from: alphabets[name] ?? Self.digits))
        default: return .unresolved("$random.\(name) is not supported")
        }
        return .unresolved("the arguments of $random.\(name) cannot be read")
    }

    private func letters(_ count: Int, from alphabet: [Character]) -> String {
        String((0..<count).map { _ in alphabet[sources.randomInt(0..<alphabet.count)] })
    }

    // MARK: reading

    /// Splits at spaces and tabs; `"in quotes"` and `'in quotes'` are one word, without the quotes.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isInWord = false
        var quote: Character?
        for character in text {
            countWork(1)
            switch (character, quote) {
            case (let same, let open?) where same == open: quote = nil
            case (_, .some): word.append(character)
            case ("\"", nil) where !isInWord, ("'", nil) where !isInWord:
                quote = character
                isInWord = true
            case (" ", nil), ("\t", nil):
                if isInWord { words.append(word) }
                word = ""
                isInWord = false
            default:
                word.append(character)
                isInWord = true
            }
        }
        if isInWord { words.append(word) }
        return words
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

extension CivilMoment {
    /// In UTC, in the format of VS Code REST Client: `2026-11-21T10:15:00.000Z`.
    package var iso8601: String { DatePattern(pattern: "YYYY-MM-DDTHH:mm:ss.SSS[Z]").text(of: self) }
}
