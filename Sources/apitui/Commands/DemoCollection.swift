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
        let candidates = [name] + foldersAboveProgram().map { "\($0)/\(name)" }
        if let found = candidates.first(where: { access("\($0)/http-client.env.json", R_OK) == 0 }) { return found }
        return try unpacked()
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

    /// The folder with the samples of this program; missing files are written, changed ones are kept. Programs with
    /// different samples use different folders.
    private static func unpacked() throws(CommandFailure) -> String {
        guard let cache = UserFolder.cache.path() else {
            throw CommandFailure(
                SafeText(UserFolder.cache.missing("There is no place for the sample collection"))
                    + " Pass a collection's path, as in: apitui demo path/to/requests.")
        }
        let files = DemoSamples.files
        let digest = Hexadecimal.text(SHA256.hash(files.flatMap { Array($0.path.utf8) + $0.bytes }))
        let folder = "\(cache)/samples-\(digest.prefix(12))/Demo"
        let store = CollectionStore()
        for file in files {
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
