import Base
import Contract
import Descriptions
import GraphQL
import JSONSchema
import OpenAPI
import Pattern
import RequestLog
import Settings
import TestSupport
import XPath

@testable import Explain
@testable import HTTPFormat
@testable import JSONPath
@testable import NetEngine
@testable import TerminalUI
@testable import Workspace

/// What a fuzz target's reader makes of an input, as text: everything that it found, and every sentence that it says.
enum Reading {
    private static let now = Timestamp(microsecondsSince1970: 1_795_256_100_000_000)

    static func text(_ target: FuzzTarget, _ bytes: [UInt8]) -> String {
        switch target {
        case .requestFile: RequestFileReading.text(bytes)
        case .environment: environment(bytes)
        case .curl: curl(bytes)
        case .json: json(bytes)
        case .jsonPath: jsonPath(bytes)
        case .xPath: xPath(bytes)
        case .pattern: pattern(bytes)
        case .headers: HeaderReading.text(bytes, now)
        case .cookies: HeaderReading.cookies(bytes, now)
        case .contentCoding: ""
        case .batch: BatchReading.text(bytes)
        case .imports: ImportReading.text(bytes)
        case .openAPI: openAPI(bytes)
        case .graphQL: graphQL(bytes)
        case .jsonSchema: jsonSchema(bytes)
        case .terminalInput: TerminalReading.text(bytes)
        case .logFilter: logFilter(bytes)
        case .handler: HandlerReading.text(bytes)
        case .settings: settings(bytes)
        }
    }

    // MARK: Request files

    private static func environment(_ bytes: [UInt8]) -> String {
        var text = ".env\n" + Printed(DotEnvFile(bytes: bytes).entries).text + "JSON\n"
        do throws(JSONSyntaxError) {
            text += Printed(try OrderedJSON.parse(bytes, allowsComments: true)).text
        } catch { text += "\(error.offset): \(error.reason)\n" }
        for value in ["x", "a \"b\" # c", "1"] {
            if let edited = DotEnvFile(bytes: bytes).setting("NAME", to: value) {
                text += "NAME=\(value): \(Printed.escaped(String(decoding: edited, as: UTF8.self)))\n"
            }
            do throws(JSONMemberEdit.Refusal) {
                let edited = try JSONMemberEdit(path: ["dev", "host"], value: value, allowsComments: true).applied(
                    to: bytes)
                text += "dev.host=\(value): \(Printed.escaped(String(decoding: edited, as: UTF8.self)))\n"
            } catch { text += "dev.host=\(value): \(error.sentence)\n" }
        }
        return text
    }

    private static func curl(_ bytes: [UInt8]) -> String {
        var text = ""
        for shell in [CommandShell.posix, .cmd, .powerShell] {
            text += "\(shell)\n" + Printed(CommandWords.read(bytes, from: 0, shell: shell)).text
        }
        for movesBodies in [false, true] {
            let commands = CurlCommands(bytes, movesBodies: movesBodies)
            for transfer in commands.transfers {
                text += "line \(transfer.line) \(transfer.problem ?? "")\n"
                for line in transfer.lines ?? [] { text += "  | \(Printed.escaped(line))\n" }
                for (place, bytes) in transfer.moved.sorted(by: { $0.key < $1.key }) {
                    text += "  moved \(place): \(Printed.escaped(String(decoding: bytes, as: UTF8.self)))\n"
                }
                for remark in transfer.remarks { text += "  \(Printed.escaped(remark))\n" }
            }
            if let line = commands.strayLine { text += "stray \(line)\n" }
        }
        return text
    }

    // MARK: Queries

    private static func json(_ bytes: [UInt8]) -> String {
        do throws(JSONSyntaxError) {
            let tree = try JSONTree.parse(bytes)
            var text = "\(tree.nodes.count) nodes\n"
            for node in tree.nodes.indices.prefix(40) {
                text += "  \(NormalizedPaths(tree).path(of: node)) "
                text += Printed.escaped(String(decoding: tree.slice(node), as: UTF8.self)) + "\n"
            }
            return text + Printed(try OrderedJSON.parse(bytes)).text
        } catch { return "\(error.offset): \(error.reason)\n" }
    }

