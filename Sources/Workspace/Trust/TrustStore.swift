import Base
import Glibc

/// The folders whose collections the user trusts, and the addresses whose descriptions are trusted, kept between runs.
///
/// A text file with one absolute path per line, links resolved, or one address, in a folder that only this user can read. Trusting a
/// folder includes everything below it, but no description that is fetched there.
package struct TrustStore: Sendable {
    /// Path of the list itself.
    package let path: String

    private static let maxBytes = 4 << 20
    /// The format of a list with an address. One of folders alone has the first format, so that older programs go on to read it.
    package static let addressFormat = 2

    /// `$XDG_STATE_HOME/apitui/trust`, else below `~/.local/state`; nil without a home folder.
    package static func live(variable: (String) -> String? = processEnvironment) -> TrustStore? {
        UserFolder.state.path(variable).map { TrustStore(path: PathText.join($0, "trust")) }
    }

    /// What is trusted, folders and addresses, in the order they were added; empty before the first one.
    /// - Throws: one sentence. An unreadable list is an error, not an empty list.
    package func entries() throws(CollectionError) -> [String] {
        let bytes = try file.read()
        if let sentence = cutOff(bytes) { throw CollectionError(sentence: sentence) }
        return Self.entries(bytes)
    }

    /// The trusted folders in the order they were added.
    /// - Throws: as `entries` does.
    package func folders() throws(CollectionError) -> [String] { try entries().filter(Self.isFolder) }

    /// A path that is cut off may be that of a folder above, and more would be trusted.
    private func cutOff(_ bytes: [UInt8]) -> String? {
        guard LineText.isCut(bytes) else { return nil }
        return "The list of trusted folders \(path) ends in the middle of a line. Complete that line, or delete it."
    }

    /// Why nothing counts as trusted at the moment: one sentence, or nil if the list can be read.
    package var problem: String? {
        do throws(CollectionError) { _ = try entries() } catch {
            return "\(error.sentence) Until it can be read, nothing is trusted."
        }
        return nil
    }

    /// Whether the folder, or one that contains it, is on the list. False if the list cannot be read; see `problem`.
    package func trusts(_ folder: String) -> Bool {
        guard let real = DiskFile.realPath(folder), let list = try? folders() else { return false }
        return list.contains { PathText.isInside(real, folder: $0) }
    }

    /// Whether the address is on the list. False if the list cannot be read; see `problem`.
    package func trusts(_ address: WebAddress) -> Bool { (try? entries())?.contains(address.text) == true }

    /// Whether the collection is trusted, as a whole or the part of it that was opened. For a description that was fetched its address
    /// decides alone: the folder is where the user happens to be.
    package func trusts(_ place: CollectionPlace) -> Bool {
        if let address = place.address { return trusts(address) }
        return trusts(place.root) || trusts(place.opened)
    }

    /// Adds a folder or an address to the list. Returns one sentence if it fails.
    package func add(_ subject: TrustSubject) -> String? {
        switch subject {
        case .folder(let folder): return add(folder)
        case .address(let address):
            return change { list in
                if !list.contains(address.text) { list.append(address.text) }
                return nil
            }
        }
    }

    /// Adds a folder to the list. Returns one sentence if it fails.
    package func add(_ folder: String) -> String? {
        guard let real = DiskFile.realPath(folder), let info = DiskFile.info(real), info.st_mode & S_IFMT == S_IFDIR
        else { return "There is no folder \(folder)." }
        guard !real.utf8.contains(Self.lineEnd) else {
            return "A folder with a line break in its name cannot be trusted."
        }
        return change { list in
            if !list.contains(where: { PathText.isSame($0, real) }) { list.append(real) }
            return nil
        }
    }

    /// Removes a folder or an address from the list. Returns one sentence if it fails.
    package func remove(_ subject: TrustSubject) -> String? {
        switch subject {
        case .folder(let folder): return remove(folder)
        case .address(let address):
            return change { list in
                let count = list.count
                list.removeAll { $0 == address.text }
                return list.count == count ? "\(address.text) is not on the list." : nil
            }
        }
    }

    /// Removes a folder from the list, even if the folder no longer exists. Returns one sentence if it fails.
    package func remove(_ folder: String) -> String? {
        let absolute = PathText.normalised(folder, workingDirectory: DiskFile.workingDirectory)
        let real = DiskFile.realPath(folder)
        return change { list in
            let count = list.count
            list.removeAll { PathText.isSame($0, absolute) || real.map(PathText.isSame($0)) == true }
            guard list.count == count else { return nil }
            if let real, let above = list.first(where: { PathText.isInside(real, folder: $0) }) {
                return "\(real) is trusted because \(above) is; remove that."
            }
            return "\(real ?? absolute) is not on the list."
        }
    }

    // MARK: The file

    private static let lineEnd = UInt8(ascii: "\n")

    private var file: StateFile {
        StateFile(
            path: path, what: "The list of trusted folders", maxBytes: Self.maxBytes, format: Self.addressFormat)
    }

    private static func isFolder(_ entry: String) -> Bool { entry.utf8.first == UInt8(ascii: "/") }

    /// Split by bytes: a name may end in CR, which forms one character with the line end.
    private static func entries(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: lineEnd).compactMap { line in
            let text = String(decoding: line, as: UTF8.self)
            return isFolder(text) ? text : WebAddress(text)?.text
        }
    }

    private static func bytes(_ entries: [String]) -> [UInt8] {
        let head = entries.allSatisfy(isFolder) ? [] : StateFile.firstLine(ofFormat: addressFormat)
        return head + Array(entries.map { $0 + "\n" }.joined().utf8)
    }

    /// - Parameter change: returns a sentence if nothing is to be written.
    private func change(_ change: (inout [String]) -> String?) -> String? {
        file.change { bytes in
            if let sentence = cutOff(bytes) { return "\(sentence) Nothing was changed." }
            var list = Self.entries(bytes)
            let before = list
            if let sentence = change(&list) { return sentence }
            if list != before { bytes = Self.bytes(list) }
            return nil
        }
    }
}
