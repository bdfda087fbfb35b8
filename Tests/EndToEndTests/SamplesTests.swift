import Foundation
import TestSupport
import Testing

/// `apitui demo` where nothing of the package is near: the program carries its samples.
@Suite struct SamplesTests {
    /// The files below a folder, by their paths from there.
    private func files(in folder: String) throws -> [String: [UInt8]] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var all: [String: [UInt8]] = [:]
        for path in paths {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
            all[path] = [UInt8](data)
        }
        return all
    }

    /// Copies the program by another process: a file that this one has open for writing cannot be run while a test elsewhere
    /// starts a program, which has the file open too for a moment.
    private func copy(to path: String) async throws {
        #expect(try await ProgramRun.run("/bin/cp", [BuiltProgram.path, path]).status == 0)
    }

    @Test func `the program copied alone to another folder has all samples, and leaves what was changed in them`()
        async throws
    {
        let home = try TemporaryFolder()
        let program = "\(home.path)/apitui"
        try await copy(to: program)
        func demo() async throws -> ProgramRun {
            try await ProgramRun.run(
                program, ["demo"], environment: BuiltProgram.environment(home: home), folder: home.path)
        }
        // Nobody sits at a terminal here; the samples are there before it is looked for.
        #expect(try await demo().errorText.contains("terminal"))
        let cache = "\(home.path)/cache/apitui"
        let names = try FileManager.default.contentsOfDirectory(atPath: cache).filter { $0.hasPrefix("samples-") }
        let folder = "\(cache)/\(try #require(names.first))/Demo"
        #expect(names.count == 1)
        let expected = try files(in: BuiltProgram.demoCollection)
        #expect(expected.count > 20)
        #expect(try files(in: folder) == expected)

        let own = Data("GET http://a.test/\n".utf8)
        try own.write(to: URL(filePath: "\(folder)/01-shop/products.http"))
        try FileManager.default.removeItem(atPath: "\(folder)/01-shop/orders.http")
        #expect(try await demo().errorText.contains("terminal"))
        var changed = expected
        changed["01-shop/products.http"] = [UInt8](own)
        #expect(try files(in: folder) == changed)
    }

    @Test func `without a folder for the samples it says so`() async throws {
        let home = try TemporaryFolder()
        let program = "\(home.path)/apitui"
        try await copy(to: program)
        var environment = BuiltProgram.environment(home: home)
        environment["HOME"] = nil
        environment["XDG_CACHE_HOME"] = nil
        let run = try await ProgramRun.run(program, ["demo"], environment: environment, folder: home.path)
        #expect(run.status == 2)
        #expect(run.errorText.contains("neither XDG_CACHE_HOME nor HOME names a folder"))
    }
}
