import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Names of files and parts: why one is refused, and the number that another one gets.
@Suite struct FileNameTextTests {
    @Test func `a path that no request file can have is refused with its reason`() {
        let long = String(repeating: "x", count: 250)
        let table = #"""
            file -> A file needs a name.
            folder  \t -> A folder needs a name.
            file /a.http -> The path begins in the collection's folder, without a slash.
            file ~a.http -> The path begins in the collection's folder, without a slash.
            file ../\#u{33E}b.http -> A path with . or .. could leave the collection's folder.
            file a/../b.http -> A path with . or .. could leave the collection's folder.
            file ./b.http -> A path with . or .. could leave the collection's folder.
            file a//b.http -> The path has an empty name in it.
            folder a/ -> The path has an empty name in it.
            file a\nb.http -> A name cannot have line breaks or control characters.
            file LONG.http ->
            file LONGx.http -> The name is too long.
            file .a.http -> Names that begin with a dot, and node_modules, are not shown in collections.
            folder a/node_modules -> Names that begin with a dot, and node_modules, are not shown in collections.
            file a.txt -> A file of requests ends in .http or .rest.
            folder a.txt ->
            file a/b.rest ->
            folder node_modules2 ->
            """#
        let wrong = TextTable.differences(table) { row in
            let kind = row.prefix { $0 != " " }
            let path = String(row.dropFirst(kind.count + 1)).replacing("LONG", with: long)
            return FileOperation.problem(withPath: path, isFile: kind == "file") ?? ""
        }
        #expect(wrong == [])
        let folders = Array(repeating: long, count: 7).joined(separator: "/")
        let most = folders + "/" + String(repeating: "y", count: 1999 - folders.utf8.count - 1)
        #expect(FileOperation.problem(withPath: most, isFile: false) == nil)
        #expect(FileOperation.problem(withPath: most + "y", isFile: false) == "The name is too long.")
    }

    @Test func `an operation says why it did nothing`() throws {
        let folder = ScratchFolder()
        let file = folder.write("a.http", "a")
        let other = folder.write("b.http", "b")
        func sentence(_ operation: FileOperation) -> String {
            do throws(CollectionError) {
                return "DONE \(String(describing: try operation.run(trash: nil, at: 0)))"
            } catch { return error.sentence }
        }
        #expect(sentence(.make(file)) == "There is a file \(file) already.")
        #expect(sentence(.move(file, to: other)) == "\(file) was not renamed: there is \(other) already.")
        let gone = folder.path + "/gone.http"
        #expect(
            sentence(.move(gone, to: folder.path + "/new.http"))
                == "\(gone) was not renamed: it is not on disk; save it first.")
        let clause = "\(other) is not a folder; choose another place"
        #expect(sentence(.move(file, to: other + "/c/d.http")) == "\(file) was not renamed: \(clause).")
        #expect(sentence(.make(other + "/d.http")) == "\(other)/d.http was not made: \(clause).")
        folder.link("link", to: "gone")
        let below = folder.path + "/link/c/d.http"
        #expect(
            sentence(.make(below))
                == "\(below) was not made: \(folder.path)/link is a broken link; choose another place.")
        folder.write("full/x.http", "x")
        let full = folder.path + "/full"
        #expect(sentence(.move(full, to: full + "/in")) == "\(full) was not renamed: a folder cannot move into itself.")
        #expect(
            sentence(.discard(file)).hasPrefix("\(file) was not deleted, since there is no place for a trash: neither ")
        )
        #expect(try FileOperation.recall(file).run(trash: nil, at: 0) == .discard(file))
        #expect(
            try FileOperation.make(folder.path + "/n/m/c.http").run(trash: nil, at: 0) == .discard(folder.path + "/n"))
    }

    @Test func `a file that is there already gets a number before its extension`() {
        let table = #"""
            /a/b.json 1 -> /a/b-1.json
            /a/b.tar.gz 2 -> /a/b.tar-2.gz
            /a/b 10 -> /a/b-10
            /a/.b 1 -> /a/.b-1
            /a.b/c 1 -> /a.b/c-1
            """#
        let wrong = TextTable.differences(table) { row in
            let parts = row.split(separator: " ").map(String.init)
            return ResponseFile.numbered(parts[0], Int(parts[1]) ?? 0)
        }
        #expect(wrong == [])
    }

    @Test func `a response goes only to a visible file of the collection that nothing reads`() {
        let folder = ScratchFolder()
        folder.folder("out")
        folder.write("there.json", "old")
        let content = BodyBytes(Array("new".utf8))
        func write(_ path: String, overwrites: Bool = false, under sub: String = "") -> String {
            let base = sub.isEmpty ? folder.path : "\(folder.path)/\(sub)"
            let file = ResponseFile(path: path, overwrites: overwrites, folder: base, root: folder.path)
            switch file.write(content) {
            case .success(let path): return String(path.dropFirst(folder.path.count + 1))
            case .failure(let error):
                let start = "The response was not written to \(path): "
                return error.sentence.hasPrefix(start) ? String(error.sentence.dropFirst(start.count)) : error.sentence
            }
        }
        #expect(write("") == "it names no file." && write("out/") == "it names no file.")
        #expect(write("../a.json") == "it is outside the collection folder.")
        let taken = "\(folder.path)/there.json is not a folder; choose another place."
        #expect(write("there.json/a.json") == taken && write("there.json/b/a.json") == taken)
        #expect(write("there.json/a.json", overwrites: true) == taken)
        #expect(write(".") == "it is outside the collection folder.")
        #expect(write("../up.json", under: "out") == "up.json")
        for path in [".a.json", "out/.git/config", ".env"] {
            #expect(write(path) == "hidden files and folders are not written.", "\(path)")
        }
        for path in ["a.http", "b.rest", "http-client.env.json", "dev.env", "settings.json", "x.code-workspace"] {
            #expect(write(path) == "request files and environment files are not written.", "\(path)")
        }
        #expect(write("there.json") == "there-1.json" && write("there.json") == "there-2.json")
        #expect(folder.read("there.json") == "old" && folder.read("there-2.json") == "new")
        #expect(write("there.json", overwrites: true) == "there.json" && folder.read("there.json") == "new")
        #expect(write("deep/er/a.json") == "deep/er/a.json")
        let incomplete = ExchangeFixtures.response(isComplete: false)
        let file = ResponseFile(path: "c.json", overwrites: true, folder: folder.path, root: folder.path)
        guard case .failure(let error) = file.write(incomplete) else {
            Issue.record("it is written")
            return
        }
        #expect(error.sentence == "The response was not written to c.json: it is incomplete.")
    }

    @Test func `a body is named by its media type`() {
        let table = #"""
            text/csv -> csv
            text/tab-separated-values -> tsv
            text/markdown -> md
            text/css -> css
            text/javascript -> js.txt
            application/javascript -> js.txt
            application/pdf -> pdf
            application/zip -> zip
            application/gzip -> gz
            application/x-gzip -> gz
            application/x-tar -> tar
            application/yaml -> yaml
            application/x-yaml -> yaml
            text/yaml -> yaml
            application/toml -> toml
            application/cbor -> cbor
            application/msgpack -> msgpack
            application/x-protobuf -> pb
            image/png -> png
            image/jpeg; q=1 -> jpg
            IMAGE/GIF -> gif
            image/webp -> webp
            image/avif -> avif
            image/svg+xml -> svg
            image/bmp -> bmp
            image/tiff -> tiff
            image/x-icon -> ico
            audio/mpeg -> mp3
            audio/ogg -> ogg
            audio/wav -> wav
            video/mp4 -> mp4
            video/webm -> webm
            application/x-ndjson -> jsonl
            application/problem+json -> json
            text/html -> html
            application/atom+xml -> xml
            text/plain -> txt
            application/octet-stream -> bin
            """#
        #expect(TextTable.differences(table) { MediaExtension.of(ContentType($0)) } == [])
    }

    @Test func `a shard is a part of a whole, or a sentence says what is wrong`() {
        let table = #"""
            2/5 -> 2 of 5
            1/1 -> 1 of 1
            100000/100000 -> 100000 of 100000
            1/100001 -> --shard 1/100001: the second number must be from 1 to 100000.
            6/5 -> --shard 6/5: the first number must be from 1 to 5.
            0/5 -> --shard 0/5: the first number must be from 1 to 5.
            1/0 -> --shard 1/0: the second number must be from 1 to 100000.
            0/0 -> --shard 0/0: the second number must be from 1 to 100000.
            5 -> --shard takes I/N, such as 2/5, or auto; not '5'.
            1/2/ -> --shard takes I/N, such as 2/5, or auto; not '1/2/'.
            a/2 -> --shard takes I/N, such as 2/5, or auto; not 'a/2'.
            auto -> --shard auto: no CI system was found that says which part this is; give --shard I/N, such as --shard 2/5.
            """#
        let differences = TextTable.differences(table) { text in
            do throws(ShardChoice.Problem) {
                let choice = try ShardChoice(text) { _ in nil }
                return "\(choice.index) of \(choice.count)"
            } catch { return error.sentence }
        }
        #expect(differences == [])
        func auto(_ variables: [String: String]) -> String {
            do throws(ShardChoice.Problem) {
                let choice = try ShardChoice("auto") { variables[$0] }
                return "\(choice.index)/\(choice.count) \(choice.attempt) \(choice.source ?? "-")"
            } catch { return error.sentence }
        }
        #expect(
            auto(["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "3"])
                == "2/3 0 CircleCI (CIRCLE_NODE_INDEX=1, CIRCLE_NODE_TOTAL=3)")
        #expect(
            auto(["HEROKU_TEST_RUN_ID": "x", "CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "2"])
                == "1/2 0 Heroku CI (CI_NODE_INDEX=0, CI_NODE_TOTAL=2)")
        #expect(
            auto([
                "BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "2", "BUILDKITE_RETRY_COUNT": "3",
            ]) == "1/2 3 Buildkite (BUILDKITE_PARALLEL_JOB=0, BUILDKITE_PARALLEL_JOB_COUNT=2)")
        #expect(
            auto(["SYSTEM_JOBPOSITIONINPHASE": "2", "SYSTEM_TOTALJOBSINPHASE": "2"])
                == "2/2 0 Azure Pipelines (SYSTEM_JOBPOSITIONINPHASE=2, SYSTEM_TOTALJOBSINPHASE=2)")
        #expect(
            auto(["SEMAPHORE_JOB_INDEX": "1", "SEMAPHORE_JOB_COUNT": "2"])
                == "1/2 0 Semaphore (SEMAPHORE_JOB_INDEX=1, SEMAPHORE_JOB_COUNT=2)")
        #expect(
            auto(["BITBUCKET_PARALLEL_STEP": "1", "BITBUCKET_PARALLEL_STEP_COUNT": "2"])
                == "2/2 0 Bitbucket (BITBUCKET_PARALLEL_STEP=1, BITBUCKET_PARALLEL_STEP_COUNT=2)")
        #expect(
            auto(["SEMAPHORE_JOB_INDEX": "3", "SEMAPHORE_JOB_COUNT": "2"])
                == "--shard auto: Semaphore sets SEMAPHORE_JOB_INDEX=3 and SEMAPHORE_JOB_COUNT=2, which name no part; the first is counted from 1."
        )
        #expect(
            auto(["JOB_COMPLETION_INDEX": "1"])
                == "--shard auto: Kubernetes sets JOB_COMPLETION_INDEX=1, but APITUI_SHARDS is not set, so the number of parts is not known."
        )
    }
}
