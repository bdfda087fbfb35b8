import JSONPath
import Pattern

/// A compiled schema. Values are checked against it any number of times, from any thread.
package struct Schema: Sendable {
    let library: SchemaLibrary
    let program: SchemaProgram
    let direction: SchemaDirection

    /// What its author should know: references that lead nowhere, patterns that are not checked.
    package var notices: [SchemaNotice] { program.notices }

    /// How many schemas were compiled for it: itself and all that it leads to. A measure of its memory.
    package var size: Int { program.codes.buffer.count }

    /// A schema that was compiled together with this one, by its place; nil if it was not, or if what it accepts
    /// depends on the way that leads to it (`$dynamicRef`, members of one direction). Costs a binary search, and no
    /// memory; its notices are those of the whole.
    package func part(document: Int, node: Int) -> Schema? {
        let codes = program.codes.buffer
        let parts = program.parts.buffer
        let wanted = (Int32(clamping: document), Int32(clamping: node))
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            let code = codes[Int(parts[middle])]
            if (code.document, code.node) < wanted { low = middle + 1 } else { high = middle }
        }
        guard low < parts.count else { return nil }
        let code = codes[Int(parts[low])]
        guard (code.document, code.node) == wanted else { return nil }
        var program = program
        program.entry = parts[low]
        return Schema(library: library, program: program, direction: direction)
    }

    /// Whether a value is valid; no reasons are looked for.
    ///
    /// Takes time linear in the value, and memory only where strings have escapes or numbers more than 18 digits.
    ///
    /// - Parameter budget: its stop ends the check as `undecided`.
    package func verdict(on tree: JSONTree, node: Int = 0, budget: QueryBudget? = nil) -> SchemaVerdict {
        withCheck(tree, budget) { check in
            let isValid = check.isValid(program.entry, node)
            if let reason = check.stopped { return .undecided(reason) }
            return isValid ? .valid : .invalid
        }
    }

    func withCheck<Result>(
        _ tree: JSONTree, _ budget: QueryBudget?, _ body: (SchemaCheck) -> Result
    ) -> Result {
        tree.text.withUnsafeBufferPointer { text in
            tree.nodes.withUnsafeBufferPointer { nodes in
                body(
                    SchemaCheck(program, library, tree, text: text, nodes: nodes, budget: budget))
            }
        }
    }
}

package enum SchemaVerdict: Sendable, Hashable {
    case valid
    case invalid
    /// The check came to no end. The text is a clause: `the value is nested more than 1500 levels deep`.
    case undecided(String)
}

extension SchemaLibrary {
    /// The schema at a node of a document.
    /// - Parameters:
    ///   - document: its index in `documents`.
    ///   - more: schemas that are compiled together with it, and are parts of it then. What they share is compiled once.
    package func schema(
        document: Int, node: Int = 0, _ options: SchemaOptions = SchemaOptions(),
        with more: [(document: Int, node: Int)] = []
    ) -> Schema {
        var compiler = SchemaCompiler(self, options)
        let program = compiler.compile(
            SchemaResources.Target(document: document, node: node),
            more.map { SchemaResources.Target(document: $0.document, node: $0.node) })
        return Schema(library: self, program: program, direction: options.direction)
    }

    /// The schema that a reference names: a URI with a JSON pointer or an anchor; nil if it leads nowhere.
    package func schema(at reference: String, _ options: SchemaOptions = SchemaOptions()) -> Schema? {
        var compiler = SchemaCompiler(self, options)
        guard let target = compiler.target(reference, base: "") else { return nil }
        return schema(document: target.document, node: target.node, options)
    }
}
