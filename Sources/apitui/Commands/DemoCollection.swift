import Base
import Glibc

/// Where the sample collection lies: `Collections/Demo` of the package.
enum DemoCollection {
    private static let name = "Collections/Demo"

    /// The path given, else the samples: below the current folder, else below a folder above the program's own file
    /// (`.build/release/apitui` lies within the package).
    static func find(_ given: String?) throws(CommandFailure) -> String {
        if let given { return given }
        let candidates = [name] + foldersAboveProgram().map { "\($0)/\(name)" }
        guard let found = candidates.first(where: { access("\($0)/http-client.env.json", R_OK) == 0 }) else {
            throw CommandFailure(
                "The sample collection is neither here nor near the program; pass its path, as in: apitui demo path/to/\(name)."
            )
        }
        return found
    }

    private static func foldersAboveProgram() -> [String] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return [] }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let parts = path.split(separator: "/")
        return (0..<parts.count).reversed().map { "/" + parts[..<$0].joined(separator: "/") }
    }
}
