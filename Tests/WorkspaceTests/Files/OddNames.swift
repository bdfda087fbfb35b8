import Glibc

/// Files and folders in a folder whose names are not UTF-8; `\u{0}` in a name stands for the byte 0xFF.
struct OddNames {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    func file(_ name: String) { close(open(path(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)) }

    func link(_ name: String, to target: String) { symlink(bytes(target), path(name)) }

    func rename(_ name: String, to odd: String) { Glibc.rename(path(name), path(odd)) }

    /// Gives all of them other names, with which the folder can be removed.
    func remove() {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        var odd: [[CChar]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.contains(0xFF) { odd.append(name.map { CChar(bitPattern: $0) } + [0]) }
        }
        for (number, name) in odd.enumerated() {
            Glibc.rename(path("").dropLast() + name, path("odd-\(number)"))
        }
    }

    private func path(_ name: String) -> [CChar] { bytes("\(folder)/\(name)") }

    private func bytes(_ text: String) -> [CChar] {
        text.utf8.map { CChar(bitPattern: $0 == 0 ? 0xFF : $0) } + [0]
    }
}
