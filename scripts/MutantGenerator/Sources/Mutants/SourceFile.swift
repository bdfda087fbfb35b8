import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A file with what may be changed in it.
struct SourceFile {
    /// Below the root: `Sources/Target/Folder/Name.swift`.
    let path: String
    let bytes: [UInt8]
    let mutations: [Mutation]
    /// Where an import may be added.
    let importPlace: Int
    /// Where each line begins.
    private let lineStarts: [Int]

    init(_ path: String, below root: String) throws {
        let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        let bytes = Array(text.utf8)
        self.path = path
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        let tree = Parser.parse(source: text)
        importPlace = Self.importPlace(in: tree)
        let finder = MutationFinder(viewMode: .sourceAccurate)
        // An operator that is not of the standard library stays unfolded, and what it is in is not changed.
        finder.walk(OperatorTable.standardOperators.foldAll(tree) { _ in })
        mutations = finder.mutations
    }

    /// The Swift files of a target.
    static func files(of target: String, below root: String) throws -> [SourceFile] {
        let names = FileManager.default.enumerator(atPath: "\(root)/Sources/\(target)")?.allObjects as? [String] ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted()
            .map { try SourceFile("Sources/\(target)/\($0)", below: root) }
    }

    /// The number of the line with this offset.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// Before the first import that is not inside `#if`; without one, at the beginning.
    private static func importPlace(in tree: SourceFileSyntax) -> Int {
        tree.statements.first { $0.item.is(ImportDeclSyntax.self) }?.range.lowerBound ?? 0
    }
}
