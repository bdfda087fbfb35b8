import TestSupport
import Testing

@testable import NetEngine

@Suite struct PrivateFileTests {
    @Test func `a file as large as the limit is read, a larger one is refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write("12345", to: "a")
        let file = PrivateFile(path: "\(folder.path)/a")
        #expect(try file.read(limit: 5) == Array("12345".utf8))
        let error = #expect(throws: EngineError.self) { try file.read(limit: 4) }
        #expect(error?.sentence == "The file \(file.path) is larger than 4 bytes.")
    }
}
