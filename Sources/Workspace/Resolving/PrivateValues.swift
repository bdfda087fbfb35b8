import Base
import NetEngine

/// The private values of sends, masked in everything shown about them: addresses, headers, errors, logs and reports.
///
/// These are the values with `VariableUse.isSecret`, credentials that contain one, and the other private values that the request
/// log hides in an exchange.
/// A value shorter than four characters cannot be distinguished from other text and is not masked. Response bodies are
/// never changed.
package struct PrivateValues: Sendable, Hashable {
    /// Replaces a private value.
    package static let mark = "(private)"
    /// The limit of values; the oldest are forgotten.
    private static let most = 500

    private struct Entry: Sendable, Hashable {
        var name: String
        var text: String
        /// Whether it is another form of a value, as it may be on a screen.
        var isForm = false
    }

    private var entries: [Entry] = []
    /// Without duplicates, the longest first.
    package private(set) var texts: [String] = []
    /// The same without other forms of one text.
    private(set) var values: [String] = []

    package init() {}

    package init(_ uses: [VariableUse], _ draft: RequestDraft? = nil) { learn(uses, draft) }

    package var isEmpty: Bool { entries.isEmpty }

    /// - Parameter draft: the request made with the variables, whose credentials are added, and what its log hides.
    package mutating func learn(_ uses: [VariableUse], _ draft: RequestDraft? = nil) {
        let secrets = uses.filter { $0.isSecret && $0.value.count >= SecretName.shortestValue && !$0.isWholeBody }
        let others = draft?.options.log?.secrets.filter { !$0.isPublic } ?? []
        guard !secrets.isEmpty || !others.isEmpty else { return }
        var known = Set(entries)
        for secret in others { add(secret.name, secret.value, &known) }
        for use in secrets {
            add(use.name, use.value, &known)
            // A private text of several lines is shown line by line.
            for line in use.value.split(whereSeparator: \.isNewline) where line.count >= 2 * SecretName.shortestValue {
                add(use.name, String(line), &known)
            }
        }
        for field in draft?.headers.fields ?? [] {
            guard let first = secrets.first, field.isNamed("Authorization") || field.isNamed("Proxy-Authorization"),
                field.value.lowercased().hasPrefix("basic ")
            else { continue }
            add(first.name, String(field.value.dropFirst(6)), &known)
        }
        if entries.count > Self.most { entries.removeFirst(entries.count - Self.most) }
        sortTexts()
    }

    private mutating func add(_ name: String, _ value: String, _ known: inout Set<Entry>) {
        let bytes = Array(value.utf8)
        let forms = [
            PercentEncoding.component(value), PercentEncoding.illegal(bytes), URLEncoding.asWritten(bytes),
        ]
        let others = forms.filter { $0 != value }.map { Entry(name: name, text: $0, isForm: true) }
        for entry in [Entry(name: name, text: value)] + others where known.insert(entry).inserted {
            entries.append(entry)
        }
    }

    /// The values that the user did not ask to see; `shown` names variables.
    package func hidden(except shown: Set<String>) -> PrivateValues {
        guard !shown.isEmpty else { return self }
        let known = Set(entries.filter { shown.contains($0.name) }.map(\.text))
        var rest = self
        rest.entries.removeAll { known.contains($0.text) }
        rest.sortTexts()
        return rest
    }

    private mutating func sortTexts() {
        func sorted(_ entries: [Entry]) -> [String] {
            Set(entries.map(\.text)).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
        }
        texts = sorted(entries)
        values = sorted(entries.filter { !$0.isForm })
    }

    /// The text with private values replaced by the mark, in every form in which they may occur.
    func masked(_ text: String) -> String {
        isEmpty ? text : Redactor(requestsOf: [], named: values, mark: Self.mark).scrub(text)
    }
}
