import Foundation
import Testing

/// Texts that were recorded once, in `Tests/Recorded`. `RECORD=1 swift test --filter SUITE` writes them again; read the difference before you
/// commit it.
public enum Recorded {
    /// Whether tests write what they would compare with.
    public static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD"] == "1" }

    /// The lines of cases, each with what is made of it.
    public static func parts(
        of cases: String, _ text: (String) throws -> String
    ) rethrows -> [(name: String, text: String)] {
        try cases.split(separator: "\n").map { (String($0), try text(String($0))) }
    }

    /// Expects that the parts, each below a line `=== NAME`, are what the file has. A failure shows the first part that differs.
    public static func expect(
        _ parts: [(name: String, text: String)], in file: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = "\(BuiltProgram.packageRoot)/Tests/Recorded/\(file).txt"
        let found = parts.map { Self.whole("=== \($0.name)\n\(Self.anywhere($0.text))") }
        if isRecording { return try write(Data(found.joined().utf8), to: path) }
        guard let recorded = try? String(contentsOfFile: path, encoding: .utf8) else {
            Issue.record("\(file) is not recorded; RECORD=1 records it.", sourceLocation: sourceLocation)
            return
        }
        // Byte for byte: for Swift two spellings of a character are equal.
        guard Data(found.joined().utf8) != Data(recorded.utf8) else { return }
        // A text may have the sign within a line.
        let before = "\n\(recorded)".components(separatedBy: "\n=== ").dropFirst().map { Self.whole("=== \($0)") }
        guard let place = found.indices.first(where: { !before.contains(found[$0]) }) else {
            Issue.record(
                "\(file) has parts that are no longer there, or in another order.", sourceLocation: sourceLocation)
            return
        }
        let name = "=== \(parts[place].name)\n"
        let was = before.first { $0.hasPrefix(name) } ?? "nothing"
        Issue.record(
            "\(file) differs; RECORD=1 records it.\nIt was:\n\(was)\nIt is:\n\(found[place])",
            sourceLocation: sourceLocation)
    }

    /// Writes a file in place of what it held, in a folder that is made for it.
    public static func write(_ data: Data, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try data.write(to: URL(filePath: path), options: .atomic)
    }

    /// Without what differs from process to process and from user to user.
    private static func anywhere(_ text: String) -> String {
        // The name of a private type is printed with an address.
        let text = text.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
        guard let home = ProcessInfo.processInfo.environment["HOME"], home != "/" else { return text }
        return text.replacing("\(home)/.cache/", with: "HOME/.cache/")
    }

    /// With a line feed at the end.
    private static func whole(_ text: String) -> String { text.hasSuffix("\n") ? text : "\(text)\n" }
}
