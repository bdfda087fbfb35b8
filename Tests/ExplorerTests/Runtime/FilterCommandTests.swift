import Bodies
import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Explorer

/// Commands are run by a real shell.
@Suite struct FilterCommandTests {
    /// As in the program: a command that closes its input early must not end this process.
    init() { signal(SIGPIPE, SIG_IGN) }

    private func run(
        _ command: String, on input: [UInt8] = [], limit: Int = 1 << 20, isStopped: () -> Bool = { false }
    ) -> Result<FilteredBody, BodyFilter.Failure> {
        FilterCommand.run(command, input: BodyBytes(input), limit: limit, isStopped: isStopped)
    }

    @Test func `a command reads the body and writes the result, however much of both there is`() throws {
        let body = [UInt8](repeating: 0x61, count: 3_000_000)
        let result = try run("cat", on: body, limit: 4_000_000).get()
        #expect(result.bytes == body)
        #expect(!result.isCut)
    }

    @Test func `a command that does not read the body is not waited for`() throws {
        let body = [UInt8](repeating: 0x61, count: 3_000_000)
        #expect(try run("echo done", on: body).get().bytes == Array("done\n".utf8))
        #expect(try run("head -c 3", on: body).get().bytes == Array("aaa".utf8))
    }

    @Test func `a command that writes only to a file gets the whole body, and is waited for`() throws {
        let folder = try TemporaryFolder()
        let body = [UInt8](repeating: 0x61, count: 3_000_000)
        let result = try run("exec cat > '\(folder.path)/copy' 2>&1", on: body).get()
        #expect(result.bytes.isEmpty && result.remark == nil)
        #expect(try folder.read("copy").utf8.count == body.count)
        #expect(run("exec >/dev/null 2>&1; cat; exit 3") == .failure(.sentence("The command ended with status 3.")))
    }

    @Test func `output beyond the limit ends the command`() throws {
        let result = try run("yes", limit: 100_000).get()
        #expect(result.isCut)
        #expect(result.bytes.count == 100_000)
    }

    @Test(arguments: [
        ("echo hello; exit 1", "hello\n", "The command ended with status 1."),
        ("grep -c nothing", "0\n", "The command ended with status 1."),
        ("echo one; echo oops >&2; exit 2", "one\n", "The command ended with status 2: oops"),
        ("echo oops >&2; echo why >&2; exit 3", "oops\nwhy\n", "The command ended with status 3: oops"),
        ("echo half; kill -9 $$", "half\n", "The command was ended by signal 9."),
    ]) func `a command that fails shows what it wrote, else its errors, and how it ended`(
        command: String, output: String, remark: String
    ) throws {
        let result = try run(command, on: Array("a\n".utf8)).get()
        #expect(String(decoding: result.bytes, as: UTF8.self) == output)
        #expect(result.remark == remark)
    }

    @Test func `a command that fails and writes nothing says how, one that succeeds nothing`() throws {
        #expect(run("exit 3") == .failure(.sentence("The command ended with status 3.")))
        #expect(try run("echo oops >&2").get().remark == nil)
    }

    /// The second has closed its outputs.
    @Test(arguments: ["cat | sleep 1000", "exec sleep 20 >/dev/null 2>&1"])
    func `a command that is not wanted any more is killed with all that it started`(command: String) {
        var looks = 0
        let result = run(command) {
            looks += 1
            return looks > 2
        }
        #expect(result == .failure(.stopped))
    }
}
