import Glibc
import TestSupport
import Testing

@testable import Explorer
@testable import Workspace

/// What is found out about the machine: programs, the processes above this one, and where the configuration file is.
@Suite struct InstalledProgramTests {
    @Test func `a program is found by its name in the folders of the path`() {
        #expect(InstalledProgram.exists("sh"))
        #expect(!InstalledProgram.exists("no-such-program-of-apitui"))
        #expect(!InstalledProgram.exists("sh/"), "it is no folder")
    }

    @Test func `a process that this one was started by is known by its name`() {
        #expect(!ProcessAncestry.contains("no-such-program-of-apitui"))
        let parent = getppid()
        // A process that lost its parent has none to look for.
        guard parent > 1, case .success(let bytes) = DiskFile.read("/proc/\(parent)/comm", limit: 100) else { return }
        #expect(ProcessAncestry.contains(String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self)))
    }

    @Test func `a configuration file is followed in its folder, and in that of the file that it leads to`() throws {
        let home = try TemporaryFolder()
        try home.write("", to: "real/c.yaml")
        try home.write("", to: "own/config.yaml")
        try home.write("", to: "linked/other")
        let links = [("real/c.yaml", "linked/config.yaml"), ("own/config.yaml", "own/link.yaml")]
        for (target, link) in links {
            let status = symlink("\(home.path)/\(target)", "\(home.path)/\(link)")
            #expect(status == 0)
        }
        func folders(_ name: String) -> [String] {
            SettingsSource(path: "\(home.path)/\(name)").folders.map { String($0.dropFirst(home.path.count + 1)) }
        }
        #expect(folders("own/config.yaml") == ["own"])
        #expect(folders("own/none.yaml") == ["own"], "it may be made")
        #expect(folders("linked/config.yaml") == ["linked", "real"])
        #expect(folders("own/link.yaml") == ["own"], "once")
        #expect(SettingsSource(path: nil).folders.isEmpty)
    }
}
