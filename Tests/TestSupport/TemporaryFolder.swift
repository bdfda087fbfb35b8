import Foundation

/// A folder for one test; it is removed with the last reference to it.
public final class TemporaryFolder: Sendable {
    /// Absolute path, without links.
    public let path: String

    public init() throws {
        let base = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath()
        let url = base.appending(path: "apitui-test-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, creates missing folders above it, and returns its absolute path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path(percentEncoded: false)
    }

    public func read(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: path).appending(path: name), encoding: .utf8)
    }

    /// The names in the folder, sorted.
    public func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// The mode bits of a file, such as `0o600`.
    public func permissions(_ name: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return (facts[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    /// Creates a symbolic link in the folder to another name in it.
    public func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: "\(path)/\(target)")
    }

    /// Copies a folder tree into this one.
    public func copy(_ source: String, to name: String) throws {
        try FileManager.default.copyItem(atPath: source, toPath: "\(path)/\(name)")
    }
}
