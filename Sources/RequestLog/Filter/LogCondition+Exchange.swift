import Base
import NetEngine

/// What headers and bodies of an exchange are looked at in.
protocol SearchedExchange {
    associatedtype Failure: Error

    /// Whether a header of any hop passes; see `LogCondition.header`.
    func hasHeader(
        _ side: LogCondition.Side, _ name: String, _ test: LogCondition.TextTest?
    ) throws(Failure) -> Bool

    /// Whether a body of any hop passes, read as text.
    func hasBody(_ side: LogCondition.Side, _ test: LogCondition.TextTest) throws(Failure) -> Bool
}

/// Without an exchange no header and no body passes.
extension Exchange?: SearchedExchange {
    func hasHeader(_ side: LogCondition.Side, _ name: String, _ test: LogCondition.TextTest?) -> Bool {
        self?.hasHeader(side, name, test) ?? false
    }

    func hasBody(_ side: LogCondition.Side, _ test: LogCondition.TextTest) -> Bool {
        self?.hasBody(side, test) ?? false
    }
}

extension Exchange {
    fileprivate func hasHeader(_ side: LogCondition.Side, _ name: String, _ test: LogCondition.TextTest?) -> Bool {
        hops.contains { hop in
            (side != .response && Self.passes(hop.request.headers, name, test))
                || (side != .request
                    && hop.receivedOrStored.map { Self.passes($0.headers, name, test) } ?? false)
        } || (hops.isEmpty && side != .response && Self.passes(draft.headers, name, test))
    }

    private static func passes(_ fields: HeaderFields, _ name: String, _ test: LogCondition.TextTest?) -> Bool {
        fields.contains { field in
            guard name.isEmpty || field.isNamed(name) else { return false }
            guard let test else { return true }
            let text = name.isEmpty ? Array("\(field.name): ".utf8) + field.valueBytes : field.valueBytes
            return text.withUnsafeBufferPointer { test.passes($0) }
        }
    }

    fileprivate func hasBody(_ side: LogCondition.Side, _ test: LogCondition.TextTest) -> Bool {
        if side != .response, Self.passes(hops.last?.request.body ?? draft.body, test) { return true }
        guard side != .request else { return false }
        return hops.contains { hop in
            guard let response = hop.response, !response.content.isEmpty else { return false }
            let isJSON = ContentType(response.headers.values("Content-Type").last ?? "").isJSON
            return response.content.withBytes { test.passes($0, readsEscapes: isJSON) }
        }
    }

    private static func passes(_ body: RequestBody, _ test: LogCondition.TextTest) -> Bool {
        func passes(_ bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBufferPointer { test.passes($0, readsEscapes: true) }
        }
        switch body {
        case .bytes(let bytes): return passes(bytes)
        case .pieces(let pieces):
            return pieces.contains { if case .bytes(let bytes) = $0 { passes(bytes) } else { false } }
        case .none, .file, .stream: return false
        }
    }
}
