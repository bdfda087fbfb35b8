import Foundation
import FoundationNetworking
import NetEngine

/// What Foundation keeps of the head of a response.
struct SessionHead {
    /// Sorted by name, because their order is lost; repeated ones are joined.
    let fields: HeaderFields
    /// The content codings that were undone, in the order of the header (RFC 9110 §8.4).
    let codings: [String]
    private let length: Result<Int?, LengthFault>

    private struct LengthFault: Error { let text: String }

    init(_ response: HTTPURLResponse) {
        let pairs = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
        fields = HeaderFields(pairs.sorted { $0.0 < $1.0 }.map { HeaderField($0.0, $0.1) })
        codings = fields.values("Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        length = Self.length(fields["Content-Length"])
    }

    /// About what it took on the wire: names, values, and the four bytes around them.
    var byteCount: Int { fields.reduce(0) { $0 + $1.nameBytes.count + $1.valueBytes.count + 4 } }

    var declaredLength: Int? { (try? length.get()) ?? nil }

    /// Why the length cannot be trusted (RFC 9112 §6.3), as a clause.
    var lengthFault: String? { if case .failure(let fault) = length { fault.text } else { nil } }

    private static func length(_ value: String?) -> Result<Int?, LengthFault> {
        guard let value else { return .success(nil) }
        var known: Int?
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            let text = part.trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text) else {
                return .failure(LengthFault(text: "its Content-Length \(EngineError.quoted(text)) is not a length"))
            }
            if let known, known != count {
                return .failure(LengthFault(text: "it has two Content-Lengths, \(known) and \(count)"))
            }
            known = count
        }
        return .success(known)
    }
}
