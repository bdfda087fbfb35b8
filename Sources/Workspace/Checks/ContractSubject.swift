import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import OpenAPI

/// The description that a response is compared with.
package struct ContractSubject: Sendable, Hashable {
    package let described: DescribedFile
    let collection: DescribedCollection
    /// An operationId or a pointer; nil if method and URL decide.
    package let operation: String?
    /// Whether the request or the user named the description. Else it was only found nearby, and a request that it does not
    /// describe is none of its business.
    package let isNamed: Bool
    /// How the results name the description.
    package let name: String

    /// - Returns: nil for a file that is not an OpenAPI description.
    init?(_ described: DescribedFile, operation: String?, isNamed: Bool, name: String) {
        guard let collection = described.openAPI else { return nil }
        (self.described, self.collection) = (described, collection)
        (self.operation, self.isNamed, self.name) = (operation, isNamed, name)
    }

    package static func == (a: ContractSubject, b: ContractSubject) -> Bool {
        (a.described, a.operation, a.isNamed, a.name) == (b.described, b.operation, b.isNamed, b.name)
    }
    package func hash(into hasher: inout Hasher) {
        hasher.combine(described)
        hasher.combine(operation)
    }

    /// More breaches of one response are counted and not listed.
    static let mostBreaches = 50

    /// The operation that an exchange was; a clause if there is none.
    func operation(of exchange: Exchange) -> Result<OperationEntry, CheckSyntax.SyntaxError>? {
        let description = collection.api.description
        if let operation {
            guard let entry = description.operation(named: operation) else {
                let names = description.operations.compactMap(\.operationID)
                let near = NameSuggestion.nearest(to: operation, among: names).map { "; there is \($0)" } ?? ""
                return .failure(.init(reason: "it has no operation \(operation)\(near)"))
            }
            return .success(entry)
        }
        guard let request = exchange.hops.last?.request else { return nil }
        let match = described.match(collection, request.method.rawValue, request.url, anyServer: isNamed)
        switch match {
        case .success(let found): return .success(found.entry)
        case .failure(let why): return isNamed ? .failure(.init(reason: why.reason)) : nil
        }
    }
}

extension CheckedExchange {
    /// What the description says of the response, one result for each part of it.
    func contract(_ subject: ContractSubject, line: Int) -> [CheckResult] {
        guard let response = exchange.response else { return [] }
        func result(_ what: String, _ verdict: CheckResult.Verdict, _ reason: String?) -> CheckResult {
            CheckResult(
                text: "\(subject.name) \(what)", line: line, verdict: verdict, expected: "as described", reason: reason)
        }
        let entry: OperationEntry
        switch subject.operation(of: exchange) {
        case nil: return []
        case .failure(let error): return [result("operation", .failed, error.reason)]
        case .success(let found): entry = found
        }
        let body: ContractBody
        if isKept, hasMemory, let held {
            body = response.isComplete ? .whole(Array(held.body)) : .cut(Array(held.body))
        } else {
            body = .cut([])
        }
        let check = ContractCheck(subject.collection.api, budget: budget)
        let report = check.check(
            entry, status: response.status, headers: response.headers, body: body,
            method: exchange.hops.last?.request.method.rawValue ?? exchange.draft.method)
        var results = report.findings.prefix(ContractSubject.mostBreaches).map { finding in
            var made = result(
                Self.words(finding), Self.verdict(finding.verdict),
                finding.verdict == .kept ? nil : Self.clause(finding))
            made.place = finding.place.map {
                CheckResult.Place(offset: $0.offset, line: $0.line, column: $0.column, path: $0.path)
            }
            return made
        }
        let left = report.findings.count - results.count
        if left > 0 || report.isCut {
            results.append(
                result("", .failed, "\(left)\(report.isCut ? " or more" : "") other findings are not listed"))
        }
        return results
    }

    private static func verdict(_ verdict: ContractFinding.Verdict) -> CheckResult.Verdict {
        switch verdict {
        case .kept: .passed
        case .broken: .failed
        case .notChecked: .notEvaluated
        }
    }

    private static func words(_ finding: ContractFinding) -> String {
        switch finding.kind {
        case .status: "status"
        case .mediaType: "media type"
        case .header, .headerValue: "header \(finding.name ?? "")"
        case .parameter, .parameterValue: "parameter \(finding.name ?? "")"
        case .body: "body"
        }
    }

    /// The finding as a clause with its place in the description.
    private static func clause(_ finding: ContractFinding) -> String {
        let text = finding.text.hasSuffix(".") ? String(finding.text.dropLast()) : finding.text
        guard let source = finding.source else { return text }
        return "\(text) (\(source.document):\(source.line):\(source.column))"
    }
}

extension RequestResolver {
    /// The comparison with a description that a request asks for, or that the context does.
    func contract(of request: SavedRequest, in file: CollectionFile, context: Context) -> PreparedCheck? {
        let link = request.settings.contract
        if let link, link.path == nil { return nil }
        let operation = link?.decoded.operation
        let line = link?.line ?? request.line
        func unusable(_ name: String, _ reason: String) -> PreparedCheck {
            PreparedCheck(contract: nil, name: name, line: line, reason: reason)
        }
        func comparison(_ path: String, isNamed: Bool) -> PreparedCheck? {
            let name = PathText.name(of: path)
            let own = file.described.flatMap { $0.path == path ? $0 : nil }
            switch own.map({ .success($0) }) ?? DescriptionLibrary.shared.description(path) {
            case .failure(let error): return isNamed ? unusable(name, error.sentence) : nil
            case .success(let described):
                guard let subject = ContractSubject(described, operation: operation, isNamed: isNamed, name: name)
                else {
                    // The query is checked before it is sent.
                    return isNamed && request.graphQL == nil
                        ? unusable(name, "it is a GraphQL schema, not an OpenAPI description") : nil
                }
                return PreparedCheck(contract: subject, name: name, line: line)
            }
        }
        switch Self.namedDescription(of: request, in: file, context) {
        case nil: break
        case .outside(let written):
            return unusable(written, "it is outside the collection's folder, which is not trusted")
        case .path(let path): return comparison(path, isNamed: true)
        }
        // One that was fetched: nothing could name it.
        if let own = file.described, let collection = own.openAPI, collection.address != nil,
            let index = collection.operation(of: request)
        {
            let name = PathText.name(of: own.path)
            return ContractSubject(own, operation: collection.operations[index].pointer, isNamed: true, name: name)
                .map { PreparedCheck(contract: $0, name: name, line: line) }
        }
        switch context.contracts {
        case .asWritten: return nil
        case .file(let path): return comparison(path, isNamed: true)
        case .beside:
            let found = DescriptionLibrary.shared.paths(beside: file.folder, upTo: context.root)
            return DescriptionChoice.path(of: file.path, among: found).flatMap { comparison($0, isNamed: false) }
        }
    }
}
