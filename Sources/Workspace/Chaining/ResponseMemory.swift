import Base
import HTTPFormat
import JSONPath
import NetEngine
import Pattern
import Synchronization

/// The responses to earlier requests, for requests that refer to them (HTTP-FORMAT §11).
///
/// A value type: senders add responses, resolvers read them. It keeps the latest response for each file, environment
/// and request name, and drops the oldest when there are too many or they are too large together. Never written to
/// disk.
package struct ResponseMemory: Sendable {
    package struct Key: Sendable, Hashable {
        /// Absolute path.
        package var file: String
        package var environment: String?
        /// The request's `SavedRequest.id`.
        package var id: String
        /// Which repetition of a loop, counted from 0; nil for the last one, and for requests that are not repeated.
        package var repetition: Int?

        package init(file: String, environment: String? = nil, id: String, repetition: Int? = nil) {
            self.file = file
            self.environment = environment
            self.id = id
            self.repetition = repetition
        }
    }

    /// The parts of one exchange that others may refer to.
    package struct Entry: Sendable {
        package var requestHeaders: HeaderFields
        /// nil if it was not held in memory (a file, a stream).
        package var requestBody: [UInt8]?
        /// Whether the request body contains a private value.
        package var requestBodyIsSecret = false
        package var status: Int
        package var headers: HeaderFields
        /// nil if it was too large to keep.
        package var content: BodyBytes?
        /// All of it in memory; nil if it was not kept, or there is too little memory to look into it.
        package var body: [UInt8]? {
            guard let content else { return nil }
            if let bytes = content.array { return bytes }
            return FreeMemory.allows(5 * content.count) ? content.bytes(in: 0..<content.count) : nil
        }
        /// What logs hide in the exchange beside the usual names.
        var log: RequestLogOptions?
        fileprivate var secrets = EntrySecrets()
        /// Whether the request did not succeed: who needs it (`# @ref`) sends it again, and references still see the response.
        package var hasFailed = false

        package init(
            requestHeaders: HeaderFields, requestBody: [UInt8]? = nil, requestBodyIsSecret: Bool = false, status: Int,
            headers: HeaderFields, body: [UInt8]? = nil
        ) {
            self.requestHeaders = requestHeaders
            self.requestBody = requestBody
            self.requestBodyIsSecret = requestBodyIsSecret
            self.status = status
            self.headers = headers
            content = body.map { BodyBytes($0) }
        }
    }

    /// A value that a script set (HTTP-FORMAT §13).
    package struct Capture: Sendable, Hashable {
        var value: String
        /// The request whose response it comes from.
        var request: String
        /// Line in that request's file.
        var line: Int
        /// The file of the request, and the root of its collection.
        var file = ""
        var root = ""
        /// Whether its script read a private value, or it is secret by its name or by that of what it was read from.
        var isSecret = false
    }

    private struct CaptureKey: Hashable {
        var environment: String?
        var name: String
    }

    /// What is kept of one response: the parts that others may refer to, and what the scripts of its request set.
    package struct Record: Sendable {
        /// Without the repetition.
        fileprivate var key: Key
        fileprivate var entry: Entry
        fileprivate var repetition: Int?
        fileprivate var pass: Int
        fileprivate var root: String
        /// Without a value, the variable is removed.
        fileprivate var captures: [(name: String, capture: Capture?)]
    }

    /// How many responses, and how many bytes of bodies, are kept at most.
    let maxCount: Int
    let maxBytes: Int

    private var entries: [Key: Entry] = [:]
    /// For each collection that set the name, the last value.
    private var captures: [CaptureKey: [Capture]] = [:]
    /// The highest repetition kept and the pass through the loop that it belongs to, by the key without a repetition.
    private var loops: [Key: (last: Int, pass: Int)] = [:]
    /// Oldest first.
    private var order: [Key] = []
    package private(set) var byteCount = 0

    package init(maxCount: Int = 4096, maxBytes: Int = 128 << 20) {
        self.maxCount = maxCount
        self.maxBytes = maxBytes
    }

    package var count: Int { entries.count }

    package subscript(key: Key) -> Entry? { entries[key] }

    /// The responses of all repetitions of a loop as one, whose body is the array of theirs (HTTP-FORMAT §15). A body
    /// that is not JSON becomes a string in it. nil if there is none.
    package func list(_ key: Key) -> Entry? {
        let all = (0...(loops[key]?.last ?? 0)).compactMap { number in
            entries[Key(file: key.file, environment: key.environment, id: key.id, repetition: number)]
        }
        guard var list = all.last else { return nil }
        var body: [UInt8] = [UInt8(ascii: "[")]
        for (place, entry) in all.enumerated() {
            guard let element = entry.body else {
                list.content = nil
                return list
            }
            if place > 0 { body.append(UInt8(ascii: ",")) }
            if (try? JSONTree.parse(element)) != nil {
                body += element
            } else {
                body += JSONWriter.quoted(String(decoding: element, as: UTF8.self)).utf8
            }
        }
        list.secrets = EntrySecrets()
        list.content = BodyBytes(body + [UInt8(ascii: "]")])
        list.headers = [HeaderField("Content-Type", "application/json")]
        return list
    }

    /// Keeps a response, replacing an earlier one with the same key.
    package mutating func remember(_ entry: Entry, for key: Key) {
        forget(key)
        var entry = entry
        if entry.byteCount > maxBytes / 2 { entry.content = nil }
        if entry.byteCount > maxBytes / 2 { entry.requestBody = nil }
        entries[key] = entry
        order.append(key)
        byteCount += entry.byteCount
        while entries.count > maxCount || byteCount > maxBytes, let oldest = order.first { forget(oldest) }
    }

    private mutating func forget(_ key: Key) {
        guard let old = entries.removeValue(forKey: key) else { return }
        byteCount -= old.byteCount
        order.removeAll { $0 == key }
    }

    /// The value that a collection set, or a file that is in scope.
    func capture(
        _ name: String, environment: String?, root: String, isInScope: (String) -> Bool
    ) -> Capture? {
        captures[CaptureKey(environment: environment, name: name)]?.last { $0.root == root || isInScope($0.file) }
    }

    /// The secrets that a collection set, by name.
    func secretCaptures(environment: String?, root: String) -> [(name: String, capture: Capture)] {
        captures.compactMap { key, all in
            guard key.environment == environment else { return nil }
            return all.last { $0.root == root && $0.isSecret }.map { (key.name, $0) }
        }.sorted { $0.name < $1.name }
    }

    func captureNames(environment: String?) -> [String] {
        captures.keys.filter { $0.environment == environment }.map(\.name)
    }

    package mutating func remember(_ capture: Capture, as name: String, environment: String?) {
        let key = CaptureKey(environment: environment, name: name)
        captures[key, default: []].removeAll { $0.root == capture.root }
        captures[key, default: []].append(capture)
    }

    private mutating func take(_ all: [(name: String, capture: Capture?)], of record: Record) {
        for (name, capture) in all {
            if let capture {
                remember(capture, as: name, environment: record.key.environment)
            } else {
                captures[CaptureKey(environment: record.key.environment, name: name)]?.removeAll {
                    $0.root == record.root
                }
            }
        }
    }

    /// Keeps a response, and what its scripts set. The first response of a new pass through a loop replaces
    /// those of the earlier pass.
    package mutating func add(_ record: Record) {
        var key = record.key
        remember(record.entry, for: key)
        take(record.captures, of: record)
        guard let repetition = record.repetition else { return }
        let old = loops[key]
        if let old, old.pass != record.pass {
            for number in 0...old.last {
                key.repetition = number
                forget(key)
            }
        }
        key.repetition = nil
        loops[key] = (old?.pass == record.pass ? max(repetition, old?.last ?? 0) : repetition, record.pass)
        key.repetition = repetition
        remember(record.entry, for: key)
    }

    /// Notes that the request of a response did not succeed: an error, a failed check, or a file that was not written.
    package mutating func noteFailure(_ key: Key) {
        entries[key]?.hasFailed = true
        var whole = key
        whole.repetition = nil
        entries[whole]?.hasFailed = true
    }

    /// Takes the values that scripts set from another memory, and no response.
    mutating func takeCaptures(from other: ResponseMemory) { captures = other.captures }

    /// Keeps the values that the response's scripts set, and not the response.
    mutating func addCaptures(of record: Record) { take(record.captures, of: record) }
}

