import Foundation
import FoundationNetworking
import NetEngine

/// Turns a prepared request into a task, or says why URLSession cannot send it.
enum SessionRequest {
    /// The parts of the request that URLSession cannot send.
    static func refusal(of request: PreparedRequest) -> EngineError? {
        let options = request.options
        func refuse(_ what: String) -> EngineError {
            EngineError(.requestBuild, "URLSession cannot \(what).", hint: "Send this request by CurlTransport.")
        }
        if options.httpVersion != .automatic { return refuse("choose the version of HTTP") }
        if options.caFile != nil { return refuse("be given certificate authorities") }
        if !options.verifiesTLS { return refuse("leave a certificate unchecked") }
        if options.tls != TLSOptions() { return refuse("be given client certificates, pins or authorities") }
        if options.connection != ConnectionOptions() { return refuse("choose where and from where it connects") }
        if request.proxy != nil {
            // libcurl below it reads the same variables.
            if options.proxy != .environment { return refuse("be given a proxy") }
        } else if let name = proxyVariable(for: request.url, in: ProcessInfo.processInfo.environment) {
            return refuse("leave out the proxy that \(name) names")
        }
        if request.method == .get, request.body != .none { return refuse("send a body with GET") }
        if request.url.isServer { return refuse("send the target *") }
        if request.method == .connect { return refuse("send CONNECT") }
        let text = request.headers.first { String(validating: $0.valueBytes, as: UTF8.self) == nil }
        if let text { return refuse("send the field \(EngineError.quoted(text.name)), whose bytes are not UTF-8") }
        return nil
    }

    /// The variable by which libcurl, below URLSession, would take a proxy for the URL.
    static func proxyVariable(for url: HTTPURL, in environment: [String: String]) -> String? {
        let names = url.scheme == .http ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
        guard let name = (names + ["all_proxy", "ALL_PROXY"]).first(where: { environment[$0]?.isEmpty == false })
        else { return nil }
        let host = url.host
        let exempt = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split { $0 == "," || $0 == " " }
        let isExempt = exempt.contains { entry in
            let suffix = entry.hasPrefix(".") ? entry.dropFirst() : entry
            return entry == "*" || host == suffix || host.hasSuffix(".\(suffix)")
        }
        return isExempt ? nil : name
    }

    /// - Parameter file: the body, where it had to be copied.
    /// - Returns: nil if Foundation cannot read the URL.
    static func makeTask(
        for request: PreparedRequest, _ file: TemporaryBody?, in session: URLSession
    ) -> URLSessionDataTask? {
        guard let url = URL(string: request.url.withoutUserInfo.description) else { return nil }
        var made = URLRequest(url: url)
        made.httpMethod = request.method.rawValue
        made.timeoutInterval = 86_400
        made.httpShouldHandleCookies = false
        for (name, value) in fields(of: request) { made.setValue(value, forHTTPHeaderField: name) }
        // As uploads and not as `httpBody`: that would add a Content-Type to a POST.
        if let file { return session.uploadTask(with: made, fromFile: URL(fileURLWithPath: file.path)) }
        switch request.body {
        case .bytes(let bytes): return session.uploadTask(with: made, from: Data(bytes))
        case .file(let path): return session.uploadTask(with: made, fromFile: URL(fileURLWithPath: path))
        case .none, .pieces, .stream: return session.dataTask(with: made)
        }
    }

    /// Repeated fields as one (RFC 9110 §5.3), cookies in their own way (RFC 6265 §5.4). What libcurl must count or
    /// choose by itself is left out.
    private static func fields(of request: PreparedRequest) -> [(String, String)] {
        var joined: [(name: String, value: String)] = []
        for field in request.headers {
            let isLeftOut =
                field.origin == .engine
                && ["Host", "Accept-Encoding", "Transfer-Encoding"].contains(where: field.isNamed)
            // URLSession sends the length of a body; an empty one needs the field.
            let isCounted = field.isNamed("Content-Length") && request.body != .none
            guard !isLeftOut, !isCounted else { continue }
            if let index = joined.firstIndex(where: { field.isNamed($0.name) }) {
                joined[index].value += (field.isNamed("Cookie") ? "; " : ", ") + field.value
            } else {
                joined.append((field.name, field.value))
            }
        }
        return joined.map { ($0.name, $0.value) }
    }
}
