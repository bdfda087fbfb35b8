import Base
import TestSupport

@testable import Explain
@testable import NetEngine
@testable import Workspace

/// What headers and cookies mean, as text.
enum HeaderReading {
    static func text(_ bytes: [UInt8], _ now: Timestamp) -> String {
        let headers = HeaderTarget.fields(bytes)
        let control = CacheControl(headers)
        let age = AgeSource(headers, requestTime: now, responseTime: now)
        var text = Printed(control).text
        text += "age \(age.age(at: now).seconds)\n"
        for mayGuess in [false, true] {
            text += Printed(FreshnessLifetime(headers, control: control, age: age, mayGuess: mayGuess)).text
        }
        text += Printed(VaryKey(response: headers, request: headers)).text + Printed(ContentRange(headers) as Any).text
        for field in headers {
            text += "\(Printed.escaped(field.name)): \(Printed.escaped(field.value))\n"
            text +=
                "  members \(ListSyntax.split(field.valueBytes).map { Printed.escaped(String(decoding: $0, as: UTF8.self)) })\n"
            if let seconds = HTTPDate.seconds(field.value, now: now.secondsSince1970) {
                let isStrict = HTTPDate.strictSeconds(field.valueBytes, now: now.secondsSince1970) != nil
                text += "  date \(HTTPDate.text(seconds))\(isStrict ? "" : ", read leniently")\n"
            }
            text += Printed(ContentType(field.value)).text
            if let name = BodyFileName.dispositionName(field.valueBytes) {
                text +=
                    "  file \(Printed.escaped(name)), \(BodyFileName.cleaned(name).map(Printed.escaped) ?? "no name")\n"
            }
            if field.value.contains("://") {
                do throws(EngineError) { text += Printed(try HTTPURL.parse(field.value)).text } catch {
                    text += "  \(error.sentence)\n"
                }
            }
        }
        for isRequest in [false, true] {
            let message = MessageContext(
                headers: headers, isRequest: isRequest, status: 200, now: now.secondsSince1970)
            for field in headers.prefix(20) {
                let explanation = Explanation.header(field, in: message)
                text += "\(isRequest ? "request" : "response"): \(explanation.heading)\n"
                text += explanation.details.map { "  \(Printed.escaped($0))\n" }.joined()
            }
        }
        return text
    }

    static func cookies(_ bytes: [UInt8], _ now: Timestamp) -> String {
        guard let url = try? HTTPURL.parse("https://www.example.com/a/b?c") else { return "" }
        let seconds = now.secondsSince1970
        var store = CookieStore(tracksChanges: false)
        var text = ""
        for line in bytes.split(separator: 10) {
            do throws(CookieRefusal) {
                let cookie = try Cookie(reading: Array(line), from: url, now: seconds)
                text += Printed(cookie).text + "  stored \(store.set(cookie, from: url, now: seconds))\n"
            } catch { text += "  \(Printed.escaped(error.clause))\n" }
        }
        for address in [
            "https://www.example.com/a/b", "http://www.example.com/", "https://example.com/a",
            "https://api.www.example.com/a/",
        ] {
            guard let url = try? HTTPURL.parse(address), let field = store.field(for: url, now: seconds) else {
                continue
            }
            text += "\(address): \(Printed.escaped(String(decoding: field, as: UTF8.self)))\n"
        }
        let file = NetscapeCookies.read(bytes)
        text += Printed(file).text
        return text + Printed.escaped(String(decoding: NetscapeCookies.write(file.cookies), as: UTF8.self)) + "\n"
    }
}
