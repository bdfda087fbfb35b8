import Base
import NetEngine

/// How a curl command logs in, by the flags that say so.
///
/// curl joins those for the server: with none it sends Basic at once, with one it does that, and with several, or `--anyauth`, it sends
/// nothing until the server asks. A password must not be sent in another way than curl would send it.
extension CurlCommand {
    static let loginSchemes: Set<String> = ["basic", "digest", "ntlm", "ntlm-wb", "negotiate", "anyauth"]

    var isDigest: Bool { loginFlags == ["digest"] }

    /// Reads `--digest`, `--no-digest`, `--proxy-digest` and so on.
    /// - Returns: whether the flag is one of these.
    mutating func take(loginFlag flag: String) -> Bool {
        let isOn = !flag.hasPrefix("no-")
        let name = isOn ? flag : String(flag.dropFirst(3))
        let isForProxy = name.hasPrefix("proxy-")
        let scheme = isForProxy ? String(name.dropFirst(6)) : name
        guard Self.loginSchemes.contains(scheme), !(isForProxy && scheme == "ntlm-wb") else { return false }
        // For the server, --no-anyauth changes nothing.
        guard isOn || isForProxy || scheme != "anyauth" else { return true }
        if isForProxy {
            proxyLoginFlags.set(scheme, isOn)
        } else {
            loginFlags.set(scheme, isOn)
        }
        return true
    }

    /// Without a login those flags have no effect; with one, those that are not done are refused.
    mutating func remarkLogins() {
        let flags = hasLogin ? [] : loginFlags.subtracting(["basic", "digest"]).sorted()
        let ofProxy = hasProxyLogin ? [] : proxyLoginFlags.subtracting(["basic"]).sorted().map { "proxy-\($0)" }
        for flag in flags + ofProxy { remark("curl's --\(flag) has no effect here.") }
    }

    /// Whether a login is given, by `--user` or in the URL.
    var hasLogin: Bool { user != nil || origin.authority.utf8.contains(Byte.at) }

    /// Whether one is given for an HTTP proxy. SOCKS has its own way to log in.
    var hasProxyLogin: Bool {
        guard let proxy, !usesNoProxy, !proxy.lowercased().hasPrefix("socks") else { return false }
        return proxyUser?.isEmpty == false || proxy.contains(bytes: "@")
    }

    /// Why the flags ask for a login that is not done here, as a clause; nil if they do not.
    var loginFlagProblem: String? {
        // A signature goes before all of them.
        guard signature == nil else { return nil }
        if loginFlags.count > 1 || loginFlags.contains("anyauth") {
            return "with --anyauth or several such flags the server chooses the login. Name only --basic or --digest"
        }
        guard let flag = loginFlags.subtracting(["basic", "digest"]).first else { return nil }
        return "--\(flag) is not supported, only --basic, --digest and --aws-sigv4 are"
    }

    /// The same for the proxy.
    var proxyLoginProblem: String? {
        guard hasProxyLogin, let flag = proxyLoginFlags.subtracting(["basic"]).sorted().first else { return nil }
        return "--proxy-\(flag) is not supported, only --proxy-basic is"
    }
}

extension Set {
    fileprivate mutating func set(_ member: Element, _ isIn: Bool) {
        remove(member)
        if isIn { insert(member) }
    }
}
