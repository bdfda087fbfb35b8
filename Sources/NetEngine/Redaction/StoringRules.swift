import Synchronization

/// Makes the redactors of a stored log, and keeps what they have in common.
///
/// Use one for all exchanges of a log: names are judged once, and the secrets of a run are prepared once.
package final class Redactors: Sendable {
    /// The secrets of a request, and what its log options name.
    private struct Key: Hashable {
        var secrets: [RequestLogOptions.Secret] = []
        var names: [String] = []
        var paths: [String] = []
    }

    private struct Known {
        /// Those of the last request, which the next one's are as a rule.
        var last: (key: Key, rules: StoringRules)?
        var rules: [Key: StoringRules] = [:]
        var names: [Key: NameRules] = [:]
    }

    /// Requests of a collection use different variables: each choice of them has rules of its own.
    private static let mostRules = 256

    /// For what is masked beside a log.
    package static let shared = Redactors()

    private let redaction: Redaction
    private let known = Mutex(Known())

    package init(_ redaction: Redaction = Redaction()) { self.redaction = redaction }

    /// Knows all secrets of an exchange.
    package func redactor(for exchange: Exchange) -> Redactor {
        var log = exchange.draft.options.log
        let added = exchange.addedSecrets
        if !added.isEmpty { log?.secrets += added }
        return Redactor(rules(for: log), storing: exchange)
    }

    /// Knows the secrets of a request that has just begun.
    package func redactor(for draft: RequestDraft) -> Redactor {
        Redactor(rules(for: draft.options.log), storing: draft)
    }

    /// Knows what messages hold by the names of their fields and members, and no secret of a variable.
    /// - Parameter options: names more of them.
    package func redactor(
        forNamesIn messages: [(headers: HeaderFields, body: [UInt8]?)], _ options: RequestLogOptions?
    ) -> Redactor {
        let named = RequestLogOptions(
            secretNames: options?.secretNames ?? [], secretPaths: options?.secretPaths ?? [])
        return Redactor(rules(for: named), messages: messages)
    }

    /// The same for an exchange.
    /// - Parameter findsWords: whether short values are searched for, too: for texts of which nothing else is known.
    package func redactor(forNamesIn exchange: Exchange, findsWords: Bool = false) -> Redactor {
        let log = exchange.draft.options.log
        let named = RequestLogOptions(secretNames: log?.secretNames ?? [], secretPaths: log?.secretPaths ?? [])
        return Redactor(
            rules(for: named), storing: exchange, shortestMember: findsWords ? SecretForms.shortest : nil)
    }

    private func rules(for options: RequestLogOptions?) -> StoringRules {
        let key = Key(
            secrets: options?.secrets ?? [], names: options?.secretNames ?? [], paths: options?.secretPaths ?? [])
        let found = known.withLock { known -> StoringRules? in
            if let last = known.last, last.key == key { return last.rules }
            guard let rules = known.rules[key] else { return nil }
            known.last = (key, rules)
            return rules
        }
        if let found { return found }
        let names = nameRules(Key(names: key.names, paths: key.paths))
        let new = StoringRules(names, secrets: key.secrets)
        known.withLock {
            if $0.rules.count >= Self.mostRules { $0.rules = [:] }
            $0.rules[key] = new
            $0.last = (key, new)
        }
        return new
    }

    private func nameRules(_ key: Key) -> NameRules {
        if let names = known.withLock({ $0.names[key] }) { return names }
        let new = NameRules(redaction, names: key.names, paths: key.paths)
        known.withLock {
            if $0.names.count >= Self.mostRules { $0.names = [:] }
            $0.names[key] = new
        }
        return new
    }
}

extension Exchange {
    /// The secrets that an interceptor put in the place of those of the draft, such as a renewed token.
    package var addedSecrets: [RequestLogOptions.Secret] {
        let first = draft.options.log?.secrets ?? []
        guard let later = hops.last?.request.options.log?.secrets, later.count > first.count else { return [] }
        return later.filter { !first.contains($0) }
    }
}

/// The secrets that have a name, and what is hidden by its name, in the exchanges of a stored log.
final class StoringRules: Sendable {
    let names: NameRules
    /// The named secrets; their marks are those of `marks`.
    let named: Needles
    let marks: [[UInt8]]

    init(_ names: NameRules, secrets: [RequestLogOptions.Secret]) {
        self.names = names
        var named = Needles()
        var marks = [Array(Redaction.mark.utf8)]
        for secret in secrets {
            // Base64 first, because of equal needles the first counts. The marks are in the order of `Form`.
            let (usual, url) = SecretForms.base64(of: secret.value)
            for form in usual { named.insert(form, mark: marks.count + 1) }
            for form in url { named.insert(form, mark: marks.count + 2) }
            for form in SecretForms.all(of: secret.value) { named.insert(form, mark: marks.count) }
            marks += RequestLogOptions.Secret.Form.allCases.map { Array(secret.mark($0).utf8) }
        }
        for secret in names.redaction.secrets {
            named.insert(secret.utf8)
            for form in SecretForms.all(of: secret) { named.insert(form) }
        }
        named.link()
        self.named = named
        self.marks = marks
    }
}

/// Secrets that a caller names, in all their forms, with the mark 1. Those of a run are prepared once.
enum NamedNeedles {
    private static let most = 64
    private static let known = Mutex<[[String]: Needles]>([:])

