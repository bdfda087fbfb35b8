import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CommandGuide
@testable import apitui

/// The manual pages of the program: nothing is missing in them, and roff reads them.
@Suite struct ManualTests {
    private static let program = try? Apitui.description()
    private static let pages = program.map { ManualPage.all(of: $0, .program) } ?? []

    private func page(_ name: String) -> String? { Self.pages.first { $0.fileName == name }?.text }

    @Test func `every command has its page, and every flag and argument is on it`() throws {
        let program = try #require(Self.program)
        let commands = program.subcommands.filter(\.isShown)
        #expect(commands.count > 20)
        for command in commands {
            let page = try #require(self.page("apitui-\(command.name).1"), "\(command.name)")
            for part in [command] + command.subcommands.filter(\.isShown) {
                #expect(page.contains(RoffText.escaped(part.name)), "\(part.line)")
                for argument in part.arguments where argument.isShown {
                    for name in argument.names {
                        #expect(page.contains("\\fB\(RoffText.escaped(name))\\fR"), "\(part.line) \(name)")
                    }
                    if argument.kind == .positional {
                        #expect(page.contains("\\fI\(RoffText.escaped(argument.valueName))\\fR"), "\(part.line)")
                    }
                }
            }
        }
    }

    @Test func `every page names exit statuses, and all of them are on some page`() throws {
        for page in Self.pages {
            #expect(page.text.contains(".SH \"EXIT STATUS\"\n"), "\(page.fileName)")
            for number in ["0", "2", "130"] {
                #expect(page.text.contains("\n\\fB\(number)\\fR\n"), "\(page.fileName) \(number)")
            }
        }
        let send = try #require(page("apitui-send.1"))
        for status in ExitStatus.allCases {
            #expect(send.contains("\\fB\(status.rawValue)\\fR"), "\(status)")
            #expect(!status.meaning(for: "send").isEmpty && !status.meaning(for: "").isEmpty, "\(status)")
        }
    }

    @Test func `the page of the program names every command, file and variable`() throws {
        let page = try #require(self.page("apitui.1"))
        for command in Apitui.configuration.subcommands where command.configuration.shouldDisplay {
            #expect(page.contains("apitui\\-\(RoffText.escaped(command._commandName))\\fR(1)"))
        }
        for setting in ["APITUI_TIMEOUT", "NO_COLOR", "XDG_STATE_HOME", "SSL_CERT_FILE"] {
            #expect(page.contains(setting))
        }
        #expect(page.contains("log.sqlite") && page.contains("config.yaml"))
    }

    @Test func `a page has the folders and the files of its command`() throws {
        let table: FilledTable = """
            open -> CONFIG STATE CACHE; config.yaml NAME.yaml log.sqlite trust tokens screen.json theme log-filters descriptions recovery trash apitui .env
            send -> CONFIG STATE CACHE; config.yaml log.sqlite trust tokens descriptions apitui .env
            run -> CONFIG STATE CACHE; config.yaml log.sqlite trust tokens descriptions apitui .env
            batch -> CONFIG STATE CACHE; config.yaml log.sqlite
            compare -> CONFIG STATE CACHE; config.yaml log.sqlite trust descriptions .env compare.rules
            history -> CONFIG STATE CACHE; config.yaml log.sqlite trust log-filters .env
            import -> CONFIG STATE; config.yaml log.sqlite
            log -> STATE; log.sqlite log-filters
            export -> STATE; trust .env
            lint -> STATE; trust .env
            auth -> STATE; tokens
            themes -> CONFIG; NAME.yaml
            cache -> CACHE; apitui
            keys -> none; none
            """
        let facts = ManualFacts.program
        func words(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: " ") }
        let found = table.filled { command in
            let folders = facts.variables(command).map(\.name).filter { $0.hasPrefix("XDG_") }
            let files = facts.files(command).map { String($0.name.split { "/ ".contains($0) }.last ?? "") }
            return "\(words(folders.map { String($0.dropFirst(4).dropLast(5)) })); \(words(files))"
        }
        #expect(found == table.text)
        for command in try #require(Self.program).subcommands.filter(\.isShown) {
            let page = try #require(self.page("apitui-\(command.name).1"))
            for entry in facts.variables(command.name) + facts.files(command.name) {
                #expect(page.contains("\n\\fB\(RoffText.escaped(entry.name))\\fR\n"), "\(command.name) \(entry.name)")
            }
            let variables = Set(facts.variables(command.name).map(\.name))
            for file in facts.files(command.name) where file.name.hasPrefix("$") {
                let variable = String(file.name.dropFirst().prefix { $0 != "/" })
                #expect(variables.isSuperset(of: [variable, "HOME"]), "\(command.name) \(file.name)")
            }
        }
    }

    @Test func `examples of a command begin with the program, or pass something to it`() {
        for page in Self.pages where page.fileName != "apitui.1" {
            guard let start = page.text.range(of: ".SH \"EXAMPLES\"\n") else {
                Issue.record("\(page.fileName) has no example")
                continue
            }
            let lines = page.text[start.upperBound...].split(separator: "\n").prefix { $0 != ".EE" }.dropFirst()
            #expect(!lines.isEmpty, "\(page.fileName)")
            #expect(lines.contains { $0.contains("apitui") }, "\(page.fileName)")
        }
    }

    /// Runs a program on all pages; nil where it is not installed.
    private func check(_ program: String, _ arguments: [String]) async throws -> [String]? {
        let places = ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(program)" }
        guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
        let folder = try TemporaryFolder()
        var said: [String] = []
        for page in Self.pages {
            let file = try folder.write(page.text, to: page.fileName)
            let run = try await ProgramRun.run(path, arguments + [file], environment: ["LC_ALL": "C.UTF-8"])
            let text = run.errorText + (program == "mandoc" ? run.text : "")
            said += text.split(separator: "\n").map { "\(page.fileName): \($0)" }
        }
        return said
    }

    @Test func `groff warns of nothing, where it is installed`() async throws {
        if let said = try await check("groff", ["-ww", "-man", "-Tutf8", "-z"]) { #expect(said == []) }
    }

    @Test func `mandoc warns of nothing, where it is installed`() async throws {
        if let said = try await check("mandoc", ["-Tlint", "-Wstyle"]) { #expect(said == []) }
    }
}

/// What the completion knows of commands is there.
@Suite struct CompletionTableTests {
    @Test func `each kind of value belongs to an argument that exists`() throws {
        let program = try Apitui.description()
        var known: Set<String> = []
        func note(_ command: CommandDefinition) {
            let name = command.words.dropFirst().joined(separator: " ")
            for argument in command.arguments {
                for word in argument.kind == .positional ? [argument.valueName] : argument.names {
                    known.formUnion(["\(name) \(word)", "* \(word)"])
                }
            }
            for part in command.subcommands { note(part) }
        }
        note(program)
        for entry in CompletionKind.table.keys.sorted() { #expect(known.contains(entry), "\(entry)") }
    }
}
