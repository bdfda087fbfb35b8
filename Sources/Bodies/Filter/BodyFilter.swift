import JSONPath
import NetEngine
import Pattern
import XPath

/// What is typed to show only a part of a body: JSONPath for JSON, XPath for XML, or a shell command after `|`.
package enum BodyFilter: Sendable {
    case jsonPath(JSONPathQuery)
    case xPath(XPathQuery)
    case command(String)

    /// What can be asked of a body beside a command.
    package enum Language: Sendable, Hashable {
        case jsonPath, xPath, none
        /// Nothing, because only the beginning of the body is there.
        case cut
    }

    package enum Reading: Sendable {
        case empty
        /// Correct as far as it goes.
        case incomplete
        /// A clause for the user, and the byte where it stops being correct.
        case wrong(String, offset: Int)
        case filter(BodyFilter)
    }

    package static func read(_ text: String, _ language: Language) -> Reading {
        let typed = text.drop { $0 == " " }
        if typed.isEmpty { return .empty }
        if typed.first == "|" {
            let command = String(typed.dropFirst().drop { $0 == " " })
            return command.isEmpty ? .incomplete : .filter(.command(command))
        }
        switch language {
        case .none: return .wrong("only a |command filters this kind of body", offset: 0)
        case .jsonPath where typed.first == "/":
            return .wrong(
                "this is JSON, which JSONPath such as $.items[0] looks into; / begins XPath, for XML", offset: 0)
        case .xPath where typed.first == "$":
            return .wrong("this is XML, which XPath such as //item looks into; $ begins JSONPath, for JSON", offset: 0)
        case .cut: return .wrong("only a |command filters a body that was cut", offset: 0)
        case .jsonPath: return jsonPath(text)
        case .xPath:
            do throws(XPathParser.SyntaxError) { return .filter(.xPath(try XPathParser.parse(text))) } catch {
                return Self.reading(of: error.reason, at: error.offset, in: text)
            }
        }
    }

    /// `$` may be left out: `.users[0]`.
    private static func jsonPath(_ text: String) -> Reading {
        let added = text.hasPrefix(".") || text.hasPrefix("[") ? "$" : ""
        do throws(JSONPathParser.SyntaxError) {
            return .filter(.jsonPath(try JSONPathParser.parse(added + text)))
        } catch {
            return reading(of: error.reason, at: error.offset - added.utf8.count, in: text)
        }
    }

    /// An error at the end, in a word that the end may cut off, or in brackets that are still open, is none yet.
    private static func reading(of reason: String, at offset: Int, in text: String) -> Reading {
        let rest = text.utf8.dropFirst(max(0, offset))
        let isWord = rest.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "_-.&|=!<>$@*".utf8.contains($0) }
        return isWord || isOpen(text) ? .incomplete : .wrong(reason, offset: max(0, offset))
    }

    /// Whether a bracket or a quotation mark waits to be closed, and none was closed that was not open.
    private static func isOpen(_ text: String) -> Bool {
        var depth = 0
        var quote: UInt8?
        var isEscaped = false
        for byte in text.utf8 {
            if let open = quote {
                if byte == open, !isEscaped { quote = nil }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
            default: break
            }
            if depth < 0 { return false }
        }
        return depth > 0 || quote != nil
    }
}

/// What a filter left of a body.
package struct FilteredBody: Sendable, Hashable {
    package var bytes: [UInt8]
    package var contentType: String
    /// How many values or nodes matched; nil for what a command wrote.
    package var matches: Int?
    /// Of how many bytes of the body it is, if not of all.
    package var sampledBytes: Int?
    /// Whether the result was cut at the limit.
    package var isCut = false
    /// How a command ended that did not succeed: a sentence.
    package var remark: String?

    package init(
        bytes: [UInt8], contentType: String, matches: Int? = nil, sampledBytes: Int? = nil, isCut: Bool = false
    ) {
        self.bytes = bytes
        self.contentType = contentType
        self.matches = matches
        self.sampledBytes = sampledBytes
        self.isCut = isCut
    }

    /// Bytes kept of a result.
    package static let limit = 32 << 20
    /// Bytes of a body that a sample is made of.
    package static let sampleBytes = 2 << 20
    /// A body beyond this is queried in pieces.
    package static let wholeLimit = 128 << 20
}