    private static func jsonPath(_ bytes: [UInt8]) -> String {
        let parts = InputParts(bytes)
        do throws(JSONPathParser.SyntaxError) {
            let query = try JSONPathParser.parse(String(decoding: parts.first, as: UTF8.self))
            guard let tree = try? JSONTree.parse(parts.rest) else { return "no JSON\n" }
            let limits = JSONPathEvaluation.Limits(nodes: 20_000, steps: 300_000, patternSteps: 300_000)
            guard let found = try? JSONPathEvaluation(tree, limits: limits).nodes(query) else { return "a limit\n" }
            let paths = NormalizedPaths(tree)
            return "\(found.count) nodes\n"
                + found.prefix(20).map { "  \(Printed.escaped(paths.path(of: $0)))\n" }.joined()
        } catch { return "\(error.offset): \(error.reason)\n" }
    }

    private static func xPath(_ bytes: [UInt8]) -> String {
        let parts = InputParts(bytes)
        let tree = String(validating: parts.rest, as: UTF8.self).flatMap { try? XMLReader().read(Array($0.utf8)) }
        do throws(XPathParser.SyntaxError) {
            let query = try XPathParser.parse(String(decoding: parts.first, as: UTF8.self))
            guard let tree else { return "no XML\n" }
            let evaluation = XPathEvaluation(tree, maxWork: 100_000)
            guard let value = try? evaluation.value(query) else { return "a limit, or a value of another kind\n" }
            guard case .nodes(let nodes) = value else { return Printed(value).text }
            return "\(nodes.count) nodes\n"
                + nodes.prefix(20).map {
                    let (excerpt, source) = (evaluation.document.excerpt($0), evaluation.document.source($0))
                    return "  \(Printed.escaped(excerpt)) | \(Printed.escaped(source))\n"
                }.joined()
        } catch { return "\(error.offset): \(error.reason)\n" }
    }

    private static func pattern(_ bytes: [UInt8]) -> String {
        let parts = InputParts(bytes)
        let source = String(decoding: parts.first, as: UTF8.self)
        var text = ""
        for syntax in [Pattern.Syntax.iRegexp, .common(ignoresCase: false), .common(ignoresCase: true), .ecmaScript] {
            text += "\(syntax): "
            do throws(Pattern.SyntaxError) {
                let pattern = try Pattern(source, syntax: syntax)
                var steps = 200_000
                let whole = try? PatternMatcher(pattern).matchesWhole(parts.rest, steps: &steps)
                let part = try? PatternMatcher(pattern).isFound(in: parts.rest, steps: &steps)
                let match: Range<Int>? = try? parts.rest.withUnsafeBufferPointer { text throws(Pattern.TooManySteps) in
                    try PatternFinder(pattern).first(in: text, startingIn: 0..<text.count, steps: &steps)
                }
                func word(_ isTrue: Bool?) -> String { isTrue.map { $0 ? "yes" : "no" } ?? "a limit" }
                text += "whole \(word(whole)), part \(word(part)), first \(match.map { "\($0)" } ?? "-")\n"
            } catch { text += "\(error.offset): \(error.reason)\n" }
        }
        return text
    }

    private static func logFilter(_ bytes: [UInt8]) -> String {
        let written = String(decoding: bytes, as: UTF8.self)
        var text = ""
        do throws(LogFilterError) {
            let filter = try LogFilter(
                parsing: written, now: now, zone: 7200, saved: ["bad": "status:>=400"], pid: 4711)
            text += "\(Printed.escaped(filter.condition.text))\n\(Printed.escaped(filter.words))\n"
        } catch { text += "\(error.range): \(Printed.escaped(error.sentence))\n" }
        let found = LogFilter.completions(for: written, cursor: written.utf8.count, saved: ["bad"]) { _, _ in
            ["api.example.com"]
        }
        return text + Printed(Array(found.prefix(6))).text
    }

    // MARK: Descriptions

