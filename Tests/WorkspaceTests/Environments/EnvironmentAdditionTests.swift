import Base
import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// Environments that an import adds to the files of a folder.
@Suite struct EnvironmentAdditionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var publicPath: String { "\(folder.path)/http-client.env.json" }
    private var privatePath: String { "\(folder.path)/http-client.private.env.json" }

    private static func value(_ environment: String, _ name: String, _ value: String, isSecret: Bool = false)
        -> EnvironmentAddition.Value
    {
        EnvironmentAddition.Value(environment: environment, name: name, value: value, isSecret: isSecret)
    }

    private func text(_ path: String) -> String? {
        guard case .success(let bytes) = DiskFile.read(path, limit: 1 << 20) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String, to path: String) {
        _ = CollectionStore().save(path: path, bytes: Array(text.utf8), expecting: FileStamp(bytes: []))
    }

    private func refusal(_ values: [EnvironmentAddition.Value]) -> String? {
        do throws(CollectionError) {
            _ = try EnvironmentAddition(values).write(into: folder.path)
            return nil
        } catch { return error.sentence }
    }

    @Test func `secrets go to the private file, which only the user can read, all else to the public one`() throws {
        let paths = try EnvironmentAddition([
            Self.value("dev", "base", "http://dev"), Self.value("dev", "token", "s3cret", isSecret: true),
            Self.value("live", "base", "http://live"), Self.value("live", "quote", "a \"b\""),
        ]).write(into: folder.path)
        #expect(paths == [publicPath, privatePath])
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        #expect(set.names == ["dev", "live"])
        #expect(set.variables["dev"]?.mapValues(\.value) == ["base": "http://dev", "token": "s3cret"])
        #expect(set.variables["live"]?.mapValues(\.value) == ["base": "http://live", "quote": "a \"b\""])
        #expect(set.variables["dev"]?["token"]?.isPrivate == true && set.variables["dev"]?["base"]?.isPrivate == false)
        #expect(DiskFile.info(privatePath).map { $0.st_mode & 0o777 } == 0o600)
        #expect(text(publicPath)?.contains("s3cret") == false)
    }

    @Test func `only the files that get something are made`() throws {
        #expect(try EnvironmentAddition([Self.value("dev", "a", "1")]).write(into: folder.path) == [publicPath])
        #expect(text(privatePath) == nil)
        #expect(try EnvironmentAddition([]).write(into: folder.path).isEmpty)
        let below = "\(folder.path)/new/deep"
        let made = try EnvironmentAddition([Self.value("dev", "a", "1", isSecret: true)]).write(into: below)
        #expect(made == ["\(below)/http-client.private.env.json"] && text(made[0]) != nil)
    }

    @Test func `what is there stays, with its comments`() throws {
        write("{\n  // mine\n  \"dev\": {\n    \"a\": \"1\"\n  }\n}\n", to: publicPath)
        _ = try EnvironmentAddition([Self.value("dev", "b", "2"), Self.value("live", "a", "3")]).write(
            into: folder.path)
        #expect(text(publicPath)?.hasPrefix("{\n  // mine\n  \"dev\": {\n    \"a\": \"1\"") == true)
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        #expect(set.variables["dev"]?.mapValues(\.value) == ["a": "1", "b": "2"])
        #expect(set.variables["live"]?.mapValues(\.value) == ["a": "3"])
    }

    @Test func `a value that is there already keeps all files as they are`() {
        let (old, kept) = ("{\"dev\": {\"a\": \"1\"}}", "{\"dev\": {\"token\": \"x\"}}")
        write(old, to: publicPath)
        write(kept, to: privatePath)
        let sentence = " already: nothing was written. Rename one of the environments."
        #expect(
            refusal([Self.value("dev", "b", "2"), Self.value("dev", "token", "y", isSecret: true)])
                == "\(privatePath) has dev.token\(sentence)")
        #expect(refusal([Self.value("dev", "a", "1")]) == "\(publicPath) has dev.a\(sentence)")
        // The same name twice among those that are to be added.
        #expect(refusal([Self.value("x", "y", "1"), Self.value("x", "y", "2")]) == "\(publicPath) has x.y\(sentence)")
        #expect(text(publicPath) == old && text(privatePath) == kept)
        // The same name in the other file, or in another environment, is another value.
        #expect(refusal([Self.value("live", "a", "1"), Self.value("dev", "a", "1", isSecret: true)]) == nil)
    }

    @Test func `a file that is broken is not written to`() {
        write("{\"dev\": ", to: publicPath)
        #expect(refusal([Self.value("dev", "a", "1")])?.hasPrefix("\(publicPath) was not saved: ") == true)
        #expect(text(publicPath) == "{\"dev\": ")
    }

    @Test func `an environment that no file defines is named with those that are`() {
        func said(_ set: EnvironmentSet, _ name: String?) -> String? {
            do throws(CollectionError) {
                try set.check(name)
                return nil
            } catch { return error.sentence }
        }
        let set = EnvironmentSet(names: ["dev", "live"])
        #expect(said(set, nil) == nil && said(set, "dev") == nil && said(set, "live") == nil)
        #expect(said(set, "prod") == "There is no environment prod; these exist: dev, live.")
        #expect(said(set, "") == "There is no environment ; these exist: dev, live.")
        #expect(
            said(EnvironmentSet(), "dev")
                == "There is no environment dev: no http-client.env.json file defines any.")
        #expect(said(EnvironmentSet(), nil) == nil)
    }
}
