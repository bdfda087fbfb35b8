import Base
import Testing

@testable import Doctor

/// What is said of one kept file, from facts alone.
@Suite struct KeptItemTests {
    private func item(
        _ permissions: UInt32 = 0o600, owner: UInt32 = 7, isFolder: Bool = false, bytes: Int = 0,
        content: KeptItem.Content = .fine(""), isPrivate: Bool = true
    ) -> KeptItem {
        KeptItem(
            "files.x", "The file", path: "/a/b",
            status: .init(isFolder: isFolder, permissions: permissions, owner: owner, bytes: bytes), content: content,
            isPrivate: isPrivate)
    }

    @Test func `a file that is fine has one line with what is known of it`() {
        let cases: [(KeptItem, String)] = [
            (item(), "The file: /a/b (0600)."),
            (item(0o400), "The file: /a/b (0400)."),
            (item(bytes: 1), "The file: /a/b (\(Formatting.byteCount(1)), 0600)."),
            (
                item(0o700, isFolder: true, bytes: 5000, content: .fine("3 folders")),
                "The file: /a/b (3 folders, \(Formatting.byteCount(5000)), 0700)."
            ),
            (item(0o755, isFolder: true, isPrivate: false), "The file: /a/b (0755)."),
            (item(0, content: .fine("nothing")), "The file: /a/b (nothing, 0000)."),
        ]
        for (item, sentence) in cases {
            #expect(item.findings(user: 7) == [Finding(.files, "files.x", sentence, path: "/a/b")])
        }
    }

    @Test func `each bit for others is wrong in what is private, the write bits in what is not`() {
        for bit in (0..<9).map({ UInt32(1) << $0 }) {
            let own = item(0o600 | bit).findings(user: 7)
            #expect(own.contains { $0.state == .wrong } == (bit & 0o077 != 0), "\(bit)")
            let open = item(0o600 | bit, isPrivate: false).findings(user: 7)
            #expect(open.contains { $0.state == .wrong } == (bit & 0o022 != 0), "\(bit)")
        }
    }

    @Test func `wrong permissions are told with the right ones`() throws {
        let cases: [(KeptItem, UInt32, String)] = [
            (item(0o644), 0o600, "The file /a/b has the permissions 0644: other users may use it."),
            (item(0o755, isFolder: true), 0o700, "The file /a/b has the permissions 0755: other users may use it."),
            (
                item(0o666, isPrivate: false), 0o644,
                "The file /a/b has the permissions 0666: other users may change it."
            ),
            (
                item(0o777, isFolder: true, isPrivate: false), 0o755,
                "The file /a/b has the permissions 0777: other users may change it."
            ),
        ]
        for (item, mode, sentence) in cases {
            let findings = item.findings(user: 7)
            let finding = try #require(findings.first)
            #expect(findings.count == 1 && finding.state == .wrong && finding.sentence == sentence)
            #expect(finding.repair == .makePrivate("/a/b", mode: mode))
            #expect(finding.advice == "'chmod 0\(String(mode, radix: 8)) /a/b', or 'apitui doctor --fix'.")
        }
    }

    @Test func `a file of somebody else is wrong once, and nothing can be fixed`() throws {
        let findings = item(0o666, owner: 9).findings(user: 7)
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.state == .wrong && finding.repair == nil)
        #expect(finding.sentence == "The file /a/b belongs to another user (number 9).")
    }

    @Test func `what is in it is told besides who may use it`() {
        let damaged = item(
            0o644, content: .damaged("a line is cut", advice: "Use an editor.", repair: .setAside("/a/b"))
        ).findings(user: 7)
        #expect(damaged.map(\.state) == [.wrong, .wrong])
        #expect(
            damaged.last
                == Finding(
                    .files, "files.x", .wrong, "The file /a/b is damaged: a line is cut.", advice: "Use an editor.",
                    path: "/a/b", repair: .setAside("/a/b")))
        #expect(
            item(content: .remark("It is newer.", advice: "Update.")).findings(user: 7)
                == [Finding(.files, "files.x", .note, "It is newer.", advice: "Update.", path: "/a/b")])
        let unreadable = item(content: .unreadable("Permission denied")).findings(user: 7)
        #expect(unreadable.map(\.sentence) == ["The file /a/b cannot be read: Permission denied."])
        #expect(unreadable.map(\.state) == [.wrong] && unreadable.first?.repair == nil)
    }

    @Test func `that a file of somebody else cannot be read is not said besides, that it is damaged is`() {
        #expect(item(owner: 9, content: .unreadable("Permission denied")).findings(user: 7).count == 1)
        let damaged = item(owner: 9, content: .damaged("it was cut", advice: "Use an editor.", repair: nil))
        #expect(
            damaged.findings(user: 7).map(\.sentence) == [
                "The file /a/b belongs to another user (number 9).", "The file /a/b is damaged: it was cut.",
            ])
    }

    /// The sentences about a folder with items of these owners, for the user 7.
    private func said(folder: UInt32, _ owners: UInt32...) -> [String] {
        let items = owners.enumerated().map { index, owner in
            KeptItem(
                "files.\(index)", "The file", path: "/a/\(index)", status: .init(owner: owner),
                content: .unreadable("Permission denied"))
        }
        let whole = KeptItem(
            "files.state", "The folder", path: "/a",
            status: .init(isFolder: true, permissions: 0o700, owner: folder), content: .fine(""))
        return KeptItem.findings(items, in: whole, user: 7).map { "\($0.id) \($0.sentence)" }
    }

    @Test func `what belongs to another user is one finding for each of these users`() {
        #expect(said(folder: 9) == ["files.state The folder /a belongs to another user (number 9)."])
        #expect(
            said(folder: 9, 9) == ["files.state The folder /a and 1 item in it belong to another user (number 9)."])
        #expect(
            said(folder: 9, 9, 9, 0, 9) == [
                "files.2 The file /a/2 belongs to another user (number 0).",
                "files.state The folder /a and 3 items in it belong to another user (number 9).",
            ])
        #expect(
            said(folder: 7, 9, 9) == [
                "files.state The folder: /a (0700).",
                "files.0 2 items in /a, such as 0, belong to another user (number 9).",
            ])
        #expect(
            said(folder: 7, 7, 9) == [
                "files.state The folder: /a (0700).", "files.1 The file /a/1 belongs to another user (number 9).",
                "files.0 The file /a/0 cannot be read: Permission denied.",
            ])
        #expect(
            said(folder: 9, 7) == [
                "files.state The folder /a belongs to another user (number 9).",
                "files.0 The file /a/0 cannot be read: Permission denied.",
            ])
    }

    // MARK: Leftovers

    @Test func `leftovers are named by their process`() {
        let cases: [(String, Int32?)] = [
            (".settings.toml.123.9f.draft.tmp", 123), (".a.1.b.c.tmp", 1), ("log.sqlite.42.ff.new", 42),
            ("a.42.ff.new", 42), ("body.77.part", 77), ("a.b.77.part", 77),
            // One part too few, or another ending.
            (".1.b.c.tmp", nil), ("a.b.1.b.c.tmp", nil), ("42.ff.new", nil), ("77.part", nil), ("a.77.old", nil),
            ("", nil), ("part", nil), ("tmp", nil),
            // Not the number of a process.
            ("a.0.part", nil), ("a.-5.part", nil), ("a.+5.part", nil), ("a.05.part", nil), ("a.x.part", nil),
            ("a..part", nil), ("a.99999999999.part", nil),
        ]
        for (name, process) in cases { #expect(Leftover.process(of: name) == process, "\(name)") }
    }
}
