import Base
import HTTPFormat
import NetEngine

/// The absolute URL of a request from its target lines and its Host header (HTTP-FORMAT §6).
struct TargetAssembly {
    struct Target {
        var text: String
        /// True if the Host header has a scheme and must not be sent.
        var dropsHost = false
        /// The target is `*`.
        var isServer = false
    }

    var request: SavedRequest
    var document: HTTPDocument

    /// - Parameter isHostKnown: whether the Host header has all its values.
    /// - Returns: an empty text while names in it have no value, which `resolution` says then.
    func url(
        headers: HeaderFields, isHostKnown: Bool = true, _ resolution: inout VariableResolution
    ) throws(RequestResolver.Refusal) -> Target {
        let failures = resolution.failures
        var bytes = expandedTarget(&resolution)
        guard resolution.failures == failures else {
            try checkServer(resolution)
            return Target(text: "")
        }
        func refusal(_ clause: String) -> RequestResolver.Refusal {
            RequestResolver.Refusal(line: request.line, clause: clause)
        }
        bytes = Self.withoutFragment(bytes)
        guard !bytes.isEmpty else { throw refusal("The request has no target.") }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw refusal("The target is not UTF-8; write other bytes as %XX.")
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw refusal("The target contains a control character.")
        }
        var target = Target(text: "")
        target.isServer = bytes == [UInt8(ascii: "*")]
        if target.isServer, request.method != "OPTIONS" {
            throw refusal("Only OPTIONS can be sent to the target *, not \(request.method).")
        }
        if target.isServer || bytes.first == UInt8(ascii: "/") {
            let host = headers["Host"] ?? ""
            guard isHostKnown, let origin = host.isEmpty ? hostVariable(&resolution) : host else {
                return Target(text: "")
            }
            guard !origin.isEmpty else {
                let kind = target.isServer ? "*" : "a path"
                throw refusal("The target is \(kind), but there is neither a Host header nor a variable host.")
            }
            target.dropsHost = origin.contains(bytes: "://") && !host.isEmpty
            bytes = Array(Self.origin(origin).utf8) + (target.isServer ? [] : bytes)
        }
        let (scheme, rest) = try Self.splitScheme(bytes, refusal)
        let authorityEnd = rest.firstIndex { $0 == Byte.slash || $0 == Byte.questionMark } ?? rest.endIndex
        let authority = String(decoding: rest[..<authorityEnd], as: UTF8.self)
        guard !authority.isEmpty else { throw refusal("The target \(request.target) has no host.") }
        let path = Array(rest[authorityEnd...])
        target.text = "\(scheme)://\(authority)"
        target.text +=
            request.settings.autoEncodes ? PercentEncoding.illegal(path) : String(decoding: path, as: UTF8.self)
        return target
    }

    /// Refuses a server to which nothing can be sent, where it is known and something behind it is not.
    /// - Parameter known: copied: nothing of what is looked up here is kept.
    private func checkServer(_ known: VariableResolution) throws(RequestResolver.Refusal) {
        var resolution = known
        let text = resolution.expand(Self.server(of: request.target), line: request.line)
        guard resolution.failures == known.failures, let first = text.first, first != "/", first != "*" else { return }
        _ = try Self.splitScheme(Array(text.utf8)) { RequestResolver.Refusal(line: request.line, clause: $0) }
        do throws(EngineError) { _ = try HTTPURL.parse(text) } catch {
            throw RequestResolver.Refusal(line: request.line, clause: error.sentence)
        }
    }

    /// What is before the path of a target as it is written, with the variables that may have a part of the path.
    private static func server(of target: String) -> String {
        var rest = target[...]
        if let mark = target.firstRange(of: "://"), target[..<mark.lowerBound].allSatisfy(\.isLetter) {
            rest = target[mark.upperBound...]
        }
        while let first = rest.first, !"/?#".contains(first) {
            if rest.hasPrefix("{{"), let close = rest.firstRange(of: "}}") {
                rest = rest[close.upperBound...]
            } else {
                rest = rest.dropFirst()
            }
        }
        return String(target[..<rest.startIndex])
    }

    /// The value of the variable `host`, empty if there is none; nil, and reported, if it has none yet.
    private func hostVariable(_ resolution: inout VariableResolution) -> String? {
        if let value = resolution.valueIfAny("host", line: request.line) { return value }
        let isAwaited = resolution.context.awaited.contains("host")
        guard isAwaited || resolution.isDefined("host", line: request.line) else { return "" }
        guard case .text(let value) = resolution.lookUp("host", VariableResolution.Place(line: request.line)) else {
            return nil
        }
        return value
    }

    private func expandedTarget(_ resolution: inout VariableResolution) -> [UInt8] {
        document.bytes.withUnsafeBufferPointer { buffer in
            var bytes: [UInt8] = []
            for line in request.line - 1..<request.lines.upperBound - 1 {
                let text = LineText(buffer, document.lines.content(line))
                switch document.kinds[line] {
                case .requestLine:
                    guard let parts = LineSyntax.requestLine(text) else { continue }
                    resolution.expand(parts.target, line: line + 1, into: &bytes)
                case .targetContinuation:
                    resolution.expand(LineSyntax.splitVersion(text.trimmed).target, line: line + 1, into: &bytes)
                default: continue
                }
            }
            return LineText.trimmedBytes(bytes)
        }
    }

    /// Removes the fragment, which is not sent.
    private static func withoutFragment(_ bytes: [UInt8]) -> [UInt8] {
        LineText.trimmedBytes(Array(bytes[..<(bytes.firstIndex(of: Byte.hash) ?? bytes.endIndex)]))
    }

    /// `https` only if the port implies it; a Host header may also have a scheme.
    private static func origin(_ host: String) -> String {
        let name = host.hasSuffix("/") ? String(host.dropLast()) : host
        if name.contains(bytes: "://") { return name }
        return name.hasSuffix(":443") || name.hasSuffix(":8443") ? "https://\(name)" : "http://\(name)"
    }

    private static func splitScheme(
        _ bytes: [UInt8], _ refusal: (String) -> RequestResolver.Refusal
    ) throws(RequestResolver.Refusal) -> (String, ArraySlice<UInt8>) {
        let end = bytes.firstIndex { $0 == Byte.slash || $0 == Byte.questionMark } ?? bytes.endIndex
        guard end > 0, end + 1 < bytes.count, bytes[end - 1] == Byte.colon, bytes[end] == Byte.slash,
            bytes[end + 1] == Byte.slash
        else {
            return ("http", bytes[...])
        }
        let scheme = String(decoding: bytes[..<(end - 1)], as: UTF8.self).lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw refusal("Only http and https can be sent, not \(scheme).")
        }
        return (scheme, bytes[(end + 2)...])
    }
}
