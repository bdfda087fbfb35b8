import Base
import NetEngine

/// What the screen keeps of a collection from one start to the next.
package struct ScreenMemory: Sendable, Hashable {
    /// What the user chose; nil is by the size of the screen.
    var layout: Arrangement?
    var sizes: [Arrangement: PaneSizes] = [:]
    var folded: Set<Pane> = []
    /// The selected request: its file's path in the collection, and its id.
    var file: String?
    var request: String?
    /// The names of the open tabs.
    var requestTab: String?
    var responseTab: String?

    package init() {}
}

/// The memories of all collections, as one file of JSON; the one that was used last is at the end.
package struct ScreenMemories: Sendable {
    /// Of the format. A file of a newer program is left as it is.
    package static let version = 1
    /// Collections that are remembered.
    private static let most = 100

    private var list: [(path: String, memory: ScreenMemory)] = []
    /// Whether the file is not one that this program may change.
    package private(set) var isForeign = false

    /// - Parameter bytes: of the file; nothing is remembered by what cannot be read.
    package init(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        guard let file = try? OrderedJSON.parse(bytes),
            case .literal(String(Self.version))? = file.member("version")?.content
        else {
            isForeign = true
            return
        }
        guard case .object(let members)? = file.member("collections")?.content else { return }
        list = members.map { ($0.key, ScreenMemory($0.value)) }
    }

    package var bytes: [UInt8] {
        JSONOutput.object([
            ("version", .number(Self.version)),
            ("collections", .object(list.map { ($0.path, $0.memory.output) })),
        ]).bytes
    }

    /// - Parameter path: of what was opened, absolute.
    package subscript(path: String) -> ScreenMemory? {
        get { list.last { $0.path == path }?.memory }
        set {
            list.removeAll { $0.path == path }
            if let newValue { list.append((path, newValue)) }
            list.removeFirst(max(0, list.count - Self.most))
        }
    }

    /// The paths of what was opened, the latest first.
    package var paths: [String] { list.reversed().map(\.path) }
}

// MARK: JSON

extension ScreenMemory {
    /// What is missing or not known stays as it is by default.
    fileprivate init(_ json: OrderedJSON) {
        layout = json.text("layout").flatMap { Arrangement(rawValue: $0) }
        if case .object(let members)? = json.member("sizes")?.content {
            for member in members {
                if let arrangement = Arrangement(rawValue: member.key) { sizes[arrangement] = PaneSizes(member.value) }
            }
        }
        folded = Set((json.text("folded") ?? "").split(separator: " ").compactMap { Pane(name: String($0)) })
        file = json.text("file")
        request = json.text("request")
        requestTab = json.text("requestTab")
        responseTab = json.text("responseTab")
    }

    fileprivate var output: JSONOutput {
        var members: [(String, JSONOutput)] = []
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, .string(text))) }
        }
        add("layout", layout?.rawValue)
        let sizes = Arrangement.allCases.compactMap { arrangement in
            self.sizes[arrangement].map { (arrangement.rawValue, $0.output) }
        }
        if !sizes.isEmpty { members.append(("sizes", .object(sizes))) }
        add("folded", folded.isEmpty ? nil : Pane.allCases.filter(folded.contains).map(\.name).joined(separator: " "))
        add("file", file)
        add("request", request)
        add("requestTab", requestTab)
        add("responseTab", responseTab)
        return .object(members)
    }
}

extension PaneSizes {
    fileprivate init(_ json: OrderedJSON) {
        for pane in Pane.allCases {
            guard case .literal(let text)? = json.member(pane.name)?.content, let share = Int(text) else { continue }
            set(pane, to: share, of: 1000)
        }
    }

    fileprivate var output: JSONOutput {
        .object(Pane.allCases.compactMap { pane in cells(of: pane, in: 1000).map { (pane.name, .number($0)) } })
    }
}

extension Pane {
    /// In files.
    fileprivate var name: String { title.lowercased() }

    fileprivate init?(name: String) {
        guard let pane = Pane.allCases.first(where: { $0.name == name }) else { return nil }
        self = pane
    }
}

extension OrderedJSON {
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text)? = member(name)?.content else { return nil }
        return text
    }
}
