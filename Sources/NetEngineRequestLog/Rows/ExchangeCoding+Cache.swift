import NetEngine

private enum DecisionKey {
    static let outcome: UInt64 = 1
    static let reason: UInt64 = 2
    static let mode: UInt64 = 3
    static let key: UInt64 = 4
    static let age: UInt64 = 5
    static let lifetime: UInt64 = 6
    static let storing: UInt64 = 7
    static let refusal: UInt64 = 8
    static let variant: UInt64 = 9
    static let invalidated: UInt64 = 10
    static let hiddenError: UInt64 = 11
    static let background: UInt64 = 12
}

private enum AgeKey {
    static let field: UInt64 = 1
    static let date: UInt64 = 2
    static let apparent: UInt64 = 3
    static let delay: UInt64 = 4
    static let resident: UInt64 = 5
}

private enum VariantKey {
    static let id: UInt64 = 1
    static let status: UInt64 = 2
    static let storedAt: UInt64 = 3
    static let matches: UInt64 = 4
    static let why: UInt64 = 5
}

/// A rule with its values: the same numbers for reasons, validations and lifetimes.
private enum RuleKey {
    static let kind: UInt64 = 1
    static let first: UInt64 = 2
    static let second: UInt64 = 3
    static let text: UInt64 = 4
    static let lifetime: UInt64 = 5
    static let validation: UInt64 = 6
}

extension ExchangeEncoder {
    func cache(_ decision: CacheDecision, _ writer: inout PackedWriter) {
        writer.put(DecisionKey.outcome, decision.outcome.rawValue)
        writer.put(DecisionKey.reason) { reason(decision.reason, &$0) }
        writer.put(DecisionKey.mode, decision.mode.rawValue)
        writer.put(DecisionKey.key, redactor.url(decision.key.text))
        if let age = decision.age {
            writer.put(DecisionKey.age) { writer in
                writer.put(AgeKey.field, age.ageField)
                writer.put(AgeKey.date, age.date)
                writer.put(AgeKey.apparent, age.apparent)
                writer.put(AgeKey.delay, age.responseDelay)
                writer.put(AgeKey.resident, age.resident)
            }
        }
        if let lifetime = decision.lifetime { writer.put(DecisionKey.lifetime) { self.lifetime(lifetime, &$0) } }
        switch decision.storing {
        case .nothing: break
        case .stored: writer.put(DecisionKey.storing, 1 as Int64)
        case .renewed: writer.put(DecisionKey.storing, 2 as Int64)
        case .combined: writer.put(DecisionKey.storing, 3 as Int64)
        case .refused(let why): writer.put(DecisionKey.refusal, redactor.text(why))
        }
        for variant in decision.considered {
            writer.put(DecisionKey.variant) { writer in
                writer.put(VariantKey.id, variant.id.rawValue)
                writer.put(VariantKey.status, variant.status)
                writer.put(VariantKey.storedAt, variant.storedAt.microsecondsSince1970)
                writer.put(VariantKey.matches, variant.matches)
                writer.put(VariantKey.why, redactor.text(variant.why))
            }
        }
        for key in decision.invalidated { writer.put(DecisionKey.invalidated, redactor.url(key.text)) }
        if let error = decision.hiddenError { writer.put(DecisionKey.hiddenError) { self.error(error, &$0) } }
        writer.put(DecisionKey.background, decision.background.map { Int64(bitPattern: $0.rawValue) })
    }

    private func lifetime(_ lifetime: FreshnessLifetime, _ writer: inout PackedWriter) {
        writer.put(RuleKey.first, lifetime.seconds)
        func source(_ kind: Int64, _ moment: Int64? = nil, _ date: Int64? = nil) {
            writer.put(RuleKey.kind, kind)
            writer.put(RuleKey.second, moment)
            writer.put(RuleKey.text, date.map(String.init))
        }
        switch lifetime.source {
        case .none: source(0)
        case .maxAge: source(1)
        case .unreadableMaxAge: source(2)
        case .expires(let moment, let date): source(3, moment, date)
        case .unreadableExpires: source(4)
        case .heuristic(let modified, let date): source(5, modified, date)
        }
    }