extension ResponseMemory.Entry {
    /// In memory.
    fileprivate var byteCount: Int { (content?.array?.count ?? 0) + (requestBody?.count ?? 0) }

    /// nil if there was no response.
    package init?(_ exchange: Exchange) {
        guard let response = exchange.response else { return nil }
        requestHeaders = exchange.hops.first?.request.headers ?? exchange.draft.headers
        requestBody =
            switch exchange.draft.body {
            case .none: []
            case .bytes(let bytes): bytes
            default: nil
            }
        requestBodyIsSecret = exchange.draft.options.bodyIsSecret
        log = exchange.draft.options.log
        status = response.status
        headers = response.headers
        content = response.isBodyKept ? response.content : nil
    }
}

extension ResponseMemory.Entry {
    /// Whether a field or member of that name is a secret.
    package func isSecret(_ name: String) -> Bool { (log ?? RequestLogOptions()).hides(member: name) }

    /// Whether a text holds what is secret by its name in the request or the response, or by a name in the text itself.
    func holdsSecret(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        // Nothing that long is masked as one text.
        return bytes.count >= SecretName.shortestValue && bytes.count <= 16 << 10
            && secrets.redactor(of: self).stored(body: bytes, type: nil) != bytes
    }
}

/// What is secret in a request and its response by the names of its fields and members: found when it is first asked for.
private final class EntrySecrets: Sendable {
    /// In a larger body no names are looked for.
    private static let mostBytes = 16 << 20

