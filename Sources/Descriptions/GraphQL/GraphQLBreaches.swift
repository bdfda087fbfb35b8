import Base
import GraphQL
import HTTPFormat
import JSONPath
import NetEngine

/// What a schema does not allow in a request: in its query, in the fragments of the file that it uses, and in its variables.
package struct GraphQLBreaches: Sendable {
    package struct Breach: Sendable, Hashable {
        package enum Place: Sendable, Hashable {
            /// Bytes from the beginning of the body.
            case body(Int)
            /// In a fragment outside of requests: line and column of the file.
            case fragment(line: Int, column: Int)
            /// The request as a whole: a value that is not there.
            case request
        }

        package var place: Place
        /// A sentence without a full stop.
        package var reason: String
    }

    /// In the order of query and variables; at most 100 of each.
    package let all: [Breach]

    package var first: Breach? { all.first }

    /// - Parameters:
    ///   - request: as it is sent.
    ///   - template: if variables of the file are not replaced yet: what may depend on their values is passed over.
    package init(_ request: GraphQLRequest, _ schema: GraphQLSchema, template: GraphQLTemplate? = nil) {
        let query = Array(request.query.utf8)
        let document = GraphQLDocument.parse(query)
        var problems = document.problems
        // What could not be parsed would be missed elsewhere.
        if problems.isEmpty { problems = document.problems(in: schema) }
        var breaches = problems.compactMap { problem -> Breach? in
            let place = Self.place(of: problem.range.lowerBound, in: request, query)
            if let template, case .body(let start) = place {
                let range = start..<(start + problem.range.count)
                if template.isCovered(range) || template.hasOpenCovers && !Self.isLocal(problem.rule) { return nil }
            }
            return Breach(place: place, reason: problem.reason)
        }
        if problems.isEmpty { breaches += Self.breaches(ofVariables: request, document, schema, template) }
        all = breaches
    }

    private static func breaches(
        ofVariables request: GraphQLRequest, _ document: GraphQLDocument, _ schema: GraphQLSchema,
        _ template: GraphQLTemplate?
    ) -> [Breach] {
        let name = request.operationName
        guard let operation = document.operations.first(where: { $0.name?.text == name }) ?? document.operations.first
        else { return [] }
        let tree = request.variables.flatMap { try? JSONTree.parse(Array($0.utf8)) }
        return operation.problems(ofVariables: tree, in: schema).compactMap { problem in
            guard let start = request.variablesStart else { return Breach(place: .request, reason: problem.reason) }
            let range = (start + problem.range.lowerBound)..<(start + problem.range.upperBound)
            if let template, template.isCovered(range) { return nil }
            return Breach(place: .body(range.lowerBound), reason: problem.reason)
        }
    }

    private static func place(of offset: Int, in request: GraphQLRequest, _ query: [UInt8]) -> Breach.Place {
        guard let index = request.addedFragments.lastIndex(where: { $0.start <= offset }) else {
            return .body(request.queryStart + offset)
        }
        let fragment = request.addedFragments[index]
        let end = index + 1 < request.addedFragments.count ? request.addedFragments[index + 1].start : query.count
        let place = TextPosition(byteOffset: offset - fragment.start, in: Array(query[fragment.start..<end]))
        return .fragment(line: fragment.line + place.line - 1, column: place.column)
    }

    /// Whether a breach of the rule is one whatever else is in the document.
    private static func isLocal(_ rule: GraphQLRule) -> Bool {
        switch rule {
        case .fieldsOnCorrectType, .knownArgumentNames, .knownTypeNames, .valuesOfCorrectType, .knownDirectives: true
        default: false
        }
    }
}
