import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// Edits of variables in environment files change exactly the expected lines, in files laid out as users write them.
struct EnvironmentEditPropertyTests {
    /// A JSON file as lines, with the position of each variable.
    private struct Made {
        var lines: [GeneratedFile.Line] = []
        var hasMark = false
        /// The line, the text before and after the value, and the value as text.
        var variables: [(path: [String], line: Int, before: String, written: String, after: String)] = []
        /// By environment: its last member's line, and whether a comma follows it.
        var lastMember: [(environment: String, line: Int, indent: String, hasComma: Bool)] = []
        /// The closing brace of the last environment.
        var lastClosing = 0
        var allowsComments = false
        var unit = "  "
        var hasFinalComma = false

        var bytes: [UInt8] { GeneratedFile.bytes(lines, hasMark: hasMark) }
    }

    private func make(_ seed: Int, _ form: GeneratedFile.Form) -> Made {
        var generator = SeededGenerator(seed: UInt64(seed) &* 31 &+ 7)
        func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &generator)] }
        var made = Made()
        made.hasMark = form.hasMark
        made.allowsComments = pick([false, true])
        made.unit = pick(["  ", "    ", "\t"])
        func add(_ text: String) -> Int {
            made.lines.append(.init(text: text, end: form.end(&generator)))
            return made.lines.count - 1
        }
        _ = add("{")
        let environments = pick([["dev"], ["dev", "prod"], ["$shared", "dev", "a b"]])
        for (number, environment) in environments.enumerated() {
            if made.allowsComments, pick([true, false]) { _ = add(made.unit + "// of \(environment)") }
            _ = add(made.unit + "\"\(environment)\": {")
            let count = pick([1, 2, 4])
            let indent = made.unit + made.unit
            for index in 0..<count {
                let isLast = index == count - 1
                let hasComma = !isLast || made.allowsComments && pick([true, false, false])
                let remark = made.allowsComments ? pick(["", "", " // why", "  /* old */"]) : pick(["", "", " "])
                if pick([true, false, false, false]) {
                    _ = add("\(indent)\"nest\(index)\": {")
                    let line = add("\(indent)\(made.unit)\"in\": \"x\"")
                    made.variables.append(
                        ([environment, "nest\(index)", "in"], line, "\(indent)\(made.unit)\"in\": ", "\"x\"", ""))
                    let end = add("\(indent)}" + (hasComma ? "," : "") + remark)
                    if isLast { made.lastMember.append((environment, end, indent, hasComma)) }
                    continue
                }
                let before = indent + "\"v\(index)\"" + pick([": ", ":", " : "])
                let written = pick([
                    "\"a\"", "\"http://a.test/\\u00e9\"", "12", "true", "\"\"", "null", "\"{{$shared x}}\"",
                ])
                let after = (hasComma ? "," : "") + remark
                let line = add(before + written + after)
                made.variables.append(([environment, "v\(index)"], line, before, written, after))
                if isLast { made.lastMember.append((environment, line, indent, hasComma)) }
            }
            let isLast = number == environments.count - 1
            made.hasFinalComma = isLast && made.allowsComments && pick([true, false])
            made.lastClosing = add(made.unit + "}" + (!isLast || made.hasFinalComma ? "," : ""))
        }
        let last = add("}")
        if form.isOpen { made.lines[last].end = "" }
        return made
    }

    private func expect(_ made: Made, _ path: [String], _ value: String, _ script: LineScript, _ what: String) {
        let edit = JSONMemberEdit(path: path, value: value, allowsComments: made.allowsComments)
        let expected = GeneratedFile.bytes(script.applied(to: made.lines), hasMark: made.hasMark)
        do {
            let found = try edit.applied(to: made.bytes)
            #expect(
                found == expected,
                "\(what)\n\(String(decoding: found, as: UTF8.self))\ninstead of\n\(String(decoding: expected, as: UTF8.self))"
            )
            // The value that is read back is the one that was written.
            var member = try OrderedJSON.parse(found, allowsComments: made.allowsComments)
            for key in path {
                guard let next = member.member(key) else {
                    Issue.record("\(what): \(path) is not there")
                    return
                }
                member = next
            }
            switch member.content {
            case .string(let text), .literal(let text): #expect(text == value, "\(what)")
            default: Issue.record("\(what): no value")
            }
        } catch {
            Issue.record("\(what): \(error)\n\(String(decoding: made.bytes, as: UTF8.self))")
        }
    }

    @Test(arguments: GeneratedFile.Form.allCases)
    func `a variable of a JSON file is changed in its line alone`(form: GeneratedFile.Form) {
        for seed in 0..<150 {
            let made = make(seed, form)
            for variable in made.variables {
                for value in ["new", "7", "say \"hi\""] {
                    let isLiteral = variable.written.first?.isNumber == true || variable.written == "true"
                    let quoted = "\"" + value.replacing("\"", with: "\\\"") + "\""
                    var script = LineScript()
                    script.replace(
                        variable.line, variable.before + (isLiteral && value == "7" ? "7" : quoted) + variable.after)
                    expect(made, variable.path, value, script, "seed \(seed), \(form.rawValue), \(variable.path)")
                }
            }
        }
    }

    @Test(arguments: GeneratedFile.Form.allCases)
    func `a new variable gets a line, and its neighbour a comma`(form: GeneratedFile.Form) {
        for seed in 0..<150 {
            let made = make(seed, form)
            for (environment, line, indent, hasComma) in made.lastMember {
                var script = LineScript()
                if !hasComma { script.replace(line, withComma(made, line)) }
                script.insert([indent + "\"added\": \"v\"" + (hasComma ? "," : "")], after: line)
                expect(
                    made, [environment, "added"], "v", script, "seed \(seed), \(form.rawValue), \(environment).added")
            }
            var script = LineScript()
            if !made.hasFinalComma { script.replace(made.lastClosing, made.unit + "},") }
            script.insert(
                [
                    made.unit + "\"new\": {", made.unit + made.unit + "\"added\": \"v\"",
                    made.unit + "}" + (made.hasFinalComma ? "," : ""),
                ], after: made.lastClosing)
            expect(made, ["new", "added"], "v", script, "seed \(seed), \(form.rawValue), new.added")
        }
    }

    /// The comma goes directly after the value.
    private func withComma(_ made: Made, _ line: Int) -> String {
        if let variable = made.variables.first(where: { $0.line == line }) {
            return variable.before + variable.written + "," + variable.after
        }
        return made.lines[line].text.replacing("}", with: "},")
    }

    @Test(arguments: GeneratedFile.Form.allCases)
    func `a variable of a .env file is changed or added in a line alone`(form: GeneratedFile.Form) {
        for seed in 0..<150 {
            var generator = SeededGenerator(seed: UInt64(seed) &* 13 &+ 3)
            func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &generator)] }
            var lines: [GeneratedFile.Line] = []
            var variables: [(name: String, line: Int, before: String, after: String)] = []
            for index in 0..<Int.random(in: 1...6, using: &generator) {
                var text = pick(["# remark", "", "words without sign"])
                if pick([true, true, false]) {
                    let before = pick(["", "export ", "  "]) + "NAME\(index)" + pick(["=", " = "])
                    let after = pick(["", " # remark", "  "])
                    text = before + pick(["plain", "'single quoted'", "\"double # quoted\"", "`tick`"]) + after
                    variables.append(("NAME\(index)", lines.count, before, after))
                }
                var end = form.end(&generator)
                if text.isEmpty, lines.last?.end == "\r", end == "\n" { end = "\r" }
                lines.append(.init(text: text, end: end))
            }
            if form.isOpen, lines.last?.text.isEmpty == false { lines[lines.count - 1].end = "" }
            let bytes = GeneratedFile.bytes(lines, hasMark: form.hasMark)
            for variable in variables {
                var script = LineScript()
                script.replace(variable.line, variable.before + "'new value'" + variable.after)
                #expect(
                    DotEnvFile(bytes: bytes).setting(variable.name, to: "new value")
                        == GeneratedFile.bytes(script.applied(to: lines), hasMark: form.hasMark),
                    "seed \(seed), \(form.rawValue), \(variable.name)")
            }
            var script = LineScript()
            script.insert(["ADDED=value"], after: lines.count - 1)
            let added = DotEnvFile(bytes: bytes).setting("ADDED", to: "value")
            #expect(
                added == GeneratedFile.bytes(script.applied(to: lines), hasMark: form.hasMark),
                "seed \(seed), \(form.rawValue), added")
            #expect(DotEnvFile(bytes: added ?? [])["ADDED"]?.value == "value")
        }
    }
}
