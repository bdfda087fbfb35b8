import NetEngine

/// Headers about caches and versions.
extension HeaderValue {
    func cacheDetails(_ name: String) -> [String]? {
        switch name {
        case "cache-control": CacheControlMeaning(message).details
        case "age":
            AgeSource.seconds(inAge: field.valueBytes).map {
                ["It was in caches for \(Self.seconds($0)) before it came here."]
            } ?? ["Not a number of seconds: caches ignore it."]
        case "expires":
            message.headers.contains("Cache-Control") && CacheControl(message.headers).maxAge.isPresent
                ? ["max-age is there too, so Expires counts for nothing."]
                : date({ "It becomes stale at that moment: \($0)." }, otherwise: "Not a date: stale already.")
        case "etag": etag
        case "if-none-match", "if-match": condition(name)
        case "last-modified": lastModified
        case "if-modified-since", "if-unmodified-since":
            date({ "The date is \($0)." }, otherwise: "Not a date: the server ignores the condition.")
        case "date": ownDate
        case "vary": vary
        default: nil
        }
    }

    private var etag: [String] {
        let tag = field.valueBytes
        guard tag.last == UInt8(ascii: "\"") else {
            return ["Without quotes it is not a valid ETag; servers compare it as it is."]
        }
        return EntityTag.isWeak(tag)
            ? [
                "Weak (W/): the same in meaning, not byte for byte. Good for 304, but not for If-Match and for continuing a download."
            ] : ["Strong: the same ETag means the same bytes, so a download can be continued with it."]
    }

    private func condition(_ name: String) -> [String] {
        if text == "*" {
            return [
                name == "if-match"
                    ? "*: only if the resource exists."
                    : "*: only if the resource does not exist, so PUT creates and never replaces."
            ]
        }
        let tags = ListSyntax.split(field.valueBytes)
        var details = ["\(tags.count == 1 ? "One version" : "\(tags.count) versions") named by ETag."]
        if name == "if-match", tags.contains(where: { EntityTag.isWeak(Array($0)) }) {
            details.append("A weak ETag never matches here: expect 412.")
        }
        return details
    }

    private var lastModified: [String] {
        var details = date({ "It changed \($0)." }, otherwise: "Not a date: of no use to caches.")
        let control = CacheControl(message.headers)
        if !control.maxAge.isPresent, !message.headers.contains("Expires"), !control.noStore, !control.noCache,
            let modified = HTTPDate.seconds(text, now: message.now),
            let date = message.headers["Date"].flatMap({ HTTPDate.seconds($0, now: message.now) }), modified < date
        {
            details.append(
                "No lifetime is given, so a cache guesses a tenth of the time since then: \(Self.seconds((date - modified) / 10)) fresh."
            )
        }
        return details
    }

    private var ownDate: [String] {
        guard let moment = HTTPDate.seconds(text, now: message.now) else { return ["Not a date."] }
        let ahead = moment - message.now
        return ahead > 60
            ? ["The server's clock is \(DurationText.span(seconds: ahead)) ahead of this machine's."]
            : ["The response was made \(Self.distance(to: moment, from: message.now))."]
    }

    private var vary: [String] {
        let names = members
        if names.contains("*") { return ["*: it depends on more than headers, so no cache can use it again."] }
        guard !names.isEmpty else { return ["Empty: it varies by nothing."] }
        var details = ["A cache may use it only for requests with the same \(names.joined(separator: ", "))."]
        let lower = names.map { $0.lowercased() }
        if lower.contains("cookie") || lower.contains("user-agent") {
            details.append("Nearly every user has another value of it, so a shared cache will rarely help.")
        }
        return details
    }
}

/// What all `Cache-Control` lines of a message mean together.
struct CacheControlMeaning {
    private let control: CacheControl
    private let message: MessageContext

    init(_ message: MessageContext) {
        self.message = message
        control = CacheControl(message.headers)
    }

    var details: [String] {
        control.directives.map { Self.meaning(of: $0, isRequest: message.isRequest) } + [together].compactMap(\.self)
    }

    /// One directive with its value.
    static func meaning(of directive: CacheControl.Directive, isRequest: Bool) -> String {
        let written = directive.value.map { "\(directive.name)=\($0)" } ?? directive.name
        let seconds = directive.value.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }.map(HeaderValue.seconds)
        let meaning: String? =
            switch directive.name {
            case "max-age":
                seconds.map { isRequest ? "nothing older than \($0)" : "fresh for \($0)" }
                    ?? "not a number of seconds, so stale at once"
            case "s-maxage": seconds.map { "fresh for \($0) in shared caches" } ?? "not a number of seconds"
            case "stale-while-revalidate":
                seconds.map { "for \($0) after that usable at once, while a new one is fetched" }
                    ?? "needs a number of seconds"
            case "stale-if-error":
                seconds.map { "for \($0) after that usable if the server fails" } ?? "needs a number of seconds"
            case "max-stale": seconds.map { "stale by up to \($0) is accepted" } ?? "however stale, it is accepted"
            case "min-fresh": seconds.map { "must stay fresh for \($0)" } ?? "needs a number of seconds"
            case "no-cache" where directive.value != nil:
                "these headers must be confirmed before use: \(directive.value ?? "")"
            case "private" where directive.value != nil: "these headers are for one user only: \(directive.value ?? "")"
            case "no-cache": isRequest ? "take nothing from a cache without asking" : "ask the server before every use"
            case "no-store": "store nothing"
            case "private": "only the cache of one user may store it"
            case "public": "every cache may store it"
            case "must-revalidate": "never use it stale"
            case "proxy-revalidate": "shared caches never use it stale"
            case "must-understand": "store it only if the status is understood"
            case "no-transform": "nobody may change the body"
            case "immutable": "it does not change while it is fresh"
            case "only-if-cached": "only what is stored, without asking the server"
            default: nil
            }
        guard let meaning else { return "\(written): not a known directive; caches ignore it." }
        return "\(written): \(meaning)."
    }

    /// nil for a request and for a single directive, which says it all.
    private var together: String? {
        guard !message.isRequest else { return nil }
        if control.noStore && !control.mustUnderstand {
            return control.directives.count > 1
                ? "Together: nothing is stored; the other directives do not matter." : nil
        }
        var parts: [String] = []
        parts.append(control.isPrivate ? "stored for this user only" : "stored by any cache")
        switch control.maxAge {
        case _ where control.noCache: parts.append("the server is asked before every use")
        case .seconds(0): parts.append("stale at once, so the server is asked every time")
        case .seconds(let count): parts.append("used for \(HeaderValue.seconds(count)) without asking")
        case .invalid: parts.append("stale at once")
        case .absent:
            parts.append(
                message.headers.contains("Expires")
                    ? "fresh until Expires" : "no lifetime is given, so a cache may guess one")
        }
        if control.mustRevalidate {
            parts.append("never used stale")
        } else {
            if let count = control.staleWhileRevalidate {
                parts.append("then for \(HeaderValue.seconds(count)) more while a new one is fetched")
            }
            if let count = control.staleIfError {
                parts.append("for \(HeaderValue.seconds(count)) more if the server fails")
            }
        }
        return "Together: " + parts.joined(separator: "; ") + "."
    }
}
