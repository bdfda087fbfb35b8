/// A line of a report. How it looks is up to the screen or command that shows it.
package enum ReportLine: Sendable, Hashable {
    case heading(String)
    /// A name and what is known of it.
    case fact(String, String)
    case text(String)
    /// A sentence that must not be overlooked.
    case warning(String)
    case gap

    /// As one line without its style.
    package var plain: String {
        switch self {
        case .heading(let text), .text(let text), .warning(let text): text
        case .fact(let name, let text): name.isEmpty ? text : "\(name): \(text)"
        case .gap: ""
        }
    }
}
