import Base

/// Whether the folders of a source that are beside each other are shown in their order, and the numbers that make it so.
///
/// The tree shows, and a run sends, folders before files, both by their names. A folder without folders is a file, and so are the requests
/// beside folders.
struct FolderOrder {
    private struct Entry {
        var isFile: Bool
        var name: String
        /// Of the first item that is in it.
        var number: Int
    }

    /// Whether folders and files that are beside each other are in the order of their names.
    private(set) var isByName = true
    /// For each folder that is not empty: `01 `.
    private(set) var folderNumbers: [String] = []
    /// For the file with the requests.
    private(set) var fileNumber = ""
    /// In the order of the source; the file with the requests at each place where requests are.
    private var entries: [Entry] = []

    /// - Parameters:
    ///   - file: the name of the file with the requests.
    ///   - counts: whether the requests have a place among the folders that must be kept.
    init(_ items: [ImportedItem], file: String, counts: Bool) {
        var count = 0
        var fileEntry: Entry?
        for item in items {
            if case .folder(let folder) = item {
                guard !folder.items.isEmpty else { continue }
                let isFile = folder.isLeaf
                count += 1
                entries.append(Entry(isFile: isFile, name: folder.name + (isFile ? ".http" : ""), number: count))
            } else {
                if fileEntry == nil {
                    count += 1
                    fileEntry = Entry(isFile: true, name: file + ".http", number: count)
                }
                // Many requests in a row are one entry.
                if let fileEntry, entries.last?.number != fileEntry.number { entries.append(fileEntry) }
            }
        }
        let digits = max(2, String(count).count)
        func text(_ number: Int) -> String {
            let written = String(number)
            return String(repeating: "0", count: digits - written.count) + written + " "
        }
        folderNumbers = entries.filter { $0.number != fileEntry?.number }.map { text($0.number) }
        fileNumber = fileEntry.map { text($0.number) } ?? ""
        for isFile in [true, false] {
            let names = entries.filter { $0.isFile == isFile && (counts || $0.number != fileEntry?.number) }
            var seen: Set<Int> = []
            let firsts = names.filter { seen.insert($0.number).inserted }.map(\.name)
            if zip(firsts, firsts.dropFirst()).contains(where: { PathText.precedes($1, $0) }) { isByName = false }
        }
    }

    /// Whether something is run before what goes before it in the source, with the numbers or without.
    func isMixed(isNumbered: Bool) -> Bool {
        zip(entries, entries.dropFirst()).contains { first, second in
            if first.isFile != second.isFile { return first.isFile }
            return isNumbered ? second.number < first.number : PathText.precedes(second.name, first.name)
        }
    }
}
