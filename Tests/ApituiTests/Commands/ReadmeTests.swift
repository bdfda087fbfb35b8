import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import Settings
@testable import apitui

/// README's tables match the program. `RECORD=1 swift test --filter ReadmeTests` writes them again.
@Suite struct ReadmeTests {
    private static let path = BuiltProgram.packageRoot + "/README.md"

    private static func readme() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// One row for each command, with its keys first.
    private static func keyTable() -> String {
        let rows = Command.table.filter { !$0.keys.isEmpty }.map { row in
            let keys = row.keys.map { key in "`\(key.label.replacing("|", with: "\\|"))`" }.joined(separator: " ")
            let place =
                switch row.scope {
                case .anywhere: "any"
                case .panes(let panes): panes.map { "\($0)" }.joined(separator: ", ")
                }
            return "| \(keys) | \(place) | \(row.help) |"
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
        let head = "| setting | value | default | goes before the file | what it does |\n|---|---|---|---|---|"
        return ([head] + rows).joined(separator: "\n")
    }

    @Test func `the keys are those of the command table`() throws {
        try Self.expect(Self.keyTable(), between: "keys")
    }

    @Test func `the settings are those of the table of settings`() throws {
        try Self.expect(Self.settingTable(), between: "settings")
    }

    @Test func `its sample of a configuration is read without a problem`() throws {
        let samples = try Self.readme().matches(of: /```yaml\n(.*?)```/.dotMatchesNewlines()).map { String($0.1) }
        #expect(!samples.isEmpty)
        for sample in samples {
            let file = SettingsFile(bytes: Array(sample.utf8))
            #expect(file.problems == [] && KeyListing(file.bindings).problems == [])
        }
    }

    /// Compares a table with the one between its marks, or writes it there.
    private static func expect(_ table: String, between name: String) throws {
        let readme = try Self.readme()
        let begin = "<!-- \(name): begin -->\n"
        let end = "\n<!-- \(name): end -->"
        let first = try #require(readme.range(of: begin)).upperBound
        let last = try #require(readme.range(of: "<!-- \(name): end -->")).lowerBound
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            let new = readme[..<first] + table + "\n" + readme[last...]
            try String(new).write(toFile: Self.path, atomically: true, encoding: .utf8)
        } else {
            #expect(readme.contains(begin + table + end))
        }
    }

    @Test func `its sample of a request file is read without a notice`() throws {
        let samples = try Self.readme().matches(of: /```http\n(.*?)```/.dotMatchesNewlines()).map { String($0.1) }
        #expect(!samples.isEmpty)
        for sample in samples { #expect(HTTPDocument(bytes: Array(sample.utf8)).notices == []) }
    }

    @Test func `the pages that it names are there`() throws {
        let folder = Self.path.replacing("/README.md", with: "")
        let links = try Self.readme().matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
        #expect(links.contains("docs/commands.md"))
        for link in links { #expect(FileManager.default.fileExists(atPath: "\(folder)/\(link)"), "\(link)") }
    }

    @Test func `the exit statuses are those of the table`() throws {
        #expect(try Self.readme().contains("```\n\(ExitStatus.table)\n```"))
    }

    @Test func `every command of the program is named`() throws {
        let readme = try Self.readme()
        for command in Apitui.configuration.subcommands where command.configuration.shouldDisplay {
            guard let name = command.configuration.commandName, name != "open" else { continue }
            #expect(readme.contains("`apitui \(name)"))
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
}

/// SECURITY.md names only tests that exist.
@Suite struct SecurityPageTests {
    @Test func `every promise names suites that are there`() throws {
        let root = BuiltProgram.packageRoot
        let page = try String(contentsOfFile: "\(root)/SECURITY.md", encoding: .utf8)
        let files = FileManager.default.enumerator(atPath: "\(root)/Tests")?.compactMap { $0 as? String } ?? []
        let sources = try files.filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: "\(root)/Tests/\($0)", encoding: .utf8) }
        let promises = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Promise") }
        #expect(promises.count > 10)
        for promise in promises {
            let suites = promise.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) }
            #expect(!suites.isEmpty, "\(promise)")
            for suite in suites {
                #expect(sources.contains { $0.contains("struct \(suite) ") }, "\(suite) is not there")
            }
        }
    }
}
