#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How an error reads in a program's own output. Text from the server may be in it: show it as you show a server's text.
extension EngineError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    /// What happened, then what to try: `The name "api.exmaple.com" was not found. Check the spelling of the host.`
    public var description: String { hint.isEmpty ? sentence : "\(sentence) \(hint)" }

    /// All that is known, a line for each: category, phase, status, the codes below and what a decoder found.
    public var debugDescription: String {
        var facts = [category.rawValue]
        if let phase { facts.append("in the phase \(phase.rawValue)") }
        if let status { facts.append("status \(status)") }
        if isConnectionLoss { facts.append("an established connection was lost") }
        var lines = ["\(sentence) [\(facts.joined(separator: ", "))]"]
        if !hint.isEmpty { lines.append(hint) }
        if let underlying { lines.append("Underlying: \(underlying)") }
        switch detail {
        case .decoding(let fault): lines.append("In the body: \(fault)")
        case .api(let fault):
            lines.append("In the body: status \(fault.status ?? "none"), message \(fault.message ?? "none")")
        case nil: break
        }
        return lines.joined(separator: "\n")
    }

    /// The sentence: what happened. `localizedDescription` gives the same.
    public var errorDescription: String? { sentence }

    /// The hint: what to try next.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}
