import Base
import NetEngine
import RequestLog
import Workspace

extension SavedFilters {
    /// The file of saved filters in the state folder; nil without a home folder.
    package static func file(variable: (String) -> String? = processEnvironment) -> StateFile? {
        UserFolder.state.path(variable).map {
            StateFile(path: PathText.join($0, fileName), what: "The file of saved filters", maxBytes: 1 << 20)
        }
    }

    /// Changes the file.
    /// - Parameter change: returns a sentence if nothing is to be written.
    /// - Returns: why it was not changed, as a sentence.
    package static func change(_ file: StateFile, _ change: (inout SavedFilters) -> String?) -> String? {
        file.change { bytes in
            var filters = SavedFilters(bytes)
            if let sentence = change(&filters) { return sentence }
            bytes = filters.bytes
            return nil
        }
    }
}
