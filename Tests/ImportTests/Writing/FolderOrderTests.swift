import TestSupport
import Testing

@testable import Import

/// The order of folders, and the numbers that keep it.
@Suite struct FolderOrderTests {
    /// `r` is a request, `A` a folder with requests alone, `A/` one with a folder in it, `A-` an empty one.
    private static func items(_ text: String) -> [ImportedItem] {
        let request = ImportedItem.request(ImportedRequest(name: "R", method: "GET", url: "https://a.test/"))
        return text.split(separator: " ").map { word in
            if word == "r" { return request }
            let name = String(word.prefix { $0 != "/" && $0 != "-" })
            if word.hasSuffix("-") { return .folder(ImportedFolder(name: name)) }
            let inner = ImportedItem.folder(ImportedFolder(name: "inner", items: [request]))
            return .folder(ImportedFolder(name: name, items: word.hasSuffix("/") ? [inner] : [request]))
        }
    }

    private static func text(_ items: [ImportedItem], counts: Bool) -> String {
        let order = FolderOrder(items, file: "M", counts: counts)
        var words = order.folderNumbers.map { "[\($0)]" }
        words.append("M[\(order.fileNumber)]")
        words.append(order.isByName ? "by name" : "not by name")
        if order.isMixed(isNumbered: false) { words.append("mixed") }
        if order.isMixed(isNumbered: true) { words.append("mixed with numbers") }
        return words.joined(separator: " ")
    }

    @Test func `folders that are not in the order of their names have numbers`() {
        let rows = """
            A B -> [01 ] [02 ] M[] by name
            B A -> [01 ] [02 ] M[] not by name mixed
            b A -> [01 ] [02 ] M[] not by name mixed
            a B -> [01 ] [02 ] M[] by name
            A r -> [01 ] M[02 ] by name
            Z r -> [01 ] M[02 ] by name mixed
            r A -> [02 ] M[01 ] by name mixed
            r Z -> [02 ] M[01 ] by name
            r r Z -> [02 ] M[01 ] by name
            r Z r -> [02 ] M[01 ] by name mixed mixed with numbers
            A/ B -> [01 ] [02 ] M[] by name
            B/ A -> [01 ] [02 ] M[] by name
            B A/ -> [01 ] [02 ] M[] by name mixed mixed with numbers
            B/ A/ -> [01 ] [02 ] M[] not by name mixed
            Z- B- A -> [01 ] M[] by name
            r -> M[01 ] by name
            """
        #expect(FilledTable(rows).filled { Self.text(Self.items($0), counts: false) } == rows)
    }

    @Test func `requests count among the folders where a run goes by them`() {
        let rows = """
            A r -> [01 ] M[02 ] by name
            Z r -> [01 ] M[02 ] not by name mixed
            r A -> [02 ] M[01 ] not by name mixed
            r Z r -> [02 ] M[01 ] by name mixed mixed with numbers
            Z/ r -> [01 ] M[02 ] by name
            """
        #expect(FilledTable(rows).filled { Self.text(Self.items($0), counts: true) } == rows)
    }

    @Test func `numbers have two digits up to 99`() {
        for (count, first) in [(99, "01 "), (100, "001 ")] {
            let items = Self.items((1...count).map { "F\($0)" }.joined(separator: " "))
            let numbers = FolderOrder(items, file: "M", counts: false).folderNumbers
            #expect(numbers.first == first && numbers.last == "\(count) ")
        }
    }
}
