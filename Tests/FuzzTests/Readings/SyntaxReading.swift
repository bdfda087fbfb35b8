import Base
import Foundation
import JSONPath
import NetEngine
import TestSupport

@testable import HTTPFormat

/// The small readers and writers of request files, as text: a section of the cases is named for one of them, and each line is read by it.
enum SyntaxReading {
    static func text(_ name: String, _ text: String) -> String {
        switch name {
        case "lines": line(text)
        case "parameters": parameter(text)
        case "JSON lines": jsonLine(text)
        case "JSON texts": json(text)
        case "checks": check(text)
        case "body paths": path(text)
        case "script paths": Printed(ScriptPath(text) as Any).text
        case "durations":
            "\(MetadataDuration.read(text)) \(MetadataDuration.read(text, bareIsMilliseconds: true)) \(Check.milliseconds(text))\n"
        case "loops": Printed(MetadataLoop.read(text) as Any).text
        case "expectations": expectation(text)
        case "hidden parts": Printed(HiddenParts.reading(text).parts).text + "\(HiddenParts.reading(text).wrong)\n"
        case "keys":
            with(text) { "\(MetadataKey($0).map { "\($0)" } ?? "-") \(MetadataKey.suggestion(for: $0) ?? "-")\n" }
        case "logins": login(text)
        case "multipart": multipart(text)
        case "inserted values": inserted(text)
        case "GraphQL bodies": graphQL(text)
        case "shell": "\(ShellText.word(Array(text.utf8)))\n\(ShellText.printf(Array(text.utf8)))\n"
        case "request options":
            RequestOption.table.filter { $0.key == text }.map { option in
                "\(option.title) | \(option.standard) | \(option.kind) | \(option.choices) | \(option.term.form.examples)\n"
            }.joined()
        case "names": "\(RequestEditor.isName(text)) \(LineSyntax.bodyFileLine(text))\n"
        default: contract(text)
        }
    }

    private static func with<T>(_ text: String, _ read: (LineText) -> T) -> T {
        Array(text.utf8).withUnsafeBufferPointer { read(LineText($0, 0..<$0.count)) }
    }

    // MARK: Lines

    /// Everything that the line is on its own.
    private static func line(_ text: String) -> String {
        with(text) { line in
            var found: [String] = []
            func add(_ what: String, _ isSo: Bool) { if isSo { found.append(what) } }
            func pair(_ what: String, _ name: LineText, _ value: LineText) {
                found.append("\(what) \(Printed.quoted(name.string)) \(Printed.quoted(value.string))")
            }
            if LineSyntax.isSeparator(line) { found.append("separator, \(LineSyntax.separatorTitle(line).string)") }
            if let comment = LineSyntax.commentText(line) {
                found.append("comment \(Printed.quoted(comment.string))")
                if let (key, value) = LineSyntax.metadata(comment) { pair("metadata", key, value) }
                if let (name, value) = LineSyntax.disabledHeader(comment) { pair("disabled header", name, value) }
                if let parameter = LineSyntax.disabledParameter(comment) {
                    found.append("disabled parameter \(parameter.string)")
                }
            }
            if let (name, value) = LineSyntax.variable(line) { pair("variable", name, value) }
            if let parts = LineSyntax.requestLine(line) {
                let (method, version) = (parts.method?.string ?? "-", parts.version?.string ?? "-")
                found.append("request line \(method) | \(parts.target.string) | \(version)")
            }
            add("target", LineSyntax.looksLikeTarget(line))
            add("begins a request", LineSyntax.beginsRequest(line))
            if let (name, value) = LineSyntax.header(line) { pair("header", name, value) }
            add("expression", LineSyntax.isExpression(line))
            if let file = LineSyntax.bodyImport(line) {
                let variables = file.replacesVariables ? ", with variables \(file.encoding.string)" : ""
                found.append("body file \(file.path.string)\(variables)")
            }
            for (sign, marker) in [("<", Byte.lessThan), (">", Byte.greaterThan)] {
                if let start = LineSyntax.scriptStart(line, marker: marker) { found.append("script \(sign) \(start)") }
                add("script file \(sign)", LineSyntax.isScriptFile(line, marker: marker))
            }
            if LineSyntax.opensScriptBlock(line) {
                let event = LineSyntax.scriptBlockEvent(line).map { $0.phase.map { "\($0)" } ?? "its place" }
                found.append("script block, \(event ?? "for others")")
            }
            add("end of a script block", LineSyntax.closesScriptBlock(line))
            add("output", LineSyntax.isOutput(line))
            add("saved response", LineSyntax.isInlineResponse(line))
            return found.map { Printed.escaped($0) + "\n" }.joined()
        }
    }

