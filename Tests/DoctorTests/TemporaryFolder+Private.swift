import Foundation
import Glibc
import TestSupport

// Folders and files as the program makes them.
extension TemporaryFolder {
    func makePrivate(_ folders: [String]) throws {
        for folder in folders {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    /// - Returns: the path.
    func writePrivate(_ text: String, to name: String, mode: mode_t) throws -> String {
        let path = try write(text, to: name)
        chmod(path, mode)
        chmod((path as NSString).deletingLastPathComponent, 0o700)
        return path
    }
}
