@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

// What the terminal, other programs and other files do.
extension WalkWorld {
    /// - Returns: false for a word of another kind.
    func happenOnMachine(_ word: String) throws -> Bool {
        switch word {
        case "screen": robot.tell(.screenShown)
        case "dark": robot.tell(.input(.report(.background(RGB(0x10_1010)))))
        case "light": robot.tell(.input(.report(.background(RGB(0xFA_FAFA)))))
        case "scheme-dark": robot.tell(.input(.report(.scheme(isDark: true))))
        case "scheme-light": robot.tell(.input(.report(.scheme(isDark: false))))
        case "own-themes":
            let scheme = ColorScheme(name: "mine", colors: BuiltInSchemes.all[0].colors)
            robot.tell(
                .themesRead([
                    UserTheme(name: "mine", path: "/t/mine.yaml", scheme: .success(scheme)),
                    UserTheme(
                        name: "torn", path: "/t/torn.yaml",
                        scheme: .failure(.init(sentence: "/t/torn.yaml: it is cut."))),
                ]))
        case "resumed": robot.tell(.resumed(size: Size(columns: 90, rows: 26)))
        case "by-tmux": try copied(ClipboardOutcome(way: .tmux(["tmux"]), byteCount: 100_000, mayBeDropped: true))
        case "to-file":
            try copied(
                ClipboardOutcome(
                    way: .file, byteCount: 12, path: "/tmp/clip.txt", failures: ["xclip ended with status 1."]))
        case "not-copied": try copied(ClipboardOutcome(way: nil, byteCount: 12, failures: ["The disk is full."]))
        case "file-ready":
            robot.tell(
                .fileReady(ViewedFile(program: ExternalProgram(["less"]), name: "The pager", path: "/tmp/x/body.txt")))
        case "broken-environments":
            var set = environments
            set.problems = [
                EnvironmentSet.Problem(
                    file: "/c/http-client.env.json", place: .init(line: 3, column: 17), clause: "a comma is missing")
            ]
            robot.tell(.environmentsLoaded(folder: "/c", set))
        case "other-collection":
            let file = CollectionFile(
                path: "/d/d.http", relativePath: "d.http",
                document: HTTPDocument(bytes: Array("### other\nGET http://d/1\n".utf8)), stamp: FileStamp(bytes: []))
            var folder = CollectionFolder(root: "/d", name: "d", nodes: [.file(file)])
            folder.asked = "/d"
            robot.tell(.collectionOpened(CollectionOpening(path: "/d", folder: folder, memory: nil, drops: false)))
        case "renamed":
            let renamed = files.map { (name: $0.0 == "orders.http" ? "shop.http" : $0.0, text: $0.1) }
            robot.tell(.collectionLoaded(.success(Robot.folder(renamed))))
        case "typed-path-changed": robot.tell(.filesChanged(FileChange(isStructural: true, touchesEnvironments: true)))
        case "settings-changed": robot.tell(.filesChanged(FileChange(touchesSettings: true, touchesThemes: true)))
        default: return false
        }
        return true
    }

    private func copied(_ outcome: ClipboardOutcome) throws {
        copied(try take { if case .copy(let job) = $0 { job } else { nil } }, outcome)
    }

    func copied(_ job: CopyJob, _ outcome: ClipboardOutcome) {
        do throws(CopyJob.Refusal) {
            robot.tell(.copied(name: job.name, try job.text(), outcome))
        } catch {
            robot.tell(.notCopied(sentence: error.sentence))
        }
    }
}
