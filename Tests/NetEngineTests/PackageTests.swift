import Foundation
import TestSupport
import Testing

/// What a program fetches that depends on this package as docs/library.md says.
@Suite(.timeLimit(.minutes(5))) struct PackageTests {
    /// The lines for a `Package.swift` in that page.
    private func lines() throws -> String {
        let page = try String(contentsOfFile: "\(BuiltProgram.packageRoot)/docs/library.md", encoding: .utf8)
        let block = try #require(page.components(separatedBy: "<!-- package -->\n```\n").dropFirst().first)
        return try #require(block.components(separatedBy: "\n```").first)
    }

    /// The repository as somebody else sees it, and a package beside it that depends on it.
    private func makePackages(_ lines: String) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/apitui", withIntermediateDirectories: false)
        for name in ["Package.swift", "Sources", "Tests"] {
            try folder.copy("\(BuiltProgram.packageRoot)/\(name)", to: "apitui/\(name)")
        }
        for arguments in [
            ["init", "-q", "-b", "main"], ["add", "-A"],
            ["-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "All"],
        ] {
            let run = try await ProgramRun.run(
                "/usr/bin/git", arguments, environment: BuiltProgram.environment(home: folder),
                folder: "\(folder.path)/apitui")
            #expect(run.status == 0, "\(run.errorText)")
        }
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "weather",
            \(lines.replacing("REPOSITORY", with: "file://\(folder.path)/apitui"))
            )
            """, to: "weather/Package.swift")
        try folder.write("import NetEngine\n", to: "weather/Sources/weather/main.swift")
        return folder
    }

    @Test func `a program that adds the library as its page says fetches no other package`() async throws {
        let folder = try await makePackages(try lines())
        let run = try await ProgramRun.run(
            "/usr/bin/env", ["swift", "package", "show-dependencies", "--format", "flatlist"],
            environment: BuiltProgram.environment(home: folder), folder: "\(folder.path)/weather")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.split(separator: "\n") == ["apitui"], "\(run.text)\n\(run.errorText)")
        let checkouts = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/weather/.build/checkouts")
        #expect(checkouts == ["apitui"])
    }

    /// Which C library it is depends on the platform.
    @Test func `no file of the library names the C library without a condition`() throws {
        let sources = "\(BuiltProgram.packageRoot)/Sources"
        var conditional = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources)
        where path.hasPrefix("NetEngine") && path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
            for library in ["Glibc", "Musl", "Darwin"] {
                #expect(!text.contains("\nimport \(library)") && !text.hasPrefix("import \(library)"), "\(path)")
                #expect(!text.contains("\(library)."), "\(path) qualifies a call by \(library)")
            }
            let imports = """
                #if canImport(Glibc)
                    import Glibc
                #elseif canImport(Musl)
                    import Musl
                #elseif canImport(Darwin)
                    import Darwin
                #endif
                """
            if text.contains("import Glibc") {
                #expect(text.contains(imports), "\(path)")
                conditional += 1
            }
        }
        #expect(conditional > 30)
    }
}
