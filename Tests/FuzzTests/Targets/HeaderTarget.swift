import Base

@testable import NetEngine

/// The headers that decide something: caching, dates, ranges, cookies. One field a line, as they come from a server.
enum HeaderTarget {
    private static let now = Timestamp(microsecondsSince1970: 1_795_256_100_000_000)

    static func fields(_ bytes: [UInt8]) -> HeaderFields {
        HeaderFields(
            bytes.split(separator: 10).map { line in
                let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
                return HeaderField(
                    nameBytes: Array(line[..<colon]), valueBytes: Array(ListSyntax.trimmed(line[colon...].dropFirst())))
            })
    }

    static func fault(_ bytes: [UInt8]) -> String? {
        let headers = fields(bytes)
        let control = CacheControl(headers)
        let age = AgeSource(headers, requestTime: now, responseTime: now)
        guard age.age(at: now).seconds >= 0 else { return "a negative age" }
        for mayGuess in [false, true] {
            let lifetime = FreshnessLifetime(headers, control: control, age: age, mayGuess: mayGuess)
            guard lifetime.seconds >= 0 else { return "a negative lifetime" }
        }
        let vary = VaryKey(response: headers, request: headers)
        guard vary == VaryKey(response: headers, request: headers),
            vary.fields.map(\.name) == vary.fields.map(\.name).sorted()
        else { return "the fields of Vary are in no order" }
        for field in headers {
            for member in ListSyntax.split(field.valueBytes) where member.count > field.valueBytes.count {
                return "a member is longer than its list"
            }
            if let seconds = HTTPDate.strictSeconds(field.valueBytes, now: now.secondsSince1970) {
                let text = HTTPDate.text(seconds)
                guard HTTPDate.strictSeconds(Array(text.utf8), now: now.secondsSince1970) == seconds else {
                    return "the date \(text) is read as another one"
                }
            }
            _ = HTTPDate.seconds(field.value, now: now.secondsSince1970)
            _ = ContentType(field.value)
            if let fault = DispositionCheck.fault(field.valueBytes) { return fault }
            if let fault = urlFault(field.value) { return fault }
        }
        _ = ContentRange(headers)
        _ = EntityTag.isWeak(bytes)
        return ExplainCheck.fault(headers)
    }

    /// A URL that is read is the same when it is read again.
    private static func urlFault(_ text: String) -> String? {
        guard let url = try? HTTPURL.parse(text) else { return nil }
        guard let again = try? HTTPURL.parse(url.description), again == url else {
            return "the URL \(url.description) is read as another one"
        }
        return nil
    }

    /// `Set-Cookie` values and, as a whole, a file of cookies.
    static func cookieFault(_ bytes: [UInt8]) -> String? {
        guard let url = try? HTTPURL.parse("https://www.example.com/a/b?c") else { return "no URL" }
        var store = CookieStore(tracksChanges: false)
        for line in bytes.split(separator: 10) {
            do throws(CookieRefusal) {
                let cookie = try Cookie(reading: Array(line), from: url, now: now.secondsSince1970)
                guard Cookie.domainMatches(url.host, cookie.domain) else {
                    return "a cookie of \(cookie.domain) was taken"
                }
                _ = store.set(cookie, from: url, now: now.secondsSince1970)
            } catch {
                if error.clause.isEmpty { return "a refusal without words" }
            }
        }
        if let field = store.field(for: url, now: now.secondsSince1970),
            field.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 })
        {
            return "the Cookie field has a line end"
        }
        let read = NetscapeCookies.read(bytes).cookies
        let written = NetscapeCookies.write(read)
        let again = NetscapeCookies.read(written)
        let tab = UInt8(ascii: "\t")
        let expected = read.filter { !($0.nameBytes + $0.valueBytes).contains(tab) }
        guard again.unreadLines.isEmpty, again.cookies == expected else {
            return "cookies.txt: \(expected.count) cookies are read again as \(again.cookies.count)"
        }
        return nil
    }
}

/// Content codings: any bytes in pieces of any size are decoded to the same output or the same error, and no more is put out than
/// was allowed.
enum CodingTarget {
    private static let codings = ["gzip", "deflate", "br", "zstd", "gzip, br", "zstd, gzip"]
    private static let allowance = 512 << 10

    static func fault(_ bytes: [UInt8]) -> String? {
        guard let choice = bytes.first else { return nil }
        let coding = codings[Int(choice) % codings.count]
        let body = Array(bytes.dropFirst())
        let whole = decoded(body, coding, piece: max(1, body.count))
        let pieces = decoded(body, coding, piece: 1 + Int(choice) / codings.count % 7)
        guard whole.all <= allowance + (64 << 10) else { return "\(whole.all) bytes of output" }
        guard !whole.isStopped, !pieces.isStopped else { return nil }
        guard whole.isBroken == pieces.isBroken else { return "\(coding): broken in pieces or as a whole, not both" }
        // What comes before an error depends on the pieces.
        guard whole.isBroken || whole.sum == pieces.sum else {
            return "\(coding): pieces give another output"
        }
        return nil
    }

    private struct Outcome {
        var all = 0
        /// Of the first 64 KiB.
        var count = 0
        var sum = 0
        var isBroken = false
        /// The allowance is used up.
        var isStopped = false
    }

    private static func decoded(_ body: [UInt8], _ coding: String, piece: Int) -> Outcome {
        var outcome = Outcome()
        func take(_ output: UnsafeRawBufferPointer) -> Bool {
            for byte in output where outcome.count < 65536 {
                outcome.sum = outcome.sum &* 31 &+ Int(byte)
                outcome.count += 1
            }
            outcome.all += output.count
            return true
        }
        do {
            guard let decoder = try ContentDecoder(fieldValues: [coding]) else { return outcome }
            decoder.allowance = allowance
            for start in stride(from: 0, to: body.count, by: piece) {
                let part = body[start..<min(body.count, start + piece)]
                guard try part.withUnsafeBytes({ try decoder.decode($0, output: take) }) else {
                    outcome.isStopped = true
                    return outcome
                }
            }
            try decoder.finish()
        } catch { outcome.isBroken = true }
        return outcome
    }
}