    /// `WRITTEN|TYPED`: what is shown of the one, and what is written when the other is typed over it.
    private static func parameter(_ text: String) -> String {
        let parts = text.components(separatedBy: "|")
        let (old, typed) = (parts[0], parts.count > 1 ? parts[1] : ParameterText.shown(parts[0]))
        return [
            ParameterText.shown(old), ParameterText.written(typed, was: old),
            ParameterText.written(typed, isName: true),
        ].map(Printed.escaped).joined(separator: " | ") + "\n"
    }

    // MARK: JSON

    private static func jsonLine(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return JSONTemplate.parts(ofLine: text).map { part, range in
            "\(part) \(Printed.quoted(String(decoding: bytes[range], as: UTF8.self)))\n"
        }.joined()
    }

    private static func json(_ text: String) -> String {
        var (found, last) = ("", "")
        for keeps in [false, true] {
            let template = JSONTemplate(text, keepsComments: keeps)
            var outcome = template.flaw.map { "\($0.sentence)\n" } ?? "JSON\n"
            do throws(JSONTemplate.FormatStop) { outcome += Printed.escaped(try template.formatted()) + "\n" } catch {
                outcome += "no layout: \(error.sentence)\n"
            }
            found += outcome == last ? "with comments the same\n" : outcome
            last = outcome
        }
        let lines = text.components(separatedBy: "\n")
        for (number, line) in lines.enumerated() {
            for offset in 0...line.utf8.count {
                guard let pair = JSONTemplate.brackets(in: lines, line: number, offset: offset) else { continue }
                found += "\(number):\(offset) \(pair.0.line):\(pair.0.offset) - \(pair.1.line):\(pair.1.offset)\n"
            }
        }
        return found
    }

    // MARK: Checks

    private static func check(_ text: String) -> String {
        var found: String
        let syntax = CheckSyntax(text)
        switch syntax.result {
        case .success(let check):
            found = Printed(check).text
            found += "\(check.looksAtBody ? "looks at the body" : "")\(check.isPositive ? "" : " negative")\n"
        case .failure(let error): found = "\(error.reason)\n"
        }
        for remark in CheckSyntax.remarks(text, .questionMarks) + CheckSyntax.remarks(text, .comment) {
            found += "\(remark.id) \(remark.severity) \(Printed.escaped(remark.text))\n"
        }
        return found
    }

    private static func path(_ text: String) -> String {
        var found = "\(BodyPath.rooted(text)) | \(BodyPath.withQuotedNames(BodyPath.rooted(text)))\n"
        do throws(JSONPathParser.SyntaxError) { _ = try BodyPath.query(text) } catch {
            found += "\(error.offset): \(error.reason)\n"
        }
        return found
    }

    private static func expectation(_ text: String) -> String {
        let expectation = ExpectationSyntax.expectation(text).map(ExpectationSyntax.words) ?? "-"
        let reading = ExpectationSyntax.envelope(text)
        return "\(expectation) | \(ExpectationSyntax.words(.envelope(reading.format))) | \(reading.problem ?? "")\n"
    }

    // MARK: What is sent