    private func reason(_ reason: CacheReason, _ writer: inout PackedWriter) {
        func rule(
            _ kind: Int64, _ first: Int64? = nil, _ second: Int64? = nil, text: String? = nil,
            lifetime: FreshnessLifetime? = nil, validation: CacheReason.Validation? = nil
        ) {
            writer.put(RuleKey.kind, kind)
            writer.put(RuleKey.first, first)
            writer.put(RuleKey.second, second)
            writer.put(RuleKey.text, text.map(redactor.text))
            if let lifetime { writer.put(RuleKey.lifetime) { self.lifetime(lifetime, &$0) } }
            if let validation { writer.put(RuleKey.validation) { self.validation(validation, &$0) } }
        }
        switch reason {
        case .fresh(let age, let lifetime): rule(1, age, lifetime: lifetime)
        case .immutable(let age, let lifetime): rule(2, age, lifetime: lifetime)
        case .notModified(let validator): rule(3, text: validator)
        case .completed: rule(4)
        case .staleByMode(let mode, let age, let lifetime): rule(5, age, text: mode.rawValue, lifetime: lifetime)
        case .staleByMaxStale(let by): rule(6, by)
        case .staleWhileRevalidate(let by, let window): rule(7, by, window)
        case .staleIfError(let by, let window, let category): rule(8, by, window, text: category.rawValue)
        case .staleWhileDisconnected(let by, let category): rule(9, by, text: category.rawValue)
        case .nothingStored: rule(10)
        case .noVariantMatches(let count): rule(11, Int64(count))
        case .changed(let why): rule(12, validation: why)
        case .noValidator(let why): rule(13, validation: why)
        case .validationFailed(let why): rule(14, validation: why)
        case .callersCondition(let why): rule(15, validation: why)
        case .confirmedByHead(let why): rule(26, validation: why)
        case .reload: rule(16)
        case .conditionForOriginOnly(let name): rule(17, text: name)
        case .rangeNotStored: rule(18)
        case .onlyIfCachedUnmet(let why): rule(19, text: why)
        case .bodyLost: rule(20)
        case .modeNoStore: rule(21)
        case .requestNoStore: rule(22)
        case .method(let method): rule(23, text: method)
        case .requestBody: rule(24)
        case .unsafe(let method): rule(25, text: method)
        }
    }

    private func validation(_ validation: CacheReason.Validation, _ writer: inout PackedWriter) {
        func rule(_ kind: Int64, _ first: Int64? = nil, _ second: Int64? = nil) {
            writer.put(RuleKey.kind, kind)
            writer.put(RuleKey.first, first)
            writer.put(RuleKey.second, second)
        }
        switch validation {
        case .expired(let age, let lifetime):
            rule(1, age)
            writer.put(RuleKey.lifetime) { self.lifetime(lifetime, &$0) }
        case .responseNoCache: rule(2)
        case .requestNoCache: rule(3)
        case .requestPragma: rule(4)
        case .mode: rule(5)
        case .requestMaxAge(let limit, let age): rule(6, limit, age)
        case .requestMinFresh(let limit, let left): rule(7, limit, left)
        case .clockWentBack: rule(8)
        case .otherVariant: rule(9)
        }
    }
}

extension ExchangeDecoder {
    /// nil for a rule that this version does not know.
    func cache(_ record: PackedRecord) -> CacheDecision? {
        guard let outcome = record.text(DecisionKey.outcome).flatMap(CacheDecision.Outcome.init),
            let reason = record.record(DecisionKey.reason).flatMap(reason)
        else { return nil }
        var decision = CacheDecision(
            outcome: outcome, reason: reason,
            mode: record.text(DecisionKey.mode).flatMap(CacheMode.init) ?? .default,
            key: CacheKey(text: record.text(DecisionKey.key) ?? ""))
        decision.age = record.record(DecisionKey.age).map { age in
            ResponseAge(
                ageField: age.number(AgeKey.field), date: age.number(AgeKey.date),
                apparent: age.number(AgeKey.apparent) ?? 0, responseDelay: age.number(AgeKey.delay) ?? 0,
                resident: age.number(AgeKey.resident) ?? 0)
        }
        decision.lifetime = record.record(DecisionKey.lifetime).map(lifetime)
        decision.storing =
            switch record.int(DecisionKey.storing) {
            case 1: .stored
            case 2: .renewed
            case 3: .combined
            default: record.text(DecisionKey.refusal).map { .refused($0) } ?? .nothing
            }
        decision.considered = record.records(DecisionKey.variant).map { variant in
            CacheDecision.Variant(
                id: StoredResponse.ID(rawValue: variant.number(VariantKey.id) ?? 0),
                status: variant.int(VariantKey.status) ?? 0,
                storedAt: Timestamp(microsecondsSince1970: variant.number(VariantKey.storedAt) ?? 0),
                matches: variant.flag(VariantKey.matches), why: variant.text(VariantKey.why) ?? "")
        }
        decision.invalidated = record.texts(DecisionKey.invalidated).map(CacheKey.init(text:))
        decision.hiddenError = record.record(DecisionKey.hiddenError).flatMap { error($0, nil) }
        decision.background = record.number(DecisionKey.background).map {
            ExchangeID(rawValue: UInt64(bitPattern: $0))
        }
        return decision
    }

