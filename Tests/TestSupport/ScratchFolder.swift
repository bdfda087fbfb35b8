import Glibc
import NetEngine

/// A folder for one test that is removed with everything in it. Unlike `TemporaryFolder` its methods never throw: a file
/// that cannot be written ends the test process.
package final class ScratchFolder {
    package let path: String

    package init() {
        var template = Array("/tmp/apitui-test-XXXXXX".utf8CString)
        let made = mkdtemp(&template) != nil
        precondition(made, "no temporary folder can be made")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    @discardableResult
    package func write(_ name: String, _ text: String, mode: mode_t = 0o644) -> String {
        write(name, Array(text.utf8), mode: mode)
    }

    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) -> String {
        let target = "\(path)/\(name)"
        folder(Self.parent(of: name))
        let descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(descriptor >= 0, "\(target) cannot be written")
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                raw.baseAddress.map { Glibc.write(descriptor, $0 + offset, bytes.count - offset) } ?? 0
            }
            precondition(count > 0, "\(target) cannot be written")
            offset += count
        }
        fchmod(descriptor, mode)
        close(descriptor)
        return target
    }

    package func folder(_ name: String) {
        var made = path
        for part in name.split(separator: "/") where part != "." {
            made += "/\(part)"
            mkdir(made, 0o755)
        }
    }

    package func link(_ name: String, to target: String) {
        folder(Self.parent(of: name))
        symlink(target, "\(path)/\(name)")
    }

    package func read(_ name: String) -> String? {
        let descriptor = open("\(path)/\(name)", O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }

    /// Every name in the folder itself, hidden ones included, sorted.
    package var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func parent(of name: String) -> String {
        String(name[..<(name.lastIndex(of: "/") ?? name.startIndex)])
    }

    private static func remove(_ path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        guard info.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        chmod(path, 0o700)
        guard let stream = opendir(path) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { remove("\(path)/\(name)") }
        }
        closedir(stream)
        rmdir(path)
    }
}

extension String {
    /// With FOLDER in place of the path of a folder, which is another one each time.
    package func hiding(_ folder: ScratchFolder) -> String { replacing(bytes: folder.path, with: "FOLDER") }
}
