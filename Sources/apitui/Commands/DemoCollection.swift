import Base
import DemoServer
import Glibc
import NetEngine
import Workspace

/// Finds the sample collection: `Collections/Demo` of the package, else the copy inside the program.
enum DemoCollection {
    private static let name = "Collections/Demo"

    /// The given path, else the samples: below the current folder, else below a folder above the program's own file
    /// (`.build/release/apitui` is within the package), else unpacked in the user's cache folder.
    static func find(_ given: String?) throws(CommandFailure) -> String {
        if let given { return given }
        if let found = besideProgram() { return found }
        return try unpacked()
    }

    /// The absolute path of the samples; nil if nobody has opened them yet. Writes nothing.
    static func present() -> String? {
        if let found = besideProgram() {
            return PathText.normalised(found, workingDirectory: DiskFile.workingDirectory)
        }
        guard let cache = UserFolder.cache.path() else { return nil }
        let unpacked = folder(in: cache)
        return hasSamples(unpacked) ? unpacked : nil
    }

    private static func hasSamples(_ folder: String) -> Bool { access("\(folder)/http-client.env.json", R_OK) == 0 }

    private static func besideProgram() -> String? {
        ([name] + foldersAboveProgram().map { "\($0)/\(name)" }).first(where: hasSamples)
    }

    private static func foldersAboveProgram() -> [String] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return [] }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let parts = path.split(separator: "/")
        return (0..<parts.count).reversed().map { "/" + parts[..<$0].joined(separator: "/") }
    }

    // MARK: The copy inside the program

    /// Where the samples of this program are unpacked.
    private static func folder(in cache: String) -> String {
        let digest = Hexadecimal.text(SHA256.hash(DemoSamples.files.flatMap { Array($0.path.utf8) + $0.bytes }))
        return "\(cache)/samples-\(digest.prefix(12))/Demo"
    }

    /// The folder with the samples of this program; missing files are written, changed ones are kept. Programs with
    /// different samples use different folders.
    private static func unpacked() throws(CommandFailure) -> String {
        guard let cache = UserFolder.cache.path() else {
            throw CommandFailure(
                SafeText(UserFolder.cache.missing("There is no place for the sample collection"))
                    + " Pass a collection's path, as in: apitui demo path/to/requests.")
        }
        let folder = folder(in: cache)
        let store = CollectionStore()
        for file in DemoSamples.files {
            let path = "\(folder)/\(file.path)"
            guard !store.isThere(path) else { continue }
            do throws(UserFolder.Failure) {
                try UserFolder.make(PathText.folder(of: path))
            } catch {
                throw CommandFailure(
                    SafeText("The sample collection cannot be written: \(error.folder): \(error.clause)."),
                    status: .failed)
            }
            switch store.save(path: path, bytes: file.bytes, expecting: FileStamp(bytes: []), force: true) {
            case .failed(let sentence): throw CommandFailure(SafeText(sentence), status: .failed)
            case .saved, .conflict: break
            }
        }
        return folder
    }
}
