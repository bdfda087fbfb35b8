import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// What becomes of changes of files and folders, and of what is kept in them, as it was recorded (`Recorded`).
@Suite struct RecordedFileTests {
    /// A folder with something of each kind.
    private static func scratch() -> ScratchFolder {
        let scratch = ScratchFolder()
        scratch.write("c/a.http", "GET http://h/\n")
        scratch.write("c/ro.http", "read only", mode: 0o444)
        scratch.write("c/d/x.http", "x")
        scratch.link("c/d/up", to: "../a.http")
        scratch.folder("c/empty")
        scratch.link("c/link", to: "a.http")
        scratch.link("c/nowhere", to: "gone/deep")
        scratch.link("c/folder", to: "d")
        return scratch
    }

    /// Every name below a folder, with what it is.
    private static func tree(_ scratch: ScratchFolder, below name: String = "c") -> String {
        var names: [String] = []
        func walk(_ path: String, _ shown: String) {
            guard case .success(let found) = DiskFile.names(in: path) else { return }
            for name in found.sorted() where name != "." && name != ".." {
                let (inner, place) = ("\(path)/\(name)", shown + name)
                var info = stat()
                guard lstat(inner, &info) == 0 else { continue }
                switch info.st_mode & S_IFMT {
                case S_IFDIR:
                    names.append(place + "/")
                    walk(inner, place + "/")
                case S_IFLNK: names.append(place + "@")
                default: names.append("\(place)=\(info.st_size)")
                }
            }
        }
        walk("\(scratch.path)/\(name)", "")
        return names.joined(separator: " ")
    }

    private static func told(_ operation: FileOperation, _ scratch: ScratchFolder, crossing: Bool = false) -> String {
        var trash = Trash(folder: scratch.path + "/trash")
        if crossing { trash.move = { PathMove(rename: { _, _ in EXDEV }) } }
        func run(_ operation: FileOperation?) -> (String, FileOperation?) {
            guard let operation else { return ("nothing to take back", nil) }
            do throws(CollectionError) {
                let back = try operation.run(trash: trash, at: 1_000_000)
                return ("\(tree(scratch)) | trash \(tree(scratch, below: "trash"))", back)
            } catch { return (error.sentence, nil) }
        }
        let (first, back) = run(operation)
        var text = "  \(first)\n"
        if let back {
            let (second, again) = run(back)
            text += "  back: \(second)\n"
            if crossing { text += "  again: \(run(again).0)\n" }
        }
        return text.hiding(scratch)
    }

