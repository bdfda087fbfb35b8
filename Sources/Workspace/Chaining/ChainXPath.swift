import NetEngine
import XPath

/// What an XPath selects in an XML body, for references (HTTP-FORMAT §11).
enum ChainXPath {
    struct Fault: Error, Hashable {
        /// A clause.
        package var reason: String
    }

    /// A string, number or truth as text; of nodes the first: an element's inner XML, an attribute's value, of the document
    /// its root. nil if nothing is selected.
    ///
    /// - Parameter body: nil for what is no well-formed XML; wanted only where the path is one.
    static func first(_ path: String, in body: () -> XPathEvaluation?) -> Result<String?, Fault> {
        let query: XPathQuery
        do throws(XPathParser.Fault) {
            query = try XPathParser.parse(path)
        } catch {
            return .failure(Fault(reason: "\(path) is no XPath: \(error.reason)"))
        }
        guard let evaluation = body() else { return .failure(Fault(reason: "it is no well-formed XML")) }
        do throws(XPathEvaluation.Failure) {
            let value = try evaluation.value(query)
            guard case .nodes(let nodes) = value else { return .success(try evaluation.string(value)) }
            return .success(nodes.first.map { evaluation.document.excerpt($0) })
        } catch {
            return .failure(Fault(reason: error.reason))
        }
    }

    /// - Parameter type: the Content-Type, which may name a charset.
    static func tree(_ body: [UInt8], type: String) -> XMLTree? {
        let response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [HeaderField("Content-Type", type)], rawHead: [],
            body: body, wireBodyByteCount: nil, isComplete: true)
        return try? XMLTreeDecoder().decode(response)
    }
}