    static func of(_ secrets: [String]) -> Needles {
        guard !secrets.isEmpty else { return Needles() }
        if let needles = known.withLock({ $0[secrets] }) { return needles }
        var needles = Needles()
        for secret in secrets {
            for form in SecretForms.usual(of: secret) where form.utf8.count >= SecretForms.shortest {
                needles.insert(form.utf8, mark: 1)
                // As a host or a scheme it is lower case.
                needles.insert(form.lowercased().utf8, mark: 1)
            }
            let (usual, url) = SecretForms.base64(of: secret)
            for form in SecretForms.all(of: secret).union(usual).union(url) { needles.insert(form, mark: 1) }
        }
        needles.link()
        known.withLock {
            if $0.count >= most { $0 = [:] }
            $0[secrets] = needles
        }
        return needles
    }
}

/// What is hidden by its name. Each name is judged once.
final class NameRules: Sendable {
    /// What a header field is for those who hide its value.
    enum FieldKind: Sendable {
        case plain, address, cookie, setCookie, authorization, secret
    }

    /// Requests of a run carry the same few tokens and cookies.
    private static let mostNeedles = 32
    /// Bytes of secrets whose needles are kept.
    private static let mostKeptBytes = 4096
    /// In bytes.
    private static let longestKeptType = 200
    private static let addressFields = ["location", "content-location", "referer", "origin"].map { Array($0.utf8) }

    /// With the names and paths.
    let redaction: Redaction
    /// The same without secrets, which are in `StoringRules.named`.
    let redactionOfParts: Redaction
    /// Parts of names that mean a secret, folded. Where none occurs, no name in the text does.
    private let nameParts: Needles
    /// Whether `nameParts` says nothing, because a name is not ASCII.
    private let mayBeAnyName: Bool
    private let members = Remembered<String, Bool>()
    private let items = Remembered<String, Bool>()
    private let fields = Remembered<[UInt8], FieldKind>()
    private let types = Remembered<String, ContentType>()
    private let learnedNeedles = Remembered<Set<String>, Needles>(most: mostNeedles)

    init(_ redaction: Redaction, names: [String], paths: [String]) {
        var all = redaction
        all.names.formUnion(names)
        // A path that cannot be read names a member anywhere.
        all.jsonPaths += paths.map { JSONPathPattern(stringLiteral: $0) }
        self.redaction = all
        redactionOfParts = Redaction(names: all.names, jsonPaths: all.jsonPaths)
        mayBeAnyName = all.names.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
        var parts = Needles(folds: true)
        for part in SecretNames.memberParts { parts.insert(part) }
        for name in all.names { parts.insert(name.utf8.map(Needles.folded)) }
        parts.link()
        nameParts = parts
    }

    /// Whether a name in the text, written without escapes, may mean a secret.
    func mayHoldSecretName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        mayBeAnyName || nameParts.occur(in: text)
    }

    /// Of a member, an element, or a field of a multipart form.
    func isSecret(_ name: String) -> Bool { members.value(for: name) { redaction.isSecret(name) } }

    /// Of a query item or a field of a form.
    func isSecretInQuery(_ name: String) -> Bool { items.value(for: name) { redaction.isSecretInQuery(name) } }

    func kind(ofField name: [UInt8]) -> FieldKind {
        if let kind = quickKind(ofField: name) { return kind }
        return fields.value(for: name) {
            let text = HeaderField(nameBytes: name, valueBytes: []).name
            let lower = text.lowercased()
            guard redaction.isSecret(text) || SecretNames.isField(text) else {
                return Self.addressFields.contains(Array(lower.utf8)) ? .address : .plain
            }
            if lower.contains("cookie") { return lower.hasPrefix("set-") ? .setCookie : .cookie }
            return lower.contains("authorization") ? .authorization : .secret
        }
    }

    /// Of a name in ASCII that no part of a secret's name occurs in, which nearly all are: no table is asked, and nothing copied.
    private func quickKind(ofField name: [UInt8]) -> FieldKind? {
        guard !mayBeAnyName else { return nil }
        return name.withUnsafeBufferPointer { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }), !nameParts.occur(in: bytes) else { return nil }
            let isAddress = Self.addressFields.contains { field in
                field.count == bytes.count
                    && field.indices.allSatisfy { URLEncoding.lowercased(bytes[$0]) == field[$0] }
            }
            return isAddress ? .address : .plain
        }
    }

    /// Of the value of a `Content-Type` field.
    func contentType(_ value: String) -> ContentType {
        value.utf8.count > Self.longestKeptType ? ContentType(value) : types.value(for: value) { ContentType(value) }
    }

    /// Those that find secrets without a name, in all forms.
    func needles(of secrets: Set<String>) -> Needles {
        func make() -> Needles {
            var needles = Needles()
            for secret in secrets {
                for form in SecretForms.usual(of: secret) where form.utf8.count >= SecretForms.shortest {
                    needles.insert(form.utf8)
                }
            }
            needles.link(tableSize: NeedleTable.smallSize)
            return needles
        }
        let isLarge = secrets.reduce(0) { $0 + $1.utf8.count } > Self.mostKeptBytes
        return isLarge ? make() : learnedNeedles.value(for: secrets, make)
    }
}

/// What was found out about keys, of which there may be any number: beyond a limit all are forgotten.
private final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])
    private let most: Int

    init(most: Int = 2000) { self.most = most }

    func value(for key: Key, _ make: () -> Value) -> Value {
        WorkMeter.count(1)
        if let known = values.withLock({ $0[key] }) { return known }
        let value = make()
        values.withLock {
            if $0.count >= most { $0 = [:] }
            $0[key] = value
        }
        return value
    }
}