    private static func openAPI(_ bytes: [UInt8]) -> String {
        let description: Description
        do { description = try Description.read(bytes) } catch { return "\(error)\n" }
        let collection = DescribedCollection(DescribedAPI(description), fileName: "api.yaml")
        let document = collection.document(expanding: Array(collection.operations.indices.prefix(20)))
        func lines(_ bytes: [UInt8]) -> String {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .map { "| \($0)\n" }.joined()
        }
        let known = description.allNotices()
        var text =
            lines(document) + Printed(collection.groups).text + Printed(collection.notices).text
            + Printed(known).text
        let environments = collection.environments()
        text += "environments\n" + lines(environments.bytes) + Printed(environments.variables).text
        text += Printed(environments.notices).text
        for index in collection.operations.indices.prefix(20) {
            let block = collection.block(of: index)
            if !block.asked.isEmpty { text += "\(collection.name(of: index)) asks for \(block.asked)\n" }
            for notice in block.notices where !known.contains(notice) {
                text += "\(notice.kind) \(notice.pointer): \(Printed.escaped(notice.text))\n"
            }
        }
        return text + Printed(collection.api.schemaNotices()).text
    }

    private static func graphQL(_ bytes: [UInt8]) -> String {
        if let tree = try? JSONTree.parse(bytes) {
            do { return schema(try GraphQLSchema(introspection: tree)) } catch { return "\(error)\n" }
        }
        let parts = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n---\n", maxSplits: 1, omittingEmptySubsequences: false)
        let sdl = GraphQLDocument.parse(Array(parts[0].utf8))
        let schema = GraphQLSchema(documents: [sdl])
        var text = sdl.problems.map(problem).joined() + Self.schema(schema)
        if parts.count > 1 {
            let document = GraphQLDocument.parse(Array(parts[1].utf8))
            text += "document\n" + document.problems.map(problem).joined()
            text += document.problems(in: schema).map(problem).joined()
        }
        return text
    }

    private static func problem(_ problem: GraphQLProblem) -> String {
        "\(problem.range) \(problem.rule): \(Printed.escaped(problem.reason))\n"
    }

    private static func schema(_ schema: GraphQLSchema) -> String {
        schema.sdl.split(separator: "\n").map { "| \(Printed.escaped(String($0)))\n" }.joined()
            + Printed(schema.notices).text
    }

    private static func jsonSchema(_ bytes: [UInt8]) -> String {
        let parts = InputParts(bytes)
        guard let tree = try? JSONTree.parse(Array(parts.first)) else { return "no JSON\n" }
        let value = (try? JSONTree.parse(parts.rest)) ?? tree
        var (found, lastBrief) = (AlikeTexts(), "")
        for dialect in SchemaDialect.allCases {
            let library = SchemaLibrary([SchemaDocument(uri: "file:///s.json", tree: tree, dialect: dialect)])
            func report(_ options: SchemaOptions) -> SchemaReport {
                library.schema(document: 0, options).report(on: value, budget: QueryBudget(steps: 2_000_000))
            }
            let strict = report(SchemaOptions(assertsFormats: true))
            let printed =
                Printed(strict).text + Printed(library.schema(document: 0, SchemaOptions()).notices).text
            // Most schemas mean the same in all dialects.
            found.add("\(dialect)", printed, onNewLine: true)
            let plain = brief(report(SchemaOptions()))
            var briefs = plain == brief(strict) ? "" : "formats not asserted: \(plain)"
            for direction in [SchemaDirection.request, .response] {
                let directed = brief(report(SchemaOptions(direction: direction)))
                if directed != plain { briefs += "\(direction): \(directed)" }
            }
            if briefs != lastBrief { found.text += briefs }
            lastBrief = briefs
        }
        return found.text
    }

    private static func brief(_ report: SchemaReport) -> String {
        func lines(_ kind: String, _ breaches: [SchemaBreach]) -> String {
            breaches.map { "  \(kind) \($0.path): \(Printed.escaped($0.text))\n" }.joined()
        }
        return "\(report.verdict)\n" + lines("breach", report.breaches) + lines("warning", report.warnings)
            + lines("unchecked", report.unchecked)
    }

    private static func settings(_ bytes: [UInt8]) -> String {
        let file = SettingsFile(bytes: bytes)
        let (settings, problems) = EffectiveSettings.resolve(file, variable: { _ in nil })
        var text = Printed(file.bindings).text + "lost \(file.isLost) \(file.areKeysLost)\n"
        for id in SettingID.allCases {
            guard let entry = settings.entries[id], entry.source != .standard else { continue }
            text += "\(id): \(entry.text) (\(entry.source.words))\n"
        }
        for problem in file.problems + problems {
            text += "\(problem.place.map { "\($0.line):\($0.column)" } ?? "-") \(Printed.escaped(problem.sentence))\n"
        }
        return text
    }
}
