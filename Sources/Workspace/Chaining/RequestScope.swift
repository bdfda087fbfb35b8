import Base
import HTTPFormat

/// The requests and variables visible to a request file: its own, then those of the files it imports, directly or
/// indirectly (HTTP-FORMAT §15).
///
/// Pure: `RequestScopeReader` reads the files. Built once for a file and used for all its requests.
package struct RequestScope: Sendable {
    /// An import that is missing, cannot be read, or is not allowed.
    package struct Problem: Sendable, Hashable {
        /// The importing file, relative to the root.
        package var file: String
        package var line: Int
        /// A clause for the user.
        package var reason: String
        /// Set if the import fails only because the user has not trusted the collection.
        package var need: TrustNeed?

        package init(file: String, line: Int, reason: String, need: TrustNeed? = nil) {
            self.file = file
            self.line = line
            self.reason = reason
            self.need = need
        }
    }

    package struct Place: Sendable, Hashable {
        /// Index in `files`.
        package var file: Int
        /// Index among the file's requests.
        package var request: Int
        /// The repetition of a loop that `name0` or `name1` refers to.
        package var repetition: Int?
        /// True for `nameList`, which refers to all repetitions of a loop.
        var isList = false

        var isOfLoop: Bool { isList || repetition != nil }
    }

    package enum Found: Sendable, Hashable {
        case none
        case one(Place)
        /// Several requests in one file have the name; holds their lines.
        case several(file: String, lines: [Int])
    }

    /// The file itself first, then its imports, each once.
    package let files: [CollectionFile]
    package let problems: [Problem]
    /// What the files say that logs hide.
    let hidden: HiddenParts
    /// By file and name, in line order.
    private let definitions: [[String: [VariableDefinition]]]
    private let places: [[String: [Int]]]
    private let captures: [String: [Capturing]]
    private let otherNames = RequestNameIndex()
    private let curl = ConvertedCurl()

    /// A request whose response sets a variable, and the first of its captures that does.
    private struct Capturing {
        var place: Place
        var capture: Int
    }

    package init(_ file: CollectionFile, imported: [CollectionFile] = [], problems: [Problem] = []) {
        files = [file] + imported
        self.problems = problems
        var hidden = HiddenParts()
        for file in files where !file.document.hidden.isEmpty { hidden.add(file.document.hidden) }
        self.hidden = hidden
        countWork(files.reduce(0) { $0 + $1.document.requests.count + $1.document.definitions.count })
        definitions = files.map { Dictionary(grouping: $0.document.definitions, by: \.name) }
        places = files.map { file in
            var places: [String: [Int]] = [:]
            for request in file.document.requests { places[request.id, default: []].append(request.index) }
            return places
        }
        var captures: [String: [Capturing]] = [:]
        for (place, file) in files.enumerated() {
            for request in file.document.requests where !request.captures.isEmpty {
                var names: Set<String> = []
                for (index, capture) in request.captures.enumerated() where names.insert(capture.variable).inserted {
                    captures[capture.variable, default: []].append(
                        Capturing(place: Place(file: place, request: request.index), capture: index))
                }
            }
        }
        self.captures = captures
    }

    /// The requests whose responses set a variable (HTTP-FORMAT §13).
    package func requests(capturing name: String) -> [Place] { captures[name]?.map(\.place) ?? [] }

    /// Of the requests whose responses set a variable, the one that counts for a use at a line of the file itself: the nearest
    /// above, else the first below, else the last of an imported file.
    func setter(of name: String, line: Int, besides isExcluded: (Place) -> Bool) -> Place? {
        var above: Place?
        var below: Place?
        var imported: Place?
        for place in requests(capturing: name) where !isExcluded(place) {
            countWork(1)
            if place.file > 0 {
                if imported == nil || imported?.file == place.file { imported = place }
            } else if request(place).line < line {
                above = place
            } else if below == nil {
                below = place
            }
        }
        return above ?? below ?? imported
    }

    /// How the response of a request sets a variable; nil if it does not.
    func capture(_ name: String, of place: Place) -> SavedRequest.ScriptCapture? {
        captures[name]?.first { $0.place == place }.map { request(place).captures[$0.capture] }
    }

    /// The file with its curl commands rewritten as requests, and their scope; built once. nil if they cannot be
    /// rewritten.
    var convertedCurl: (CurlConversion, RequestScope)? { curl.made(for: self) }

    /// The line of a script in the file itself that sets a variable, although scripts are not run.
    func scriptLine(assigning name: String) -> Int? { otherNames.scriptLine(assigning: name, in: files[0].document) }

    package func request(_ place: Place) -> SavedRequest { files[place.file].document.requests[place.request] }

    // MARK: requests

    /// Finds a request by id, by a differently written id, or by title (§4); the file's own requests come before
    /// imported ones.
    package func find(_ name: String) -> Found {
        let found = lookUp(name)
        guard found == .none else { return found }
        if name.hasSuffix("List"), case .one(var place) = lookUp(String(name.dropLast(4))), request(place).loop != nil {
            place.isList = true
            return .one(place)
        }
        // `login2` is the third response of a loop called `login`.
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard digits > 0, digits < 7, let number = Int(name.suffix(digits)),
            case .one(var place) = lookUp(String(name.dropLast(digits))), request(place).loop != nil
        else { return .none }
        place.repetition = number
        return .one(place)
    }

    private func lookUp(_ name: String) -> Found {
        let normalized = Self.normalized(name)
        let ways: [(Int) -> [Int]] = [
            { places[$0][name] ?? [] },
            { otherNames.requests(normalized: normalized, in: $0, of: files) },
            { otherNames.requests(titled: name, in: $0, of: files) },
        ]
        for way in ways {
            for file in files.indices {
                countWork(1)
                let found = way(file)
                if found.count == 1 { return .one(Place(file: file, request: found[0])) }
                if found.count > 1 {
                    let requests = files[file].document.requests
                    return .several(
                        file: files[file].relativePath,
                        lines: found.prefix(Self.shownLines + 1).map { requests[$0].line })
                }
            }
        }
        return .none
    }

    /// How many line numbers of same-named requests a sentence lists.
    private static let shownLines = 10

    /// A clause: several requests have the name that is used.
    static func ambiguity(_ name: String, file: String, lines: [Int]) -> String {
        let shown = lines.prefix(shownLines).map(String.init).joined(separator: ", ")
        return "several requests of \(file) are called \(name) (lines \(shown)\(lines.count > shownLines ? ", …" : ""))"
    }

    /// Converts `my request` and `my-request` to `myRequest` (HTTP-FORMAT §4).
    package static func normalized(_ id: String) -> String {
        let parts = id.split { $0 == " " || $0 == "-" }
        guard let first = parts.first else { return id }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Every name by which a request can be referred to.
    var requestNames: [String] { places.flatMap(\.keys) }

    // MARK: variables

    /// The definition that a name refers to at a line of a file: the nearest above, else the first below, else the last
    /// one of an import. A definition never refers to itself.
    package func definition(_ name: String, file: Int, line: Int) -> (file: Int, definition: VariableDefinition)? {
        if let all = definitions[file][name], let nearest = Self.nearest(all, to: line) { return (file, nearest) }
        for other in files.indices where other != file {
            if let last = definitions[other][name]?.last { return (other, last) }
        }
        return nil
    }

    /// Of definitions in line order: the last above a line, else the first below it.
    private static func nearest(_ all: [VariableDefinition], to line: Int) -> VariableDefinition? {
        var low = 0
        var high = all.count
        while low < high {
            countWork(1)
            let middle = (low + high) / 2
            if all[middle].line < line { low = middle + 1 } else { high = middle }
        }
        if low > 0 { return all[low - 1] }
        return all.first { $0.line > line }
    }

    var definedNames: [String] { definitions.flatMap(\.keys) }
}

/// Reads the files that request files import: from memory if a file is open, else from disk.
package struct RequestScopeReader: Sendable {
    package var root: String
    package var isTrusted: Bool
    /// Open files by absolute path, with unsaved edits.
    package var known: [String: CollectionFile] = [:]
    package var store = CollectionStore()

    package init(
        root: String, isTrusted: Bool, known: [String: CollectionFile] = [:], store: CollectionStore = CollectionStore()
    ) {
        self.root = root
        self.isTrusted = isTrusted
        self.known = known
        self.store = store
    }

    /// How many imported files are read at most.
    static let maxFiles = 200

    package func scope(of file: CollectionFile) -> RequestScope {
        guard !file.document.imports.isEmpty else { return RequestScope(file) }
        var imported: [CollectionFile] = []
        var problems: [RequestScope.Problem] = []
        var visited: Set<String> = [file.path]
        var waiting: [CollectionFile] = [file]
        while !waiting.isEmpty {
            let importer = waiting.removeFirst()
            for line in importer.document.imports {
                let path = PathText.normalised(line.path, workingDirectory: importer.folder)
                guard visited.insert(path).inserted else { continue }
                func problem(_ reason: String, _ need: TrustNeed? = nil) {
                    problems.append(
                        RequestScope.Problem(
                            file: importer.relativePath, line: line.line, reason: reason, need: need))
                }
                guard imported.count < Self.maxFiles else {
                    problem("more than \(Self.maxFiles) files are imported")
                    continue
                }
                guard isTrusted || isInsideRoot(path) else {
                    problem(
                        "\(line.path) is outside the collection folder",
                        TrustNeed(kind: .fileOutside(line.path), line: line.line, file: importer.relativePath))
                    continue
                }
                let read = known[path] ?? self.read(path, as: line.path, in: importer)
                if let reason = read.problem?.withoutPath {
                    problem("\(line.path) \(reason)")
                } else {
                    imported.append(read)
                    waiting.append(read)
                }
            }
        }
        return RequestScope(file, imported: imported, problems: problems)
    }

    private func read(_ path: String, as written: String, in importer: CollectionFile) -> CollectionFile {
        // From where the importing file is named, so that all files of a folder are named alike.
        let isNamedFromBelow = importer.path.hasSuffix("/\(importer.relativePath)")
        let base = isNamedFromBelow ? String(importer.path.dropLast(importer.relativePath.count)) : path
        let isBelow = path.hasPrefix(base) && path != base
        let relative =
            isBelow ? String(path.dropFirst(base.count)) : PathText.named(written, beside: importer.relativePath)
        let empty = HTTPDocument(bytes: [])
        return store.reload(
            CollectionFile(path: path, relativePath: relative, document: empty, stamp: FileStamp(bytes: [])))
    }

    /// Follows symbolic links. A missing file counts as inside, so that it is reported as missing and not as forbidden.
    private func isInsideRoot(_ path: String) -> Bool {
        let real = DiskFile.realPath(path) ?? path
        return PathText.isInside(real, folder: DiskFile.realPath(root) ?? root)
    }
}
