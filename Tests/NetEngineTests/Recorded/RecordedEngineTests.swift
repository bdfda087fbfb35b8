import TestSupport
import Testing

/// Whole exchanges against the stub transport, as they were recorded (`Recorded`): what the server receives, each event, what came of it.
///
/// `ScriptLine` says how a line of the cases is read, `ExchangeScript` what each word does.
@Suite(.timeLimit(.minutes(5))) struct RecordedEngineTests {
    @Test(arguments: [
        "cache", "cache-changes", "cache-on-disk", "exchanges", "credentials", "transfers", "watched", "logged",
    ])
    func `exchanges go as it was recorded`(file: String) async throws {
        var parts: [(name: String, text: String)] = []
        for (name, body) in try RecordedCases.parts(file) {
            parts.append((name, await ExchangeScript.play(body)))
        }
        try Recorded.expect(parts, in: "engine/\(file)")
    }
}

/// The cases in `Tests/NetEngineTests/Cases`.
enum RecordedCases {
    /// Those below a line `=== NAME`.
    static func parts(_ file: String) throws -> [(name: String, body: String)] {
        try CaseSections.read(file: file, of: "NetEngineTests")
    }

    /// The lines of each section, below each of them what is read of it.
    static func lines(
        _ file: String, _ read: (_ section: String, _ line: String) throws -> String
    ) throws -> [(name: String, text: String)] {
        try parts(file).map { name, body in
            (name, try body.split(separator: "\n").map { "\($0)\n\(try read(name, String($0)))" }.joined())
        }
    }
}