    @Test func `changes of files and folders do what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        let places = [
            "a.http", "ro.http", "d", "empty", "link", "nowhere", "folder", "gone.http", "d/x.http", "a.http/x.http",
        ]
        let targets =
            places + ["new.http", "new/deep/y.http", "d/new.http", "d/inner", "folder/new.http", "nowhere/x.http"]
        for place in places {
            var text = ""
            for target in targets {
                let scratch = Self.scratch()
                let move = FileOperation.move("\(scratch.path)/c/\(place)", to: "\(scratch.path)/c/\(target)")
                text += "to \(target)\n\(Self.told(move, scratch))"
            }
            parts.append(("move \(place)", text))
        }
        var text = ""
        for target in targets {
            let scratch = Self.scratch()
            text += "\(target)\n\(Self.told(.make("\(scratch.path)/c/\(target)"), scratch))"
        }
        parts.append(("make", text))
        text = ""
        for place in places {
            for crossing in [false, true] {
                let scratch = Self.scratch()
                text += "\(place)\(crossing ? ", to another file system" : "")\n"
                text += Self.told(.discard("\(scratch.path)/c/\(place)"), scratch, crossing: crossing)
            }
        }
        parts.append(("discard", text))
        text = ""
        for (title, change) in [
            ("something is there", { $0.write("c/a.http", "new") }),
            ("the trash is empty", { unlink($0.path + "/trash/1000000-0/content") }),
            ("another file is gone", { unlink($0.path + "/c/d/x.http") }),
        ] as [(String, (ScratchFolder) -> Void)] {
            let scratch = Self.scratch()
            let trash = Trash(folder: scratch.path + "/trash")
            let discarded = try FileOperation.discard(scratch.path + "/c/a.http").run(trash: trash, at: 1_000_000)
            change(scratch)
            if let discarded { text += "\(title)\n\(Self.told(discarded, scratch))" }
        }
        let scratch = Self.scratch()
        scratch.write("trash", "")
        text += "no trash\n" + Self.told(.discard(scratch.path + "/c/a.http"), scratch)
        text += "recall\n" + Self.told(.recall(scratch.path + "/c/gone"), scratch)
        do throws(CollectionError) { _ = try FileOperation.discard("/c/a.http").run(trash: nil, at: 0) } catch {
            text += "no place: \(error.sentence)\n"
        }
        parts.append(("restore", text))
        parts.append(("paths", Self.paths()))
        try Recorded.expect(parts, in: "files/changes")
    }

    private static func paths() -> String {
        var text = ""
        let long = String(repeating: "x", count: 256)
        for path in [
            "", " ", "a.http", "a.rest", "a.HTTP", "a.txt", "a", "/a.http", "~/a.http", "../a.http", "a/./b.http",
            "a//b.http", "a/",
            "a/b.http", ".a.http", ".git/a.http", "node_modules/a.http", "a\nb.http", "a\u{202E}b.http", "é ü.http",
            ".http", "\(long).http",
            "http-client.env.json", "a\u{2028}.http", "a:b.http", "con.http", "a.http ",
        ] {
            let asFile = FileOperation.problem(withPath: path, isFile: true) ?? "-"
            let asFolder = FileOperation.problem(withPath: path, isFile: false) ?? "-"
            text += "\(Printed.quoted(String(path.prefix(30)))): file \(asFile) | folder \(asFolder)\n"
        }
        return text
    }

    // MARK: writing

    @Test func `files that are written are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        var text = ""
        func file(_ path: String, _ content: String = "new") -> NewFiles.File {
            NewFiles.File(path: path, bytes: Array(content.utf8), isPrivate: false)
        }
        for (files, folder) in [
            ([file("a.http")], nil), ([file("new.http")], nil), ([file("noextension")], nil), ([file(".env")], nil),
            ([file("ro.http")], nil),
            ([file("d/y.http")], nil), ([file("x.http"), file("s/y.http")], "d"),
            ([file("x.http"), file("s/y.http")], "shop"),
            ([file("x.http"), file("x.http")], "shop"), ([file("x"), file("x/y")], "shop"), ([], "shop"), ([], nil),
            ([file("../x")], "shop"),
            ([file("/x")], nil), ([file("a/./b")], nil), ([file("")], nil), ([file("a\nb")], nil),
            ([file("link")], nil),
            ([file(String(repeating: "x", count: 300))], "shop"), ([file("nowhere")], nil), ([file("x")], "a.http"),
        ] as [([NewFiles.File], String?)] {
            for parent in ["c", "c/made/deep", "c/a.http", "c/nowhere"] {
                let scratch = Self.scratch()
                let new = NewFiles(files, folder: folder)
                let place = "\(scratch.path)/\(parent)"
                text += "\(files.map { Printed.quoted(String($0.path.prefix(20))) }) as \(folder ?? "-") in \(parent)\n"
                let told = "  would be \(new.place(in: place))\n" + Self.told(.write(new, into: place), scratch)
                text += told.hiding(scratch)
            }
        }
        parts.append(("new files", text))
        text = ""
        for name in [
            "a.http", "ro.http", "d", "link", "nowhere", "folder/x.http", "gone.http", "new/deep/a.http", "a.http/x",
            "d/x.http",
        ] {
            for base in ["GET http://h/\n", "", "other"] {
                for force in [false, true] {
                    let scratch = Self.scratch()
                    let outcome = AtomicSave().save(
                        path: "\(scratch.path)/c/\(name)", bytes: Array("mine".utf8),
                        expecting: FileStamp(bytes: Array(base.utf8)),
                        force: force)
                    let told =
                        switch outcome {
                        case .saved: "saved: \(Self.tree(scratch))"
                        case .conflict(let bytes): "conflict with \(bytes.map { "\($0.count) bytes" } ?? "no file")"
                        case .failed(let sentence): sentence
                        }
                    text += "\(name) expecting \(base.utf8.count)\(force ? " by force" : ""): \(told)\n"
                        .hiding(scratch)
                }
            }
        }
        parts.append(("saves", text))
        text = ""
        for name in [
            "a.http", "d", "link", "nowhere", "folder/x.http", "new.bin", "new/deep.bin", "a.http/x", "d/", "",
        ] {
            for replaces in [false, true] {
                for (title, isFull, stops) in [
                    ("", false, false), (" on a full disk", true, false), (" stopped", false, true),
                ] {
                    let scratch = Self.scratch()
                    var writer = BodyFileWriter()
                    if isFull {
                        writer.write = { _, _, _ in
                            errno = ENOSPC
                            return -1
                        }
                    }
                    let outcome = writer.write(
                        BodyBytes(Array("body".utf8)), to: "\(scratch.path)/c/\(name)", replaces: replaces,
                        goesOn: { _ in !stops })
                    let told = "\(outcome): \(Self.tree(scratch))".hiding(scratch)
                    text += "\(name)\(replaces ? " replaced" : "")\(title): \(told)\n"
                }
            }
        }
        parts.append(("bodies", text))
        try Recorded.expect(parts, in: "files/written")
    }

    // MARK: what is kept

    @Test func `what is kept in files is read as was recorded`() throws {
        let scratch = Self.scratch()
        var text = ""
        for content in [
            "", "one\n", "# apitui format 1\none\n", "# apitui format 2\none\n",
            "# apitui format 99999999999999999999\n",
            "# apitui format x\n", "# apitui format ", "#apitui format 2\n", String(repeating: "x", count: 101),
        ] {
            scratch.write("state/list", content)
            let file = StateFile(path: scratch.path + "/state/list", what: "The list", maxBytes: 100)
            do throws(CollectionError) { text += "\(try file.read().count) bytes" } catch { text += error.sentence }
            let changed = file.change {
                $0 += Array("more\n".utf8)
                return nil
            }
            text += ", changed \(changed ?? "yes"), refused \(file.change { _ in "No." } ?? "-")\n"
        }
        for place in ["c/d", "c/a.http/list", "c/nowhere", "c/ro.http", "new/deep/list"] {
            let file = StateFile(path: "\(scratch.path)/\(place)", what: "The list", maxBytes: 100)
            do throws(CollectionError) { text += "\(place): \(try file.read().count) bytes" } catch {
                text += error.sentence
            }
            let changed = file.change {
                $0 = [1]
                return nil
            }
            text += ", changed \(changed ?? "yes")\n"
        }
        var parts = [("lists", text.hiding(scratch))]
        let path = scratch.path + "/c/a.http"
        let mark = ContentMark(Array("GET http://h/\n".utf8)).text
        let escaped = PercentEncoding.component(path)
        let head = "# apitui recovery"
        for (number, content) in [
            "\(head) version=2 base=\(mark) length=5 path=\(escaped)\nGET /",
            "\(head) version=2 base=\(mark) length=50 path=\(escaped)\nGET /",
            "\(head) version=3 base=\(mark) length=5 path=\(escaped)\nGET /",
            "\(head) base=\(mark) path=\(escaped)\nold",
            "\(head) version=2 base=\(mark) length=5 path=\(escaped) leftover=a%0Ab%zz%e\nGET /",
            "\(head) version=2 base=nope length=5 path=\(escaped)\nGET /",
            "\(head) version=2 base=\(mark) length=5\nGET /",
            "\(head) version=2 base=\(mark) length=5 path=%2Felsewhere\nGET /", "\(head) version=2", "# mine\n", "",
            "\n",
            "\(head) version=2 base=\(mark) length=14 path=\(escaped)\nGET http://h/\n",
            "\(head) version=x base=\(mark) length=x path=\(escaped) more=1 =\nGET /",
            "\(head)  base=\(mark)  path=\(escaped)  \n",
        ].enumerated() { scratch.write("kept/copy\(number / 10)\(number % 10).recovery", content) }
        scratch.folder("kept/folder.recovery")
        scratch.link("kept/gone.recovery", to: "nowhere")
        scratch.write("kept/.hidden.recovery", "x")
        scratch.write("kept/other.txt", "x")
        text = ""
        for folder in ["kept", "c/a.http", "gone"] {
            let store = RecoveryStore(folder: "\(scratch.path)/\(folder)")
            let contents = store.contents()
            text += "\(folder): waiting \(contents.waiting), running \(contents.running), newer \(contents.newer)\n"
            for each in contents.unusable { text += "\(each.path): \(each.clause), damaged \(each.isDamaged)\n" }
            let found = store.read(under: scratch.path + "/c")
            for copy in found.copies {
                let document = Printed.quoted(String(decoding: copy.document.bytes, as: UTF8.self))
                text +=
                    "\(copy.storedAt ?? "-"): \(copy.path) \(copy.base == ContentMark(Array("GET http://h/\n".utf8))) \(document) "
                text += "\(Printed.quoted(copy.leftover))\n"
            }
            text += found.problems.joined(separator: "\n") + "\n"
        }
        text += Self.tree(scratch, below: "kept") + "\n"
        for mark in ["", "5-1f", "5", "x-1", "5-xyz", "-5-1", "5-ffffffffffffffff", "5-10000000000000000", "5-1-2"] {
            text += "mark \(mark): \(ContentMark(text: mark)?.text ?? "-")\n"
        }
        parts.append(("copies", text.hiding(scratch)))
        let copies = ["c/a.http", "c/new.http"].map { name in
            RecoveryCopy(
                path: "\(scratch.path)/\(name)", document: HTTPDocument(bytes: [65, 10]), base: ContentMark([]))
        }
        text = ""
        for folder in ["c/a.http/sub", "c/a.http/sub/deep"] {
            let session = RecoverySession(RecoveryStore(folder: "\(scratch.path)/\(folder)"))
            text += (session.keep(copies) + session.finish(copies) + session.keep([])).joined(separator: "\n") + "\n"
        }
        parts.append(("sessions", text.hiding(scratch)))
        try Recorded.expect(parts, in: "files/kept")
    }
}