    private let known = Mutex<Redactor?>(nil)

    func redactor(of entry: ResponseMemory.Entry) -> Redactor {
        known.withLock { known in
            if let known { return known }
            let isLarge = (entry.content?.count ?? 0) > Self.mostBytes
            let made = Redactors.shared.redactor(
                forNamesIn: [(entry.requestHeaders, entry.requestBody), (entry.headers, isLarge ? nil : entry.body)],
                entry.log)
            known = made
            return made
        }
    }
}

extension ResponseMemory.Record {
    /// nil if no response came.
    /// - Parameters:
    ///   - file: the path of the request's file.
    ///   - root: the root of its collection: values that scripts set are for this collection alone.
    ///   - repetition: nil if the request has no `# @loop`.
    ///   - pass: a number that all repetitions of one pass through the loop share.
    ///   - handlers: the request's scripts with the variables that they read; nil if those are not known.
    package init?(
        _ exchange: Exchange, of request: SavedRequest, file: String, root: String, environment: String?,
        repetition: Int? = nil, pass: Int = 0, handlers: [PreparedHandler]? = nil
    ) {
        guard let response = exchange.response, let entry = ResponseMemory.Entry(exchange) else { return nil }
        key = ResponseMemory.Key(file: file, environment: environment, id: request.id)
        self.entry = entry
        self.repetition = repetition
        self.pass = pass
        self.root = root
        captures = []
        guard !request.captures.isEmpty else { return }
        let (source, budget) = (HandlerResponse(response, at: exchange.endedAt), QueryBudget())
        for handler in handlers ?? request.handlers.map({ PreparedHandler($0) }) {
            captures += handler.globals(source, budget).map { global in
                let capture = global.value.map { value in
                    ResponseMemory.Capture(
                        value: value, request: request.id, line: global.line, file: file, root: root,
                        isSecret: global.isSecret || handler.readsSecret || SecretName.isSecret(global.name)
                            || entry.holdsSecret(value))
                }
                return (global.name, capture)
            }
        }
    }
}
