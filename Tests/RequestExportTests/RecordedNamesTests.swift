import TestSupport
import Testing

@testable import RequestExport

/// The names that variables and requests get in exported scripts and code, as they were recorded (`Recorded`): each word that means
/// something there is one of them.
@Suite struct RecordedNamesTests {
    private static let words = """
        PATH, HOME, IFS, PS1, PS2, PS4, PWD, OLDPWD, SHELL, USER, LOGNAME, LANG, TERM, TMPDIR, ENV, CDPATH,
        MAIL, OPTARG, OPTIND, PPID, LINENO, UID, EUID, RANDOM, SECONDS, HOSTNAME, EDITOR, HTTP_PROXY,
        HTTPS_PROXY, ALL_PROXY, NO_PROXY, CURL_HOME, CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR,
        SSLKEYLOGFILE, NETRC, PYTHONPATH, HTTPIE_CONFIG_DIR, REQUESTS_CA_BUNDLE, LC_X, RESPONSE, REQUEST,
        BODY, HEADERS, AUTH, PROCESSENV, DOTENV, Any, AnyEndpoint, Array, AWSCredentials, AWSSignature,
        Bool, CacheMode, Character, Data, Decodable, Dictionary, DigestAuthentication, Double, Duration,
        Encodable, Endpoint, EndpointBody, Engine, Error, Float, HTTPMethod, HeaderField, HeaderFields, Int,
        Interceptor, Never, Optional, PercentEncoding, Protocol, Request, RequestOptions, Response, Result,
        RetryPolicy, Self, Sendable, Set, String, Timeouts, Type, UInt8, Void, baseURL, body, cacheMode,
        decoder, headers, interceptors, method, options, path, query, successStatuses, timeout, self, init,
        as, associatedtype, async, await, break, case, catch, class, continue, default, defer, deinit, do,
        else, enum, extension, fallthrough, false, fileprivate, for, func, guard, if, import, in, inout,
        internal, is, let, nil, operator, package, precedencegroup, private, protocol, public, repeat,
        rethrows, return, static, struct, subscript, super, switch, throw, throws, true, try, typealias,
        var, where, while, response x, request x, headers x, auth x, processenv x, dotenv x
        """

    @Test func `names are what was recorded`() throws {
        let words = Self.words.split { $0 == "," || $0.isNewline }.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        let lines = words.map { word in
            var (shell, types, members) = (
                ShellNames(), SwiftNames(taken: SwiftNames.types), SwiftNames(taken: SwiftNames.members)
            )
            let names = [shell.name(of: String(word)), types.type(String(word)), members.property(String(word))]
            return "\(word): \(names.joined(separator: " "))\n"
        }
        try Recorded.expect([("shell, type, property", lines.joined())], in: "exports/names")
    }
}
