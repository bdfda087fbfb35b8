import Base
import OpenAPI

/// Counts what of a description was exercised by exchanges. Nothing of their values is kept.
package struct Coverage: Sendable {
    /// Requests without an operation that are told apart, by method, path and reason.
    static let mostUnmatched = 1_000

    private let api: DescribedAPI
    private var counted: [String: OperationCoverage] = [:]
    private var unmatched: [UnmatchedRequest.Key: UnmatchedRequest] = [:]
    private var moreUnmatched = 0
    private var exchanges = 0

    package init(_ api: DescribedAPI) { self.api = api }

    /// The pointers of the operations that were exercised.
    package var exercised: Set<String> { Set(counted.keys) }

    package mutating func add(_ exchange: ObservedExchange) {
        exchanges += 1
        switch exchange.operation {
        case .success(let entry):
            let operation = api.operation(entry)
            var coverage = counted.removeValue(forKey: entry.pointer) ?? OperationCoverage(operation)
            coverage.add(exchange, operation)
            counted[entry.pointer] = coverage
        case .failure(let failure):
            let key = UnmatchedRequest.Key(
                method: exchange.method, path: exchange.path, reason: failure.reason)
            guard unmatched[key] != nil || unmatched.count < Self.mostUnmatched else {
                moreUnmatched += 1
                return
            }
            unmatched[key, default: UnmatchedRequest(key: key)].count += 1
        }
    }

    /// Adds what was counted of other exchanges, by the same description.
    package mutating func add(_ other: Coverage) {
        exchanges += other.exchanges
        moreUnmatched += other.moreUnmatched
        for (pointer, more) in other.counted {
            guard var known = counted[pointer] else {
                counted[pointer] = more
                continue
            }
            known.add(more)
            counted[pointer] = known
        }
        // In order: which of them are left out at the limit must not differ from run to run.
        for more in Self.sorted(other.unmatched.values) {
            let key = more.key
            guard unmatched[key] != nil || unmatched.count < Self.mostUnmatched else {
                moreUnmatched += more.count
                continue
            }
            unmatched[key, default: UnmatchedRequest(key: key)].count += more.count
        }
    }

    /// The same counts by a description that was read again: of what is still there, under the same name.
    package func moved(to api: DescribedAPI) -> Coverage {
        var moved = Coverage(api)
        (moved.exchanges, moved.unmatched, moved.moreUnmatched) = (exchanges, unmatched, moreUnmatched)
        for entry in api.operations {
            guard let known = counted[entry.pointer] else { continue }
            moved.counted[entry.pointer] = known.moved(to: api.operation(entry))
        }
        return moved
    }

    /// All operations in the order of the description. Reads each of them: takes time linear in the description.
    package func result() -> CoverageResult {
        let operations = api.operations.filter { $0.kind == .path }.map { entry in
            counted[entry.pointer] ?? OperationCoverage(api.description.open(entry))
        }
        return CoverageResult(
            exchanges: exchanges, operations: operations, unmatched: Self.sorted(unmatched.values),
            moreUnmatched: moreUnmatched)
    }

    private static func sorted(_ requests: some Sequence<UnmatchedRequest>) -> [UnmatchedRequest] {
        requests.sorted { a, b in
            (a.key.path, a.key.method, a.key.reason) < (b.key.path, b.key.method, b.key.reason)
        }
    }
}

/// A request that belongs to no operation.
package struct UnmatchedRequest: Sendable, Hashable {
    struct Key: Sendable, Hashable {
        var method: String
        var path: String
        /// Names the server, if that is the reason: the same path may be asked of several.
        var reason: String
    }

    var key: Key
    package var method: String { key.method }
    package var path: String { key.path }
    /// A clause.
    package var reason: String { key.reason }
    package var count = 0
}

