import NetEngine
import XPath

/// Finds what an XPath selects in an XML body, for references (HTTP-FORMAT §11).
enum ChainXPath {
    struct Failure: Error, Hashable {
        /// A clause for the user.
        package var reason: String
    }

    /// A string, number or boolean as text. Of nodes, the first one: an element's inner XML, an attribute's value, the
    /// root element for the document. nil if nothing is selected.
    ///
    /// - Parameter body: nil if the body is not well-formed XML; called only if the path is valid.
    static func first(_ path: String, in body: () -> XPathEvaluation?) -> Result<String?, Failure> {
        let query: XPathQuery
        do throws(Failure) { query = try self.query(path) } catch { return .failure(error) }
        guard let evaluation = body() else { return .failure(Failure(reason: "it is not well-formed XML")) }
        do throws(XPathEvaluation.Failure) {
            let value = try evaluation.value(query)
            guard case .nodes(let nodes) = value else { return .success(try evaluation.string(value)) }
            return .success(nodes.first.map { evaluation.document.excerpt($0) })
        } catch {
            return .failure(Failure(reason: error.reason))
        }
    }

    /// - Throws: if nothing can ever be selected, whatever the body is.
    static func query(_ path: String) throws(Failure) -> XPathQuery {
        do throws(XPathParser.SyntaxError) {
            return try XPathParser.parse(path)
        } catch {
            throw Failure(reason: "\(path) is not an XPath: \(error.reason)")
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
