import Base
import Glibc

/// Reads the files of a folder and of the folders in it, to import the folder as a whole.
package enum FolderFiles {
    private static let mostFiles = 20_000
    private static let mostDepth = 40

    /// Files with one of these endings, in the order of their paths. Links are not followed, and names that begin with a dot are left out.
    /// - Parameter mostBytes: of all files together.
    /// - Returns: paths relative to the folder, with `/` between names.
    package static func read(
        _ folder: String, endings: [String], mostBytes: Int
    ) throws(CollectionError) -> [(path: String, bytes: [UInt8])] {
        var found: [(path: String, bytes: [UInt8])] = []
        var open = [(path: "", depth: 0)]
        var left = mostBytes
        while let (relative, depth) = open.popLast() {
            let absolute = relative.isEmpty ? folder : PathText.join(folder, relative)
            guard case .success(let entries) = DiskFile.entries(in: absolute) else {
                if relative.isEmpty { throw CollectionError(sentence: "\(folder) cannot be read.") }
                continue
            }
            for entry in entries {
                guard let name = String(validating: entry.name, as: UTF8.self), name.first != ".",
                    name != "node_modules"
                else { continue }
                let path = relative.isEmpty ? name : "\(relative)/\(name)"
                if entry.type == Int32(DT_DIR) {
                    if depth < mostDepth { open.append((path, depth + 1)) }
                } else if entry.type == Int32(DT_REG), endings.contains(where: { name.hasSuffix($0) }) {
                    let bytes: [UInt8]
                    switch DiskFile.read(PathText.join(folder, path), limit: left) {
                    case .success(let content): bytes = content
                    // It must not be missing without a word.
                    case .failure(.tooLarge): throw tooMany(folder)
                    case .failure: continue
                    }
                    left -= bytes.count
                    guard left > 0, found.count < mostFiles else { throw tooMany(folder) }
                    found.append((path, bytes))
                }
            }
        }
        return found.sorted { $0.path < $1.path }
    }

    private static func tooMany(_ folder: String) -> CollectionError {
        CollectionError(sentence: "\(folder) has too many files to import at once.")
    }
}
