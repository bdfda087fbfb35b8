import Base
import JSONPath
import NetEngine
import Pattern
import XPath

/// Response bodies parsed as trees, each parsed only once however many references use it, with one budget for all
/// queries on them. Not thread-safe.
package final class ParsedBodies {
    let budget: QueryBudget
    private var json: [Key: Result<JSONTree, JSONSyntaxError>] = [:]
    private var xml: [Key: XMLTree?] = [:]

    /// Identifies a body; that of a response by the request it belongs to.
    struct Key: Hashable {
        package var owner: String
        var isOfRequest = false
    }

    init(_ budget: QueryBudget = QueryBudget()) { self.budget = budget }

    func json(_ key: Key, _ body: [UInt8]) -> Result<JSONTree, JSONSyntaxError> {
        if let known = json[key] { return known }
        countWork(body.count)
        let made: Result<JSONTree, JSONSyntaxError>
        do throws(JSONSyntaxError) { made = .success(try JSONTree.parse(body)) } catch { made = .failure(error) }
        json[key] = made
        return made
    }

    /// The body as XML, or nil if it is not well-formed.
    ///
    /// - Parameter type: the Content-Type, which may name a charset.
    func xml(_ key: Key, _ body: [UInt8], type: String) -> XPathEvaluation? {
        if let known = xml[key] { return known.map { XPathEvaluation($0, budget: budget) } }
        countWork(body.count)
        let made = ChainXPath.tree(body, type: type)
        xml[key] = .some(made)
        return made.map { XPathEvaluation($0, budget: budget) }
    }
}
