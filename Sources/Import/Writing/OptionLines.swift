import Base
import Descriptions
import NetEngine

/// Options of a request as lines of metadata, without `# `.
enum OptionLines {
    static func lines(_ options: ImportedOptions) -> [String] {
        var lines: [String] = []
        let tags = options.tags.compactMap(tag)
        if !tags.isEmpty { lines.append("@tag \(tags.joined(separator: ", "))") }
        if options.isDisabled { lines.append("@disabled") }
        if options.followsRedirects == false { lines.append("@no-redirect") }
        if options.usesCookieJar == false { lines.append("@no-cookie-jar") }
        if options.encodes == false { lines.append("@no-auto-encoding") }
        if options.keepsBodyComments { lines.append("@keep-body-comments") }
        if options.verifiesTLS == false { lines.append("@no-reject-unauthorized") }
        if let timeout = options.timeout { lines.append("@timeout \(duration(timeout))") }
        if let timeout = options.connectTimeout { lines.append("@connection-timeout \(duration(timeout))") }
        if let retries = options.retries { lines.append("@retry \(min(max(retries, 0), 20))") }
        if let delay = options.delay, delay > .zero { lines.append("@sleep \(milliseconds(delay))") }
        if let proxy = options.proxy { lines.append(proxy.isEmpty ? "@no-proxy" : "@proxy \(PlainLine.of(proxy))") }
        return lines
    }

    private static func tag(_ text: String) -> String? {
        let word = PlainLine.of(text, limit: 60).replacing(bytes: " ", with: "-").replacing(bytes: ",", with: "-")
        return word.isEmpty ? nil : word
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private static func duration(_ duration: Duration) -> String {
        let number = max(milliseconds(duration), 1)
        return number % 1000 == 0 ? "\(number / 1000) s" : "\(number) ms"
    }
}
