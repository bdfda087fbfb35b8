import Base
import NetEngine

/// What the value of one header says, in sentences.
struct HeaderValue {
    let field: HeaderField
    let message: MessageContext

    init(_ field: HeaderField, in message: MessageContext) {
        self.field = field
        self.message = message
    }

    var text: String { field.value }

    /// The members of a list, without whitespace.
    var members: [String] { Self.members(of: field) }

    static func members(of field: HeaderField) -> [String] {
        ListSyntax.split(field.valueBytes, haveTargets: field.isNamed("Link"))
            .map { HeaderField(nameBytes: [], valueBytes: Array($0)).value }
    }

    /// Empty where the value says no more than it does.
    var details: [String] {
        let name = field.name.lowercased()
        return cacheDetails(name) ?? contentDetails(name) ?? controlDetails(name) ?? securityDetails(name) ?? []
    }

    // MARK: Words for numbers and dates

    /// `60 s`, `3600 s (60 min)`.
    static func seconds(_ count: Int64) -> String {
        let span = DurationText.span(seconds: count)
        return span == "\(count) s" ? span : "\(count) s (\(span))"
    }

    /// `in 12 min`, `3 h ago`, `now`; the date itself where nobody knows what time it is.
    static func distance(to moment: Int64, from now: Int64) -> String {
        guard now > 0 else { return HTTPDate.text(moment) }
        let difference = moment.subtractingReportingOverflow(now)
        guard !difference.overflow, difference.partialValue != 0 else { return "now" }
        let span = DurationText.span(seconds: Int64(clamping: difference.partialValue.magnitude))
        return difference.partialValue > 0 ? "in \(span)" : "\(span) ago"
    }

    /// The value as a date, with how far it is from now.
    func date(_ say: (String) -> String, otherwise: String) -> [String] {
        guard let moment = HTTPDate.seconds(text, now: message.now) else { return [otherwise] }
        return [say(Self.distance(to: moment, from: message.now))]
    }
}