/// What of one operation was exercised.
package struct OperationCoverage: Sendable {
    /// Something documented, and how many exchanges had it.
    package struct Item: Sendable, Hashable {
        /// `query limit`, `404`, `200 application/json`.
        package var name: String
        package var count = 0
    }

    package let entry: OperationEntry
    /// Exchanges of this operation.
    package private(set) var count = 0
    package private(set) var parameters: [Item]
    package private(set) var statuses: [Item]
    package private(set) var requestMediaTypes: [Item]
    package private(set) var responseMediaTypes: [Item]
    /// In ascending order.
    package private(set) var undocumentedStatuses: [Item] = []
    /// Media types of requests and responses that are not documented, in the order of their names.
    package private(set) var undocumentedMediaTypes: [Item] = []

    init(_ operation: Operation) {
        entry = operation.entry
        parameters = operation.parameters.map { Item(name: "\($0.location.rawValue) \($0.name)") }
        statuses = operation.responses.map { Item(name: $0.status) }
        requestMediaTypes = (operation.body?.content ?? []).map { Item(name: $0.name) }
        responseMediaTypes = operation.responses.flatMap { response in
            response.content.map { Item(name: "\(response.status) \($0.name)") }
        }
    }

    /// What was not exercised: `query limit`, `status 404`, `request text/csv`, `response 200 text/csv`.
    package var missing: [String] { names { $0.count == 0 } }

    /// What was exercised, in the same words.
    package var exercised: [String] { names { $0.count > 0 } }

    private func names(where isWanted: (Item) -> Bool) -> [String] {
        func names(_ items: [Item], _ kind: String) -> [String] { items.filter(isWanted).map { kind + $0.name } }
        return names(parameters, "") + names(statuses, "status ") + names(requestMediaTypes, "request ")
            + names(responseMediaTypes, "response ")
    }

    func moved(to operation: Operation) -> OperationCoverage {
        var moved = OperationCoverage(operation)
        moved.count = count
        func move(_ items: [Item], to new: inout [Item]) {
            let counts = Dictionary(items.map { ($0.name, $0.count) }, uniquingKeysWith: +)
            for index in new.indices { new[index].count = counts[new[index].name] ?? 0 }
        }
        move(parameters, to: &moved.parameters)
        move(statuses, to: &moved.statuses)
        move(requestMediaTypes, to: &moved.requestMediaTypes)
        move(responseMediaTypes, to: &moved.responseMediaTypes)
        moved.undocumentedStatuses = undocumentedStatuses
        moved.undocumentedMediaTypes = undocumentedMediaTypes
        return moved
    }

    /// Adds what was counted of the same operation.
    mutating func add(_ other: OperationCoverage) {
        count += other.count
        func add(_ more: [Item], to items: inout [Item]) {
            for (index, item) in more.enumerated() where items.indices.contains(index) {
                items[index].count += item.count
            }
        }
        add(other.parameters, to: &parameters)
        add(other.statuses, to: &statuses)
        add(other.requestMediaTypes, to: &requestMediaTypes)
        add(other.responseMediaTypes, to: &responseMediaTypes)
        for item in other.undocumentedStatuses { Self.count(item.name, item.count, in: &undocumentedStatuses) }
        for item in other.undocumentedMediaTypes { Self.count(item.name, item.count, in: &undocumentedMediaTypes) }
    }

    mutating func add(_ exchange: ObservedExchange, _ operation: Operation) {
        count += 1
        for (index, parameter) in operation.parameters.enumerated() where exchange.has(parameter) {
            parameters[index].count += 1
        }
        if let written = exchange.requestMediaType, let body = operation.body {
            if let media = MediaTypeChoice.of(written, among: body.content),
                let index = body.content.firstIndex(of: media)
            {
                requestMediaTypes[index].count += 1
            } else {
                Self.count("request " + MediaTypeName(written).essence, in: &undocumentedMediaTypes)
            }
        }
        guard let status = exchange.status else { return }
        guard let response = ContractCheck.response(for: status, of: operation) else {
            Self.count(String(status), in: &undocumentedStatuses)
            return
        }
        if let index = operation.responses.firstIndex(where: { $0.status == response.status }) {
            statuses[index].count += 1
        }
        guard let written = exchange.responseMediaType, !response.content.isEmpty else { return }
        if let media = MediaTypeChoice.of(written, among: response.content),
            let index = responseMediaTypes.firstIndex(where: { $0.name == "\(response.status) \(media.name)" })
        {
            responseMediaTypes[index].count += 1
        } else {
            Self.count("response \(response.status) " + MediaTypeName(written).essence, in: &undocumentedMediaTypes)
        }
    }

    /// Names from outside that are told apart.
    private static let mostNames = 100

    private static func count(_ name: String, _ times: Int = 1, in items: inout [Item]) {
        let name = name.cut(to: 200)
        if let index = items.firstIndex(where: { $0.name == name }) {
            items[index].count += times
        } else if items.count < mostNames {
            items.append(Item(name: name, count: times))
            items.sort { $0.name < $1.name }
        }
    }
}
