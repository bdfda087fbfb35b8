import ArgumentParser
import Explorer
import Settings
import Testing

@testable import apitui

/// What flags are read as.
@Suite struct FlagValueTests {
    private enum Kind: String, CaseIterable {
        case junit, html, json
    }

    private typealias Report = ReportArgument<Kind>

    private func read(_ text: String) -> (report: Report?, problem: String?) {
        do throws(ValidationError) {
            let report = try Report.read(
                text, kind: { Kind(rawValue: $0) }, usualPath: { $0 == .html ? "report.html" : nil })
            return (report, nil)
        } catch {
            return (nil, error.message)
        }
    }

    @Test func `a report is its kind and what is after the first sign of equality`() {
        let cases: [(text: String, kind: Kind, path: String)] = [
            ("junit=a.xml", .junit, "a.xml"), ("json=a=b", .json, "a=b"), ("junit==", .junit, "="),
            ("json=-", .json, "-"),
            ("html", .html, "report.html"), ("html=x y.html", .html, "x y.html"), ("html= ", .html, " "),
        ]
        for (text, kind, path) in cases {
            let report = read(text).report
            #expect(report?.kind == kind && report?.path == path && report?.flag == "--report", "\(text)")
        }
    }

    @Test func `a report without a kind or a file is refused`() {
        let cases = [
            ("junit", "--report junit names no file."), ("json=", "--report json= names no file."),
            ("html=", "--report html= names no file."),
            ("pdf=x", "--report takes KIND=FILE; the kinds are junit, html, json, not 'pdf'."),
            ("jnuit=x", "--report takes KIND=FILE; the kinds are junit, html, json, not 'jnuit'. Did you mean junit?"),
        ]
        for (text, problem) in cases { #expect(read(text).problem == problem, "\(text)") }
        for text in ["", "=x", "JUNIT=x", " junit=x"] {
            #expect(read(text).problem?.hasPrefix("--report takes KIND=FILE; ") == true, "\(text)")
        }
    }

    @Test func `two reports need two files, but for standard output`() {
        func problem(_ paths: String...) -> String? {
            do throws(ValidationError) {
                try Report.check(paths.map { Report(kind: .html, path: $0) })
                return nil
            } catch {
                return error.message
            }
        }
        #expect(problem() == nil && problem("a") == nil && problem("a", "b", "A") == nil)
        #expect(problem("-", "-", "a") == nil)
        #expect(problem("a", "b", "a") == "Two reports would be written to a.")
        #expect(problem("b", "-", "b", "a", "a") == "Two reports would be written to b.")
    }

    @Test func `flags of the screen are values of settings, and only those that were given`() throws {
        let cases: [(arguments: [String], settings: [SettingID: String])] = [
            ([], [:]), (["--images", "kitty"], [.images: "--images kitty"]),
            (["--theme", "Mine"], [.theme: "--theme Mine"]),
            (["--plain"], [.plain: "--plain on"]), (["--no-mouse"], [.mouse: "--no-mouse off"]),
            (
                ["--no-mouse", "--images", "blocks", "--plain", "--theme=x"],
                [
                    .images: "--images blocks", .theme: "--theme x", .plain: "--plain on", .mouse: "--no-mouse off",
                ]
            ),
        ]
        for (arguments, settings) in cases {
            let flags = try ScreenFlags.parse(arguments)
            #expect(flags.settings.mapValues { "\($0.name) \($0.text)" } == settings, "\(arguments)")
        }
        for choice in ImageChoice.allCases {
            let flags = try ScreenFlags.parse(["--images", choice.rawValue])
            #expect(flags.images == choice)
        }
        #expect(throws: (any Error).self) { _ = try ScreenFlags.parse(["--images", "ascii"]) }
    }

    @Test func `durations balance the parts of a run that is split`() throws {
        #expect(throws: (any Error).self) { _ = try ShardFlags.parse(["--balance", "a.jsonl"]) }
        let flags = try ShardFlags.parse(["--shard", "2/5", "--balance", "a.jsonl"])
        #expect(flags.shard == "2/5" && flags.balance == "a.jsonl")
        let none = try ShardFlags.parse([])
        let whole = try none.part(of: [])
        #expect(whole == nil)
    }
}
