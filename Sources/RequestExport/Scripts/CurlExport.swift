import Base
import HTTPFormat
import NetEngine
import Workspace

/// A request as a curl command: `CurlWriter` with what a saved request has beside what is sent.
struct CurlExport {
    let text: String
    private(set) var losses: [String] = []

    init(_ item: ExportItem, _ values: ShellText.Values) {
        guard let prepared = item.prepared else {
            text = ""
            return
        }
        var options: [String] = []
        func add(_ name: String, _ value: String) { options.append("\(name) \(ShellText.word(value, values))") }
        switch item.login {
        case .digest(let user, let password):
            options.append("--digest")
            add("--user", "\(user):\(password)")
        case .aws(let credentials, let region, let service):
            // With an empty region curl, too, reads it from the host.
            let scope = ["aws:amz", region, region == nil ? nil : service].compactMap(\.self).joined(separator: ":")
            add("--aws-sigv4", scope)
            add("--user", "\(credentials.accessKeyID):\(credentials.secretAccessKey)")
            if let token = credentials.sessionToken { add("-H", "X-Amz-Security-Token: \(token)") }
            losses.append("curl signs the request itself (--aws-sigv4).")
            if region == nil, service != nil {
                losses.append("The service of the AWS signature is read from the host.")
            }
        case nil: break
        }
        if let timeout = item.request.settings.timeout { add("--max-time", Self.seconds(timeout)) }
        if let timeout = item.request.settings.connectTimeout { add("--connect-timeout", Self.seconds(timeout)) }
        let disguise = CurlWriter.Disguise(url: { item.shownURL($0) })
        text = CurlWriter(prepared, disguise: disguise, values: values, moreOptions: options).text
    }

    /// `1.5`
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
        let rest = milliseconds % 1000
        guard rest != 0 else { return String(milliseconds / 1000) }
        var digits = String(rest)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(milliseconds / 1000).\(digits)"
    }
}
