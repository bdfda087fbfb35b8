import Base
import HTTPFormat
import NetEngine

/// A script of another tool in the words of request files, if all of it is read there and means the same. Nothing is run.
struct ScriptAboveRequest: Hashable {
    /// Between the marks `{%` and `%}`.
    let lines: [String]
    /// The variables that it sets for this request and for later ones.
    let globals: [String]
    /// The variables that it sets for this request alone.
    let locals: [String]
    /// The variables that it reads.
    let inputs: [String]

    /// - Parameter names: what the collection says of variables.
    init?(_ text: String, _ calls: ScriptCalls, _ names: VariableScopes) {
        let code = Array(text.replacing(bytes: "\r\n", with: "\n").utf8)
        guard let changed = Self.rewritten(code, calls, names) else { return nil }
        let plain = String(decoding: changed, as: UTF8.self)
        // Values with braces would be replaced once more in the tool, and not here.
        guard !plain.contains(bytes: "%}"), !plain.contains(bytes: "{{"), Self.isVisible(plain) else { return nil }
        var lines = plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        guard lines.count <= Self.mostLines, let script = Self.read(lines) else { return nil }
        self.lines = lines
        globals = script.settings.filter { $0.scope == .global }.map(\.name)
        locals = script.settings.filter { $0.scope == .request }.map(\.name)
        inputs = script.inputs
    }

    private static let mostLines = 2_000

    /// The lines in a request file.
    static func block(_ lines: [String]) -> [String] { ["< {%"] + lines + ["%}"] }

    /// The script as the reader of request files has it; nil if it is not read as a whole.
    private static func read(_ lines: [String]) -> HandlerScript? {
        let file = (["### A", "# @name a"] + block(lines) + ["GET http://a.test", ""]).joined(separator: "\n")
        let document = HTTPDocument(bytes: Array(file.utf8))
        guard document.requests.count == 1, let request = document.requests.first, request.name == "a",
            request.method == "GET", request.headers.isEmpty, request.handlers.count == 1,
            let script = request.handlers.first, script.phase == .before, !script.statements.isEmpty,
            !document.notices.contains(where: { $0.severity != .info })
        else { return nil }
        return script
    }

    /// Whether all characters can stand in a request file as they are.
    private static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A: true
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: false
            default: true
            }
        }
    }

    // MARK: Words

    /// The script with its calls of variables replaced; nil if one has no counterpart.
    private static func rewritten(
        _ code: [UInt8], _ calls: ScriptCalls, _ names: VariableScopes
    ) -> [UInt8]? {
        guard let words = HandlerWord.words(of: code) else { return nil }
        var result: [UInt8] = []
        var copied = 0
        var place = 0
        while place < words.count {
            guard case .name(let name) = words[place].kind, !isMember(place, words) else {
                place += 1
                continue
            }
            // Names that mean something in request files, and nothing or something else in the tool.
            guard name != "client", name != "request", !name.hasPrefix("$") else { return nil }
            guard calls.roots.contains(name) else {
                place += 1
                continue
            }
            guard let found = call(at: place, words, calls, names) else { return nil }
            result += code[copied..<words[place].range.lowerBound]
            result += found.text.utf8
            copied = words[found.end - 1].range.upperBound
            place = found.end
        }
        return result + code[copied...]
    }

    private static func isMember(_ place: Int, _ words: [HandlerWord]) -> Bool {
        guard place > 0 else { return false }
        return words[place - 1].kind == .sign(".") || words[place - 1].kind == .sign("?.")
    }

    /// What the words of a call up to `end` become; nil if it is no call that has a counterpart.
    private static func call(
        at start: Int, _ words: [HandlerWord], _ calls: ScriptCalls, _ names: VariableScopes
    ) -> (end: Int, text: String)? {
        var path = ""
        var place = start
        for _ in 0..<ScriptCalls.mostNames {
            guard place + 2 < words.count, case .name(let name) = words[place].kind else { return nil }
            path += name
            place += 1
            if words[place].kind == .sign("(") { break }
            guard words[place].kind == .sign(".") else { return nil }
            path += "."
            place += 1
        }
        // At the parenthesis, with the first argument after it.
        guard place + 1 < words.count, words[place].kind == .sign("("), case .text(let name) = words[place + 1].kind
        else { return nil }
        if let scope = calls.sets[path] {
            guard names.canSet(name, in: scope) else { return nil }
            return (place, scope == .local ? "request.variables.set" : "client.global.set")
        }
        if let scope = calls.gets[path] {
            let isText = calls.hasTexts && !names.isSetByScripts(name)
            guard isText || isNumber(start, place, words), names.canRead(name, in: scope) else { return nil }
            return (place, "request.variables.get")
        }
        if calls.replacements.contains(path), let dynamic = ScriptCalls.dynamic[name], place + 2 < words.count,
            words[place + 2].kind == .sign(")")
        {
            return (place + 3, dynamic)
        }
        return nil
    }

    /// Whether the value of a call is made a number at once, so that it does not matter whether it is a text.
    /// - Parameter open: its parenthesis, with one argument after it.
    private static func isNumber(_ start: Int, _ open: Int, _ words: [HandlerWord]) -> Bool {
        guard start > 1, words[start - 1].kind == .sign("("), !isMember(start - 2, words), open + 3 < words.count,
            words[open + 2].kind == .sign(")")
        else { return false }
        let (function, next) = (words[start - 2].kind, words[open + 3].kind)
        return (function == .name("parseInt") || function == .name("parseFloat"))
            && (next == .sign(")") || next == .sign(","))
    }
}
