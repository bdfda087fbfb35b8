import Base
import Pattern
import XPath

@testable import NetEngine

/// XPath and patterns: any expression over any text comes to an end, with an error that is inside the expression.
enum QueryTarget {
    static func xPathFault(_ bytes: [UInt8]) -> String? {
        let parts = InputParts(bytes)
        let text = String(decoding: parts.first, as: UTF8.self)
        let tree = String(validating: parts.rest, as: UTF8.self).flatMap { try? XMLReader().read(Array($0.utf8)) }
        let query: XPathQuery
        do throws(XPathParser.SyntaxError) { query = try XPathParser.parse(text) } catch {
            return (0...text.utf8.count).contains(error.offset) ? nil : "the error is at \(error.offset)"
        }
        guard let tree else { return nil }
        let evaluation = XPathEvaluation(tree, maxWork: 100_000)
        guard let value = try? evaluation.value(query) else { return nil }
        if case .nodes(let nodes) = value {
            for node in nodes.prefix(20) { _ = evaluation.document.excerpt(node) + evaluation.document.source(node) }
            guard Set(nodes).count == nodes.count else { return "a node is in the set twice" }
        }
        return nil
    }

    static func patternFault(_ bytes: [UInt8]) -> String? {
        let parts = InputParts(bytes)
        let source = String(decoding: parts.first, as: UTF8.self)
        for syntax in [Pattern.Syntax.iRegexp, .common(ignoresCase: false), .common(ignoresCase: true), .ecmaScript] {
            let problem = Pattern.syntaxError(in: source, syntax: syntax)
            let pattern: Pattern
            do throws(Pattern.SyntaxError) { pattern = try Pattern(source, syntax: syntax) } catch {
                guard let problem else {
                    // Repetitions are expanded only here, and may be too many.
                    if error.isLimit { continue }
                    return "\(syntax): refused without a reason"
                }
                guard (0...source.unicodeScalars.count).contains(problem.offset) else {
                    return "\(syntax): the error is at \(problem.offset)"
                }
                continue
            }
            guard problem == nil else { return "\(syntax): accepted with the error \(problem?.reason ?? "")" }
            var steps = 200_000
            let whole = try? PatternMatcher(pattern).matchesWhole(parts.rest, steps: &steps)
            let part = try? PatternMatcher(pattern).isFound(in: parts.rest, steps: &steps)
            if whole == true, part == false { return "\(syntax): matches the whole text, but is not found in it" }
            let match: Range<Int>? = try? parts.rest.withUnsafeBufferPointer { text throws(Pattern.TooManySteps) in
                try PatternFinder(pattern).first(in: text, startingIn: 0..<text.count, steps: &steps)
            }
            if match != nil, part == false { return "\(syntax): the finder finds what the matcher does not" }
        }
        return nil
    }
}