    private func lifetime(_ record: PackedRecord) -> FreshnessLifetime {
        let moment = record.number(RuleKey.second) ?? 0
        let date = record.text(RuleKey.text).flatMap(Int64.init) ?? 0
        let source: FreshnessLifetime.Source =
            switch record.int(RuleKey.kind) {
            case 1: .maxAge
            case 2: .unreadableMaxAge
            case 3: .expires(moment, date: date)
            case 4: .unreadableExpires
            case 5: .heuristic(lastModified: moment, date: date)
            default: .none
            }
        return FreshnessLifetime(seconds: record.number(RuleKey.first) ?? 0, source: source)
    }

    private func reason(_ record: PackedRecord) -> CacheReason? {
        let first = record.number(RuleKey.first) ?? 0
        let second = record.number(RuleKey.second) ?? 0
        let text = record.text(RuleKey.text) ?? ""
        let category = ErrorCategory(rawValue: text) ?? .internal
        let lifetime = record.record(RuleKey.lifetime).map(lifetime) ?? FreshnessLifetime(seconds: 0, source: .none)
        let validation = record.record(RuleKey.validation).flatMap(validation) ?? .mode
        switch record.int(RuleKey.kind) {
        case 1: return .fresh(age: first, lifetime)
        case 2: return .immutable(age: first, lifetime)
        case 3: return .notModified(validator: text)
        case 4: return .completed
        case 5: return .staleByMode(CacheMode(rawValue: text) ?? .default, age: first, lifetime)
        case 6: return .staleByMaxStale(by: first)
        case 7: return .staleWhileRevalidate(by: first, window: second)
        case 8: return .staleIfError(by: first, window: second, category)
        case 9: return .staleWhileDisconnected(by: first, category)
        case 10: return .nothingStored
        case 11: return .noVariantMatches(count: Int(clamping: first))
        case 12: return .changed(validation)
        case 13: return .noValidator(validation)
        case 14: return .validationFailed(validation)
        case 15: return .callersCondition(validation)
        case 26: return .confirmedByHead(validation)
        case 16: return .reload
        case 17: return .conditionForOriginOnly(text)
        case 18: return .rangeNotStored
        case 19: return .onlyIfCachedUnmet(text)
        case 20: return .bodyLost
        case 21: return .modeNoStore
        case 22: return .requestNoStore
        case 23: return .method(text)
        case 24: return .requestBody
        case 25: return .unsafe(text)
        default: return nil
        }
    }

    private func validation(_ record: PackedRecord) -> CacheReason.Validation? {
        let first = record.number(RuleKey.first) ?? 0
        let second = record.number(RuleKey.second) ?? 0
        switch record.int(RuleKey.kind) {
        case 1:
            return .expired(
                age: first,
                record.record(RuleKey.lifetime).map(lifetime) ?? FreshnessLifetime(seconds: 0, source: .none))
        case 2: return .responseNoCache
        case 3: return .requestNoCache
        case 4: return .requestPragma
        case 5: return .mode
        case 6: return .requestMaxAge(first, age: second)
        case 7: return .requestMinFresh(first, left: second)
        case 8: return .clockWentBack
        case 9: return .otherVariant
        default: return nil
        }
    }
}
