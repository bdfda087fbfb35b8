import Base
import NetEngine
import Workspace

extension ScreenMemories {
    /// The file in the state folder; nil without a home folder.
    package static func file(variable: (String) -> String? = processEnvironment) -> StateFile? {
        UserFolder.state.path(variable).map {
            StateFile(
                path: PathText.join($0, "screen.json"), what: "The file of layouts and open requests",
                maxBytes: 1 << 20)
        }
    }

    /// What is kept of a collection; nil if nothing is.
    ///
    /// - Throws: a sentence, if the file cannot be read or is not one of this program.
    package static func read(_ file: StateFile, of path: String) throws(CollectionError) -> ScreenMemory? {
        let bytes = try file.read()
        let memories = ScreenMemories(bytes)
        guard !memories.isForeign else { throw CollectionError(sentence: foreign(file, bytes)) }
        return memories[path]
    }

    /// Keeps the state of a collection.
    ///
    /// - Returns: why it was not kept, as a sentence.
    package static func keep(_ memory: ScreenMemory, of path: String, in file: StateFile) -> String? {
        file.change { bytes in
            var memories = ScreenMemories(bytes)
            guard !memories.isForeign else { return foreign(file, bytes) }
            memories[path] = memory
            bytes = memories.bytes
            return nil
        }
    }

    private static func foreign(_ file: StateFile, _ bytes: [UInt8]) -> String {
        if let found = StateFile.laterFormat(of: bytes, than: version) {
            return file.newer(found, knows: version).sentence
        }
        return "\(file.path) is damaged: layout and open request are not kept; delete the file to start again."
    }
}
