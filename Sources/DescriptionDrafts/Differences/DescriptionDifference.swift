import Base
import NetEngine
import OpenAPI

/// How a draft differs from an existing description: what was seen and is not described, or described otherwise.
///
/// The draft must follow the description (`DescriptionDraft.init(following:)`), so that their paths are the same.
/// Whether a difference breaks anything is not asked.
package struct DescriptionDifference: Sendable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case operation, parameter, body, status, mediaType, header, member, type
        /// Something that is described and was not seen: information.
        case notSeen
        /// What was not compared, because of a limit.
        case limit
    }

    package struct Entry: Sendable, Hashable {
        package var kind: Kind
        /// `GET /users/{userId}`, as the description writes it; empty for `limit`.
        package var operation: String
        /// One sentence.
        package var text: String
        /// The JSON pointer of what differs, or of where it would be.
        package var pointer: String
        /// The document's path.
        package var document: String
        /// Where it is, or what it would be in begins.
        package var place: TextPlace
    }

    /// More differences are counted and not listed.
    package static let mostEntries = 5_000

    /// In the order of the description's text.
    package let entries: [Entry]

    /// Whether anything differs, apart from what was not seen.
    package var isEmpty: Bool { entries.allSatisfy { $0.kind == .notSeen } }

    package init(of draft: DraftDocument, from description: Description) {
        var comparison = OperationComparison(draft, description)
        comparison.compare()
        var entries = comparison.list.entries.sorted { a, b in
            if a.document != b.document { return a.document < b.document }
            if a.place != b.place { return a.place < b.place }
            if a.pointer != b.pointer { return a.pointer.utf8.lexicographicallyPrecedes(b.pointer.utf8) }
            return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
        }
        let root = description.documents.root
        for text in comparison.list.limits {
            entries.append(
                Entry(
                    kind: .limit, operation: "", text: text, pointer: "",
                    document: description.documents.path(root.place.document), place: root.textPlace))
        }
        self.entries = entries
    }

    /// A line for each difference: `openapi.yaml:12:5: GET /users: ….`
    package var text: String {
        entries.map { entry in
            let operation = entry.operation.isEmpty ? "" : "\(entry.operation): "
            return "\(entry.document):\(entry.place): \(operation)\(entry.text)\n"
        }.joined()
    }

    /// `[{"kind": …, "operation": …, "text": …, "pointer": …, "document": …, "line": …, "column": …}]`, indented.
    package var json: [UInt8] {
        IndentedJSON.write(
            .array(
                entries.map { entry in
                    .object([
                        ("kind", .string(entry.kind.rawValue)), ("operation", .string(entry.operation)),
                        ("text", .string(entry.text)), ("pointer", .string(entry.pointer)),
                        ("document", .string(entry.document)), ("line", .number(entry.place.line)),
                        ("column", .number(entry.place.column)),
                    ])
                }))
    }
}

/// Differences while they are found.
struct DifferenceList {
    private(set) var entries: [DescriptionDifference.Entry] = []
    private var more = 0
    /// Schemas of the description that may still be looked at.
    var steps = 2_000_000
    private var seen: Set<DescriptionDifference.Entry> = []
    /// Members that were seen somewhere: a schema may be used in several places.
    private var seenMembers: Set<DocumentPlace> = []
    private var unseenMembers: [(value: DescriptionValue, operation: String, text: String)] = []
    private var unseenPlaces: Set<DocumentPlace> = []

    var limits: [String] {
        var limits: [String] = []
        if more > 0 { limits.append("There \(more == 1 ? "is" : "are") \(Formatting.count(more, "more difference")).") }
        if steps <= 0 { limits.append("The schemas are too many to compare them all; the rest is not compared.") }
        return limits
    }

    /// - Parameter step: what follows the pointer of `value`, if the thing is not there yet.
    mutating func add(
        _ kind: DescriptionDifference.Kind, _ operation: String, _ text: String, at value: DescriptionValue,
        pointer: String? = nil, step: String = ""
    ) {
        guard entries.count < DescriptionDifference.mostEntries else {
            more += 1
            return
        }
        let entry = DescriptionDifference.Entry(
            kind: kind, operation: operation, text: text, pointer: (pointer ?? value.pointer) + step,
            document: value.documents.path(value.place.document), place: value.textPlace)
        if seen.insert(entry).inserted { entries.append(entry) }
    }

    mutating func see(_ members: [DescriptionValue]) { for member in members { seenMembers.insert(member.place) } }

    /// A member that was not seen here, and may be elsewhere.
    mutating func miss(_ member: DescriptionValue, _ operation: String, _ text: String) {
        guard !seenMembers.contains(member.place), unseenPlaces.insert(member.place).inserted else { return }
        unseenMembers.append((member, operation, text))
    }

    /// Adds the members that were seen nowhere.
    mutating func finish() {
        for (value, operation, text) in unseenMembers where !seenMembers.contains(value.place) {
            add(.notSeen, operation, text, at: value)
        }
        unseenMembers = []
    }
}