extension BodyFilter {
    /// Why nothing came of a filter.
    package enum Failure: Error, Sendable, Hashable {
        /// A sentence for the user.
        case sentence(String)
        case stopped
    }

    /// Applies JSONPath or XPath to a body. Commands are run elsewhere: nil.
    ///
    /// - Parameters:
    ///   - isSample: whether the beginning of a large JSON body is enough.
    ///   - budget: shared by all steps of the query.
    package func run(
        on body: BodyBytes, isSample: Bool, budget: QueryBudget
    ) throws(Failure) -> FilteredBody? {
        switch self {
        case .command: return nil
        case .jsonPath(let query):
            guard isSample || body.count <= FilteredBody.wholeLimit else {
                return try LargeSelection.run(query, on: body, budget: budget)
            }
            let sample = isSample ? JSONSample.beginning(of: body, bytes: FilteredBody.sampleBytes) : nil
            return try Self.select(query, in: sample ?? Self.all(body), sample?.count, budget)
        case .xPath(let query): return try Self.select(query, in: Self.all(body), budget)
        }
    }

    private static func all(_ body: BodyBytes) -> [UInt8] { body.array ?? body.bytes(in: 0..<body.count) }

    private static func select(
        _ query: JSONPathQuery, in text: [UInt8], _ sampled: Int?, _ budget: QueryBudget
    ) throws(Failure) -> FilteredBody {
        let tree: JSONTree
        do { tree = try JSONTree.parse(text) } catch {
            throw .sentence("The body is not JSON: \(error.reason), at byte \(error.offset).")
        }
        let nodes: [Int]
        do throws(JSONPathEvaluation.Limit) {
            nodes = try JSONPathEvaluation(tree, budget: budget).nodes(query)
        } catch {
            if case .givenUp(.stopped) = error { throw .stopped }
            throw .sentence("\(error.clause).")
        }
        var result = FilteredBody(
            bytes: [UInt8(ascii: "[")], contentType: "application/json", matches: nodes.count, sampledBytes: sampled)
        for (index, node) in nodes.enumerated() {
            let value = tree.slice(node)
            guard result.bytes.count + value.count < FilteredBody.limit else {
                result.isCut = true
                break
            }
            if index > 0 { result.bytes.append(UInt8(ascii: ",")) }
            result.bytes += value
        }
        result.bytes.append(UInt8(ascii: "]"))
        return result
    }

    private static func select(
        _ query: XPathQuery, in body: [UInt8], _ budget: QueryBudget
    ) throws(Failure) -> FilteredBody {
        let response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [HeaderField("Content-Type", "application/xml")],
            rawHead: [], body: body, wireBodyByteCount: nil, isComplete: true)
        guard let tree = try? XMLTreeDecoder().decode(response) else {
            throw .sentence("The body is not well-formed XML.")
        }
        let evaluation = XPathEvaluation(tree, maxWork: .max, budget: budget)
        do throws(XPathEvaluation.Failure) {
            let value = try evaluation.value(query)
            guard case .nodes(let nodes) = value else {
                return FilteredBody(
                    bytes: Array(try evaluation.string(value).utf8), contentType: "text/plain", matches: 1)
            }
            var result = FilteredBody(bytes: [], contentType: "text/plain", matches: nodes.count)
            for node in nodes {
                let text =
                    evaluation.document.node(node).kind == .element && !node.isAttribute
                    ? evaluation.document.source(node) : try evaluation.string(node)
                guard result.bytes.count + text.utf8.count < FilteredBody.limit else {
                    result.isCut = true
                    break
                }
                if !result.bytes.isEmpty { result.bytes.append(0x0A) }
                result.bytes += text.utf8
            }
            return result
        } catch {
            if budget.end == .stopped { throw .stopped }
            throw .sentence("The query was given up: \(error.reason).")
        }
    }
}
