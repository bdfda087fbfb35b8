/// Through which proxy a request goes.
public enum ProxyChoice: Sendable, Hashable {
    /// None, whatever the process environment says.
    case none
    /// As `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` of the process say, read as the curl program reads them.
    case environment
    /// `http://`, `https://`, `socks4://`, `socks4a://`, `socks5://` or `socks5h://`, with `user:password@` where needed.
    case url(String)
}
