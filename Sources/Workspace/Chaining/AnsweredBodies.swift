import Base
import JSONPath
import NetEngine
import Pattern
import XPath

/// The bodies of answers as trees, each read once however many references go into it, and what all queries on them may cost
/// together. One thread uses it.
package final class AnsweredBodies {
    let budget: QueryBudget
    private var json: [Key: Result<JSONTree, JSONTree.Fault>] = [:]
    private var xml: [Key: XMLTree?] = [:]

    /// A body; that of an answer is told by whose it is.
    struct Key: Hashable {
        package var owner: String
        var isOfRequest = false
    }

    init(_ budget: QueryBudget = QueryBudget()) { self.budget = budget }

    func json(_ key: Key, _ body: [UInt8]) -> Result<JSONTree, JSONTree.Fault> {
        if let known = json[key] { return known }
        countWork(body.count)
        let made: Result<JSONTree, JSONTree.Fault>
        do throws(JSONTree.Fault) { made = .success(try JSONTree.parse(body)) } catch { made = .failure(error) }
        json[key] = made
        return made
    }

    /// nil for what is no well-formed XML.
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