    private static func login(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else {
            return "\(AWSLoginOption.read(text).map { "\($0.option) \($0.value)" } ?? "-")\n"
        }
        let (name, value) = (text[..<colon], LineText.trimmedBytes(Array(text[text.index(after: colon)...].utf8)))
        let sent = ForeignLogin.problem(name: Array(name.utf8), value: value) ?? "-"
        let written = with(text) { line in
            LineSyntax.header(line).flatMap { ForeignLogin.problem($0.name, $0.value) } ?? "-"
        }
        let option = AWSLoginOption.read(text).map { "\($0.option) \($0.value)" } ?? "-"
        return "\(sent)\n\(written == sent ? "" : "before variables: \(written)\n")option \(option)\n"
    }

    /// `BOUNDARY|BODY`: the dashes of a body; a line with « has inserted values.
    private static func multipart(_ text: String) -> String {
        let parts = text.components(separatedBy: "|")
        var found = ""
        for takes in [false, true] {
            var lines = MultipartLines(boundary: parts[0].isEmpty ? nil : parts[0], takesValues: takes)
            var body: [UInt8] = []
            for line in parts[1].components(separatedBy: "\n") {
                let holdsValues = line.contains("«")
                let bytes = Array(line.replacing(bytes: "«", with: "").utf8)
                if line.hasPrefix("-") || line.hasPrefix("«-") {
                    let isDelimiter = lines.takeDashes(bytes, holdsValues: holdsValues, at: body.count)
                    found += "\(isDelimiter ? "delimiter" : "no delimiter") \(lines.isInHead ? "head" : "content"), "
                } else if line.isEmpty {
                    lines.endHead()
                }
                body += bytes + [10]
            }
            let (renamed, boundary) = lines.withOwnBoundary(body)
            found += "\(lines.boundary ?? "-") \(lines.delimiters)\(lines.isForged(body) ? " forged" : "")\n"
            found += "\(boundary) \(Printed.quoted(String(decoding: renamed, as: UTF8.self)))\n"
        }
        return found
    }

    /// A line of a part's head, values between « and ».
    private static func inserted(_ text: String) -> String {
        var (line, values, start) = ([UInt8](), [Range<Int>](), 0)
        for character in text {
            switch character {
            case "«": start = line.count
            case "»": values.append(start..<line.count)
            default: line += Array(String(character).utf8)
            }
        }
        return MultipartLines.escaped(line, values: values).map {
            Printed.quoted(String(decoding: $0, as: UTF8.self)) + "\n"
        } ?? "a line of its own\n"
    }

    private static func graphQL(_ text: String) -> String {
        let fragments = ["fragment F on A { f ...G }", "fragment G on A { g }", "fragment F on B { other }"]
            .enumerated().map { GraphQLFragment(name: String($1.dropFirst(9).prefix(1)), text: $1, line: $0 + 1) }
        let template = GraphQLTemplate(Array(text.utf8))
        var found = "begins a query: \(GraphQLSyntax.beginsQuery(text))\n"
        if !template.covers.isEmpty {
            found += Printed.escaped(String(decoding: template.covered, as: UTF8.self))
            found += "\(template.hasOpenCovers ? ", open" : "")\n"
        }
        do throws(GraphQLRequest.Problem) {
            let request = try GraphQLRequest(text, fragments: fragments)
            found += Printed(request).text + Printed.escaped(String(decoding: request.payload, as: UTF8.self)) + "\n"
        } catch { found += "\(error.reason)\n" }
        return found
    }

    /// `PATH|OPERATION`.
    private static func contract(_ text: String) -> String {
        let parts = text.components(separatedBy: "|")
        let line = SavedRequest.ContractLink.text(path: parts[0], operation: parts.count > 1 ? parts[1] : "")
        let link = SavedRequest.ContractLink(path: parts[0], operation: parts.count > 1 ? parts[1] : nil, line: 1)
        return "\(line) \(Printed.escaped("\(link.decoded)"))\n"
    }
}
