import Glibc

/// Paths at which nothing exists on any machine.
public enum MissingPath {
    /// A path in a folder that was created for this call and removed again, so nothing can exist there.
    public static func file(_ name: String = "file") -> String {
        var template = Array("/tmp/apitui-missing-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, rmdir(template) == 0 else {
            preconditionFailure("no temporary folder can be made: \(String(cString: strerror(errno)))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/\(name)"
    }
}
