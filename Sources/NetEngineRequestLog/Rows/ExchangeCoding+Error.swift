import NetEngine

private enum ErrorKey {
    static let category: UInt64 = 1
    static let phase: UInt64 = 2
    static let sentence: UInt64 = 3
    static let hint: UInt64 = 4
    static let remedy: UInt64 = 5
    static let domain: UInt64 = 6
    static let code: UInt64 = 7
    static let codeText: UInt64 = 8
    static let status: UInt64 = 9
    static let isConnectionLoss: UInt64 = 10
    static let decoding: UInt64 = 11
    static let api: UInt64 = 12
}

private enum DetailKey {
    static let reason: UInt64 = 1
    static let step: UInt64 = 2
    static let offset: UInt64 = 3
    static let status: UInt64 = 4
    static let message: UInt64 = 5
    static let member: UInt64 = 6
    static let element: UInt64 = 7
}

extension EngineError.Remedy {
    /// In the log.
    fileprivate var number: Int {
        switch self {
        case .trustServer: 1
        case .trustProxy: 2
        case .raiseHeaderLimit: 3
        case .raiseRedirectLimit: 4
        }
    }
}

extension ExchangeEncoder {
    func error(_ error: EngineError, _ writer: inout PackedWriter) {
        writer.put(ErrorKey.category, error.category.rawValue)
        writer.put(ErrorKey.phase, error.phase?.rawValue)
        writer.put(ErrorKey.sentence, redactor.text(error.sentence))
        writer.put(ErrorKey.hint, redactor.text(error.hint))
        writer.put(ErrorKey.remedy, error.remedy?.number)
        writer.put(ErrorKey.domain, error.underlying?.domain.rawValue)
        writer.put(ErrorKey.code, error.underlying?.code)
        writer.put(ErrorKey.codeText, error.underlying.map { redactor.text($0.text) })
        writer.put(ErrorKey.status, error.status)
        writer.put(ErrorKey.isConnectionLoss, error.isConnectionLoss)
        if let fault = error.decodingFault {
            writer.put(ErrorKey.decoding) { writer in
                writer.put(DetailKey.reason, redactor.text(fault.reason))
                for step in fault.codingPath {
                    writer.put(DetailKey.step) { writer in
                        switch step {
                        case .member(let name): writer.put(DetailKey.member, redactor.text(name))
                        case .element(let index): writer.put(DetailKey.element, index)
                        }
                    }
                }
                writer.put(DetailKey.offset, fault.position?.byteOffset)
            }
        }
        if let fault = error.apiFault {
            writer.put(ErrorKey.api) { writer in
                writer.put(DetailKey.status, fault.status.map(redactor.text))
                writer.put(DetailKey.message, fault.message.map(redactor.text))
            }
        }
    }
}

extension ExchangeDecoder {
    /// nil for a category that this version does not know.
    /// - Parameter response: the one that the error is about.
    func error(_ record: PackedRecord, _ response: Response?) -> EngineError? {
        guard let category = record.text(ErrorKey.category).flatMap(ErrorCategory.init) else { return nil }
        var underlying: UnderlyingCode?
        if let domain = record.text(ErrorKey.domain).flatMap(UnderlyingCode.Domain.init),
            let code = record.int(ErrorKey.code)
        {
            underlying = UnderlyingCode(domain: domain, code: code, text: record.text(ErrorKey.codeText) ?? "")
        }
        var error = EngineError(
            category: category, phase: record.text(ErrorKey.phase).flatMap(Phase.init),
            sentence: record.text(ErrorKey.sentence) ?? "", hint: record.text(ErrorKey.hint) ?? "",
            underlying: underlying, status: record.int(ErrorKey.status), detail: detail(record, response),
            isConnectionLoss: record.flag(ErrorKey.isConnectionLoss))
        switch record.int(ErrorKey.remedy) {
        case 1: error.remedy = .trustServer
        case 2: error.remedy = .trustProxy
        case 3: error.remedy = .raiseHeaderLimit
        case 4: error.remedy = .raiseRedirectLimit
        default: break
        }
        return error
    }

    private func detail(_ record: PackedRecord, _ response: Response?) -> ErrorDetail? {
        guard let response else { return nil }
        if let fault = record.record(ErrorKey.api) {
            return .api(
                APIFault(
                    status: fault.text(DetailKey.status), message: fault.text(DetailKey.message), response: response))
        }
        guard let fault = record.record(ErrorKey.decoding) else { return nil }
        let path: [DecodingStep] = fault.records(DetailKey.step).compactMap { step in
            step.text(DetailKey.member).map { .member($0) } ?? step.int(DetailKey.element).map { .element($0) }
        }
        // A mask before the place moves it; then the sentence alone says where it was.
        let isMasked =
            response.body.firstRange(of: Array("<secret:".utf8)) != nil
            || response.body.firstRange(of: Array(Redaction.mark.utf8)) != nil
        let position = fault.int(DetailKey.offset).flatMap { offset in
            isMasked || offset > response.content.count
                ? nil : TextPosition(byteOffset: offset, in: response.body)
        }
        return .decoding(
            DecodingFault(
                reason: fault.text(DetailKey.reason) ?? "", codingPath: path, position: position, response: response))
    }
}
