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
    /// Whether warnings are failures.
    let isStrict: Bool
    /// Whether a request that it does not describe says so, though the description was only found nearby.
    let isRequired: Bool

    /// - Returns: nil for a file that is not an OpenAPI description.
    init?(
        _ described: DescribedFile, operation: String?, isNamed: Bool, name: String, isStrict: Bool,
        isRequired: Bool = false
    ) {
        guard let collection = described.openAPI else { return nil }
        (self.described, self.collection) = (described, collection)
        (self.operation, self.isNamed, self.name, self.isStrict) = (operation, isNamed, name, isStrict)
        self.isRequired = isRequired
    }

    package static func == (a: ContractSubject, b: ContractSubject) -> Bool {
        (a.described, a.operation, a.isNamed, a.name, a.isStrict, a.isRequired)
            == (b.described, b.operation, b.isNamed, b.name, b.isStrict, b.isRequired)
    }
    package func hash(into hasher: inout Hasher) {
        hasher.combine(described)
        hasher.combine(operation)
    }

    /// More breaches of one response are counted and not listed.
    static let mostBreaches = 50
    /// Notices about one request before it is sent.
    static let mostNotices = 20

    /// The operation that a request belongs to.
    struct Target {
        var entry: OperationEntry
        /// The texts of its path's parameters; nil if the URL does not say them.
        var path: [OperationMatch.PathParameter]?
    }

    /// nil if the request is none of the description's business; a clause if it should be, and is not described.
    ///
    /// - Parameter request: nil if nothing was sent.
    func target(of request: PreparedRequest?) -> Result<Target, CheckSyntax.SyntaxError>? {
        guard let request else { return operation == nil ? nil : named.map { Target(entry: $0) } }
        return target(method: request.method.rawValue, request.url)
    }

    func target(method: String, _ url: HTTPURL) -> Result<Target, CheckSyntax.SyntaxError>? {
        if operation != nil {
            return named.map { entry in
                let match = try? described.match(collection, method, url, anyServer: true).get()
                return Target(entry: entry, path: match?.entry.pointer == entry.pointer ? match?.parameters : nil)
            }
        }
        switch described.match(collection, method, url, anyServer: isNamed) {
        case .success(let found): return .success(Target(entry: found.entry, path: found.parameters))
        case .failure(let why): return isNamed ? .failure(.init(reason: why.reason)) : nil
        }
    }

    /// Why a request is none of the description's business: a clause.
    func reason(against request: PreparedRequest?) -> String {
        guard let request else { return "\(name) is compared with what is sent, and nothing was sent" }
        guard
            case .failure(let why) = described.match(collection, request.method.rawValue, request.url, anyServer: false)
        else { return "\(name) does not describe it" }
        return "\(name): \(why.reason)"
    }

    /// What comes of what a description only warns of.
    static func warning(isStrict: Bool) -> CheckResult.Verdict { isStrict ? .failed : .warning }

    /// The reason of a warning, as it is said where warnings are failures.
    static func clause(_ clause: String, isStrict: Bool) -> String {
        clause + (isStrict ? "; a warning, which is a failure here" : "")
    }

    /// The operation that is named.
    private var named: Result<OperationEntry, CheckSyntax.SyntaxError> {
        let description = collection.api.description
        let operation = operation ?? ""
        if let entry = description.operation(named: operation) { return .success(entry) }
        let names = description.operations.compactMap(\.operationID)
        let near = NameSuggestion.nearest(to: operation, among: names).map { "; there is \($0)" } ?? ""
        return .failure(.init(reason: "it has no operation \(operation)\(near)"))
    }
}

extension RequestResolver {
    /// The comparison with a description that a request asks for, or that the context does.
    func contract(of request: SavedRequest, in file: CollectionFile, context: Context) -> PreparedCheck? {
        let link = request.settings.contract
        if let link, link.path == nil { return nil }
        let operation = link?.decoded.operation
        let line = file.sourceLine(link?.line ?? request.line)
        let isStrict = context.isContractStrict
        // What a GraphQL request may ask is checked before it is sent.
        let isRequired = context.contracts == .required && request.graphQL == nil
        func unusable(_ name: String, _ reason: String) -> PreparedCheck {
            PreparedCheck(notCompared: .failed, name: name, line: line, reason: reason)
        }
        func notCompared(_ reason: String) -> PreparedCheck {
            PreparedCheck(
                notCompared: ContractSubject.warning(isStrict: isStrict), name: CheckResult.notCompared, line: line,
                reason: ContractSubject.clause(reason, isStrict: isStrict))
        }
        func comparison(_ path: String, isNamed: Bool) -> PreparedCheck? {
            let name = PathText.name(of: path)
            let own = file.described.flatMap { $0.path == path ? $0 : nil }
            switch own.map({ .success($0) }) ?? DescriptionLibrary.shared.description(path) {
            case .failure(let error):
                if isNamed { return unusable(name, error.sentence) }
                return isRequired ? notCompared(error.sentence.withoutFullStop) : nil
            case .success(let described):
                guard
                    let subject = ContractSubject(
                        described, operation: operation, isNamed: isNamed, name: name, isStrict: isStrict,
                        isRequired: isRequired)
                else {
                    // The query is checked before it is sent.
                    return isNamed && request.graphQL == nil
                        ? unusable(name, "it is a GraphQL schema, not an OpenAPI description") : nil
                }
                return PreparedCheck(contract: subject, line: line)
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
            return ContractSubject(
                own, operation: collection.operations[index].pointer, isNamed: true, name: PathText.name(of: own.path),
                isStrict: isStrict
            )
            .map { PreparedCheck(contract: $0, line: line) }
        }
        switch context.contracts {
        case .asWritten: return nil
        case .file(let path): return comparison(path, isNamed: true)
        case .beside, .required:
            switch DescriptionChoice.find(for: file, upTo: context.root) {
            case .success(let path): return comparison(path, isNamed: false)
            case .failure(let none): return isRequired ? notCompared(none.reason) : nil
            }
        }
    }
}
