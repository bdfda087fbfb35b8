import ArgumentParser
import CommandGuide
import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import Settings
@testable import apitui

/// The tables of the reference pages match the program. `RECORD=1 swift test --filter ReferencePageTests` writes them again.
@Suite struct ReferencePageTests {
    private static func path(_ page: String) -> String { "\(BuiltProgram.packageRoot)/\(page)" }

    private static func read(_ page: String) throws -> String {
        try String(contentsOfFile: path(page), encoding: .utf8)
    }

    /// One row for each command, with its keys first.
    private static func keyTable() -> String {
        let rows = Command.table.filter { !$0.keys.isEmpty }.map { row in
            let keys = row.keys.map { key in "`\(key.label.replacing("|", with: "\\|"))`" }.joined(separator: " ")
            let place =
                switch row.scope {
                case .anywhere: "any"
                case .panes(let panes): panes.map { "\($0)" }.joined(separator: ", ")
                }
            return "| \(keys) | \(place) | \(row.helpOfAllPanes) |"
        }
        return (["| keys | pane | what happens |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    /// One row for each setting.
    private static func settingTable() -> String {
        let rows = Setting.table.map { setting in
            let value =
                switch setting.kind {
                case .name, .command, .toggle, .choice: setting.takes
                case .time: "a time" + (setting.range.map { ", \($0)" } ?? "")
                case .size: "a size, or none"
                }
            let standard = setting.standard.map { "`\($0)`" } ?? setting.otherwise
            let before = (setting.flags + [setting.variable]).map { "`\($0)`" }.joined(separator: " ")
            let after = setting.sharedVariables.map { "`\($0)`" }.joined(separator: " ")
            let others = after.isEmpty ? before : "\(before); after it \(after)"
            return "| `\(setting.id.rawValue)` | \(value) | \(standard) | \(others) | \(setting.help) |"
        }
        let head = "| setting | value | default | overrides the file | what it does |\n|---|---|---|---|---|"
        return ([head] + rows).joined(separator: "\n")
    }

    @Test func `the keys are those of the command table`() throws {
        try Self.expect(Self.keyTable(), between: "keys", of: "docs/keys.md")
    }

    @Test func `the settings are those of the table of settings`() throws {
        try Self.expect(Self.settingTable(), between: "settings", of: "docs/settings.md")
    }

    @Test func `the other environment variables are those of the manual`() throws {
        let settings = Set(Setting.table.map(\.variable))
        let rows = ManualFacts.program.variables("").filter { !settings.contains($0.name) }
            .map { "| `\($0.name)` | \($0.text) |" }
        let table = (["| variable | what it does |", "|---|---|"] + rows).joined(separator: "\n")
        try Self.expect(table, between: "variables", of: "docs/settings.md")
    }

    @Test func `the sample of a configuration is read without a problem`() throws {
        let samples = try Self.read("docs/settings.md").matches(of: /```yaml\n(.*?)```/.dotMatchesNewlines()).map {
            String($0.1)
        }
        #expect(!samples.isEmpty)
        for sample in samples {
            let file = SettingsFile(bytes: Array(sample.utf8))
            #expect(file.problems == [] && KeyListing(file.bindings).problems == [])
        }
    }

    /// Compares a table with the one between its marks, or writes it there.
    private static func expect(_ table: String, between name: String, of page: String) throws {
        let text = try Self.read(page)
        let begin = "<!-- \(name): begin -->\n"
        let end = "\n<!-- \(name): end -->"
        let first = try #require(text.range(of: begin)).upperBound
        let last = try #require(text.range(of: "<!-- \(name): end -->")).lowerBound
        if Recorded.isRecording {
            let new = text[..<first] + table + "\n" + text[last...]
            try String(new).write(toFile: Self.path(page), atomically: true, encoding: .utf8)
        } else {
            #expect(text.contains(begin + table + end))
        }
    }

    @Test(arguments: ["README.md", "docs/ci.md", "docs/commands.md", "docs/login.md"])
    func `the samples of request files are read without a notice`(page: String) throws {
        let samples = try Self.read(page).matches(of: /\n```http\n(.*?)\n```/.dotMatchesNewlines()).map { String($0.1) }
        #expect(!samples.isEmpty)
        for sample in samples { #expect(HTTPDocument(bytes: Array(sample.utf8)).notices == [], "\(sample)") }
    }

    @Test func `the exit statuses are those of the table`() throws {
        #expect(try Self.read("docs/errors.md").contains("```\n\(ExitStatus.table)\n```"))
    }

    /// One row for each category.
    private static func categoryTable() -> String {
        let rows = ErrorCategory.allCases.map { category in
            let again = category.isRetryable ? "yes" : "no"
            let status = ExitStatus(category).rawValue
            return "| `\(category.rawValue)` | \(status) | \(category.title) | \(category.hint) | \(again) |"
        }
        let head = "| category | exit status | what happened | what to try | worth a retry |\n|---|---|---|---|---|"
        return ([head] + rows).joined(separator: "\n")
    }

    @Test func `the error categories are those of the library`() throws {
        try Self.expect(Self.categoryTable(), between: "categories", of: "docs/errors.md")
    }

    @Test func `every command of the program is named`() throws {
        let page = try Self.read("docs/commands.md")
        for command in Apitui.configuration.subcommands where command.configuration.shouldDisplay {
            guard let name = command.configuration.commandName, name != "open" else { continue }
            #expect(page.contains("`apitui \(name)"))
        }
    }
}

/// ARCHITECTURE.md names only files that exist.
@Suite struct ArchitecturePageTests {
    @Test func `every file that the page names exists`() throws {
        let root = BuiltProgram.packageRoot
        let page = try String(contentsOfFile: "\(root)/ARCHITECTURE.md", encoding: .utf8)
        let paths = ["Sources", "Tests"].flatMap { folder in
            FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { "\(folder)/\($0)" } ?? []
        }
        let named = page.matches(of: /`([A-Za-z\/+]+\.swift)`/).map { String($0.1) }
        #expect(named.count > 20)
        for name in named where name != "Package.swift" {
            #expect(paths.contains { "/\($0)".hasSuffix("/\(name)") }, "\(name) is not there")
        }
    }

    @Test(arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/file-formats.md", "docs/testing.md"])
    func `every suite and every target of tests that a page names exists`(page: String) throws {
        let root = BuiltProgram.packageRoot
        let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
        let files = FileManager.default.enumerator(atPath: "\(root)/Tests")?.compactMap { $0 as? String } ?? []
        let named = Set(text.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) })
        #expect(!named.isEmpty)
        for name in named.sorted() where !files.contains(name) {
            #expect(TestTypes.names.contains(name), "\(name) is not there")
        }
    }
}

/// SECURITY.md names only tests that exist.
@Suite struct SecurityPageTests {
    @Test func `every promise names suites that are there`() throws {
        let root = BuiltProgram.packageRoot
        let page = try String(contentsOfFile: "\(root)/SECURITY.md", encoding: .utf8)
        let promises = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Promise") }
        #expect(promises.count > 10)
        for promise in promises {
            let suites = promise.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) }
            #expect(!suites.isEmpty, "\(promise)")
            for suite in suites {
                #expect(TestTypes.names.contains(suite), "\(suite) is not there")
            }
        }
    }
}

private enum TestTypes {
    /// What follows `struct` in all tests, up to a space. Read once: it took seconds to search every file for each name.
    static let names: Set<String> = {
        let folder = "\(BuiltProgram.packageRoot)/Tests"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var names: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
            for part in text.components(separatedBy: "struct ").dropFirst() {
                names.insert(String(part.prefix { $0 != " " }))
            }
        }
        return names
    }()
}
