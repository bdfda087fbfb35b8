/// One thing that was looked at, and what is to be said of it.
package struct Finding: Sendable, Hashable {
    package enum Group: String, Sendable, Hashable, CaseIterable {
        case terminal, locale, programs, libraries, network, files

        package var title: String {
            switch self {
            case .terminal: "Terminal"
            case .locale: "Locale"
            case .programs: "Programs"
            case .libraries: "Libraries"
            case .network: "Certificates and proxies"
            case .files: "Files of apitui"
            }
        }
    }

    package enum State: String, Sendable, Hashable {
        case ok
        /// Something is missing that not everybody needs.
        case note
        case wrong
    }

    package var group: Group
    /// A stable name for scripts: `terminal.colors`.
    package var id: String
    package var state: State
    /// One sentence.
    package var sentence: String
    /// What to do, as one sentence; nil where nothing needs to be done.
    package var advice: String?
    /// The file or folder that it is about.
    package var path: String?
    /// What `--fix` does about it.
    package var repair: Repair?

    package init(
        _ group: Group, _ id: String, _ state: State, _ sentence: String, advice: String? = nil,
        path: String? = nil, repair: Repair? = nil
    ) {
        self.group = group
        self.id = id
        self.state = state
        self.sentence = sentence
        self.advice = advice
        self.path = path
        self.repair = repair
    }

    /// One about which nothing needs to be done.
    package init(_ group: Group, _ id: String, _ sentence: String, path: String? = nil) {
        self.init(group, id, .ok, sentence, path: path)
    }
}

/// What can be fixed without losing anything that cannot be made again.
package enum Repair: Sendable, Hashable {
    /// Only the owner may use the file or folder.
    case makePrivate(String, mode: UInt32)
    /// Left by a process that is gone.
    case remove([String])
    /// A damaged file gets another name beside the old one.
    case setAside(String)
    /// The same for the database of the request log, with what belongs to it.
    case setLogAside(folder: String)
    /// The cache is removed; what was stored is asked for again.
    case emptyCache(folder: String)
}
