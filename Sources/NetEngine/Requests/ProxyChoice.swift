/// Through which proxy a request goes.
public enum ProxyChoice: Sendable, Hashable {
    /// None, whatever the process environment says.
    case none
    /// As `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` of the process say, read as the curl program reads them;
    /// see `ProxyEnvironment`.
    case environment
    /// `http://`, `https://`, `socks4://`, `socks4a://`, `socks5://` or `socks5h://`, with `user:password@` where needed.
    case url(String)
}

extension ProxyChoice: CustomStringConvertible, CustomReflectable {
    /// `none`, `environment`, or the proxy without its login: what may be shown.
    public var description: String {
        switch self {
        case .none: "none"
        case .environment: "environment"
        case .url(let text): (try? ProxyServer(text))?.description ?? "unreadable"
        }
    }

    /// What `dump` shows: without the login.
    public var customMirror: Mirror { Mirror(self, children: ["choice": description], displayStyle: .enum) }
}
