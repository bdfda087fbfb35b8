import Foundation
import TestSupport
import Testing

@testable import NetEngine

/// Names of files that are written beside others, and folders of programs.
@Suite struct FileRuleTests {
    private static let names: FilledTable = """
        .a.12.zz.m.tmp -> 12
        ..12.zz.m.tmp -> 12
        .a.b.2147483647.0.m.tmp -> 2147483647
        .a.1.1z141z3.m.tmp -> 1
        a.b.12.zz.m.tmp -> nil
        .a.012.zz.m.tmp -> nil
        .a.2147483648.zz.m.tmp -> nil
        .a.1.ZZ.m.tmp -> nil
        .a.1.12345678.m.tmp -> nil
        .a.1.z.n.tmp -> nil
        .a.1.z.M.tmp -> nil
        """

    @Test func `a draft says whose it is, and no other file does`() {
        let text = Self.names.filled { name in DraftFile.process(of: name, "m").map { String($0) } }
        #expect(text == Self.names.text)
    }

    @Test func `a draft is hidden beside its file, and its name is not too long`() {
        let own = ProcessInfo.processInfo.processIdentifier
        for target in ["a.json", "/x/y.z/a.json", "x/a", "/a", "x/" + String(repeating: "ä", count: 127)] {
            let path = DraftFile.path(for: target, mark: "m")
            let name = path.split(separator: "/").last.map { String($0) } ?? ""
            #expect(DraftFile.process(of: name, "m") == own)
            #expect(name.utf8.count <= 180 && path != DraftFile.path(for: target, mark: "m"))
            let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
            #expect(path.dropLast(name.count) == folder)
            #expect(name.hasPrefix("." + target.dropFirst(folder.count).prefix(75) + "."))
        }
    }

    @Test func `only old drafts of gone processes are removed`() throws {
        let folder = try TemporaryFolder()
        let gone = "2147483647"
        let own = "\(ProcessInfo.processInfo.processIdentifier)"
        let old = [".a.\(gone).1.m.tmp", ".b.c.\(gone).2.m.tmp"]
        let kept = [
            ".a.\(own).1.m.tmp", ".a.\(gone).3.n.tmp", "a.\(gone).4.m.tmp", ".a.\(gone).5.m.tmp", ".a.\(gone).6.m.tmp",
            ".a.\(gone).7.m.tmp", ".a.\(gone).8.m.tmp", "other",
        ]
        for name in old + kept.prefix(3) { try folder.write("x", to: name) }
        // A young one, a link, a folder, and a file with two names.
        try folder.write("x", to: kept[3])
        try folder.link(kept[4], to: "other")
        try folder.write("x", to: "other")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/\(kept[5])", withIntermediateDirectories: false)
        try FileManager.default.linkItem(atPath: "\(folder.path)/other", toPath: "\(folder.path)/\(kept[6])")
        let before = timeval(tv_sec: time(nil) - DraftFile.youngestAbandoned - 60, tv_usec: 0)
        for name in old + kept where name != kept[3] {
            #expect(lutimes("\(folder.path)/\(name)", [before, before]) == 0)
        }
        DraftFile.removeAbandoned(beside: "\(folder.path)/any", mark: "m")
        #expect(try folder.names() == kept.sorted())
        DraftFile.removeAbandoned(beside: "\(folder.path)/none/any", mark: "m")
    }

    /// A variable and the home folder.
    private static let folders: FilledTable = """
        /x | /h -> /x
        /x// | /h -> /x
        x | /h -> /h/.local/state
        . | /h/ -> /h/.local/state
        ~/x | /h -> /h/.local/state
        - | /h -> /h/.local/state
        - | / -> /.local/state
        - | h -> nil
        - | - -> nil
        /x | - -> /x
        """

    @Test func `a folder is the variable's if that is absolute, else in the home folder`() {
        let text = Self.folders.filled { row in
            let values = ["XDG_STATE_HOME": row.columns[0], "HOME": row.columns[1]]
            return BaseFolder.path("XDG_STATE_HOME", orInHome: ".local/state") { name in
                values[name].flatMap { $0 == "-" ? nil : $0 }
            }
        }
        #expect(text == Self.folders.text)
        #expect(BaseFolder.path("A", orInHome: "b") { $0 == "HOME" ? "/h" : "" } == "/h/b")
    }
}
