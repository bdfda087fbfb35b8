import Foundation
import FoundationNetworking
import NetEngine
import TestSupport
import Testing

@testable import NetEngineURLSession

/// What URLSession cannot send, and what its errors mean.
@Suite struct SessionRuleTests {
    /// Code, whether a head had come, URL and words.
    private static let failures: FilledTable = """
        -999 | no | http://h/ | x -> cancelled -: The request was cancelled.
        -1003 | no | http://h/ | x -> dns dns: The host name h was not found.
        -1006 | no | http://h/ | x -> dns dns: The host name h was not found.
        -1004 | no | http://h/ | x -> connect connect: h:80 refused the connection.
        -1005 | no | http://h/ | x -> connect wait: h:80 closed the connection before the response began.
        -1005 | head | http://h/ | x -> protocol receive: The body was cut short or is wrongly framed: x.
        -1011 | no | http://h/ | x -> connect wait: h:80 closed the connection before the response began.
        -1011 | head | http://h/ | x -> protocol receive: The body was cut short or is wrongly framed: x.
        -1009 | no | http://h/ | x -> offline connect: There is no route from this machine to h:80.
        -1001 | no | http://h/ | x -> timeout connect: The system gave up connecting to h:80.
        -1002 | no | http://h/ | x -> protocol receive: The response of h:80 does not begin with an HTTP head.
        -1000 | no | http://h/ | x. -> request-build -: URL: Foundation cannot use it: x.
        -1100 | no | http://h/ | x -> request-build send: The body of the request could not be read.
        -1102 | no | http://h/ | x -> request-build send: The body of the request could not be read.
        -1 | no | http://h/ | Network is unreachable -> offline connect: There is no route from this machine to h:80.
        -1 | no | http://h/ | Failed to connect to h -> connect connect: No connection to h:80: Failed to connect to h.
        -1 | no | http://h/ | Couldn't connect to server -> connect connect: No connection to h:80: Couldn't connect to server.
        -1 | head | http://h/ | Too large response headers: 9 -> too-large receive: The headers of the response are larger than URLSession takes.
        -1 | no | http://h/ | Out of memory -> too-large receive: The headers of the response are larger than URLSession takes.
        -1 | head | http://h/ | Unknown content encoding type -> protocol receive: The body cannot be decoded: Unknown content encoding type.
        -1 | head | http://h/ | Error while processing zstd -> protocol receive: The body cannot be decoded: Error while processing zstd.
        -1 | no | http://h/ | Operation was aborted by an application callback -> request-build send: The body of the request could not be read.
        -1 | no | http://h/ | read function returned funny value -> request-build send: The body of the request could not be read.
        -1 | head | http://h/ | Weird server reply -> protocol receive: The response of h:80 does not begin with an HTTP head.
        -1 | no | http://h/ | Received HTTP/0.9 when not allowed -> protocol receive: The response of h:80 does not begin with an HTTP head.
        -1 | no | http://h/ | transfer closed with outstanding read data -> protocol receive: The body was cut short or is wrongly framed: transfer closed with outstanding read data.
        -1 | no | http://h/ | Recv failure: reset -> connect wait: h:80 closed the connection before the response began.
        -1 | head | http://h/ | Recv failure: reset -> protocol receive: The body was cut short or is wrongly framed: Recv failure: reset.
        -1 | no | http://h/ | something else -> internal -: URLSession failed: something else.
        -1 | no | https://h/ | certificate has expired -> tls tls: The certificate of h:443 has expired.
        -1 | no | https://h/ | self-signed certificate -> tls tls: The certificate of h:443 is self-signed and not trusted here.
        -1 | no | https://h/ | unable to get local issuer certificate -> tls tls: The certificate of h:443 is signed by an authority that is not trusted here.
        -1 | no | https://h/ | SSL: wrong version number -> tls tls: h:443 does not speak TLS.
        -1 | head | https://h/ | SSL read failed -> protocol receive: The body was cut short or is wrongly framed: SSL read failed.
        -1 | no | https://h/ | self signed certificate -> tls tls: The certificate of h:443 is self-signed and not trusted here.
        -1 | no | http://h/ | Could not connect -> connect connect: No connection to h:80: Could not connect.
        -1 | head | http://h/ | cannot decompress -> protocol receive: The body cannot be decoded: cannot decompress.
        -1 | no | http://h/ | Error while inflating -> protocol receive: The body cannot be decoded: Error while inflating.
        -1 | no | http://h/ | deflate failed -> protocol receive: The body cannot be decoded: deflate failed.
        -1 | no | http://h/ | brotli failed -> protocol receive: The body cannot be decoded: brotli failed.
        -1 | no | http://h/ | Failed writing header -> protocol receive: The response of h:80 does not begin with an HTTP head.
        -1 | no | http://h/ | Nul byte in header -> protocol receive: The response of h:80 does not begin with an HTTP head.
        -1 | no | http://h/ | Header without colon -> protocol receive: The response of h:80 does not begin with an HTTP head.
        -1 | no | http://h/ | Transferred a partial file -> protocol receive: The body was cut short or is wrongly framed: Transferred a partial file.
        -1 | no | http://h/ | Illegal or missing hexadecimal sequence -> protocol receive: The body was cut short or is wrongly framed: Illegal or missing hexadecimal sequence.
        -1 | no | http://h/ | bad chunk. -> protocol receive: The body was cut short or is wrongly framed: bad chunk.
        -1 | no | http://h/ | Send failure: Broken pipe -> connect wait: h:80 closed the connection before the response began.
        -1 | no | http://h/ | Connection reset by peer -> connect wait: h:80 closed the connection before the response began.
        -1 | no | http://h/ | Failure when receiving data from the peer -> connect wait: h:80 closed the connection before the response began.
        -1 | no | http://h/ | Failed sending data to the peer -> connect wait: h:80 closed the connection before the response began.
        -1 | no | http://h/ | SSL something -> internal -: URLSession failed: SSL something.
        """

    @Test func `an error of URLSession is told as one of the engine`() {
        let text = Self.failures.filled { row in
            let columns = row.columns
            let error = NSError(
                domain: NSURLErrorDomain, code: Int(columns[0]) ?? 0, userInfo: [NSLocalizedDescriptionKey: columns[3]])
            let told = SessionFailure(
                error: error, url: try HTTPURL.parse(columns[2]), hasHead: columns[1] == "head"
            ).engineError
            return "\(told.category.rawValue) \(told.phase?.rawValue ?? "-"): \(told.sentence)"
        }
        #expect(text == Self.failures.text)
    }

    @Test func `hints of failures say what to look at`() throws {
        func hint(_ code: Int, hasHead: Bool = false) throws -> String {
            let error = NSError(domain: NSURLErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: "x"])
            let told = SessionFailure(error: error, url: try HTTPURL.parse("http://h/"), hasHead: hasHead).engineError
            #expect(code == -999 || told.underlying == UnderlyingCode(domain: .url, code: code, text: "x"))
            return told.hint
        }
        #expect(try hint(-1003) == "Check the spelling of the host, and that this machine's name server answers.")
        #expect(try hint(-1004) == "Check the port, and that the server is running.")
        #expect(try hint(-1005) == "The request may have been acted upon; send again if that does no harm.")
        #expect(try hint(-1002) == "Something other than HTTP may listen there; look at the port and the scheme.")
        #expect(try hint(-1001) == ErrorCategory.timeout.hint)
        #expect(try hint(-1011, hasHead: true) == ErrorCategory.protocol.hint)
    }

    private static func refusal(
        _ method: HTTPMethod = .get, _ headers: HeaderFields = [], body: RequestBody = .none, isServer: Bool = false,
        _ change: (inout RequestOptions) -> Void = { _ in }
    ) throws -> String? {
        var options = RequestOptions(proxy: .environment)
        change(&options)
        let url = try HTTPURL.parse("http://h/")
        let server = HTTPURL(scheme: .http, userInfo: nil, host: "h", explicitPort: nil, path: "", query: nil)
        // With a proxy that the environment names, so that the machine's own variables do not matter.
        let request = PreparedRequest(
            method: method, url: isServer ? server : url, headers: headers, body: body, options: options,
            proxy: try ProxyServer("http://p"))
        return SessionRequest.refusal(of: request)?.sentence
    }

    @Test func `what URLSession cannot send is refused by name`() throws {
        #expect(try Self.refusal(.post, body: .bytes([1])) == nil)
        #expect(
            try Self.refusal { $0.httpVersion = .http2 } == "URLSession cannot choose the version of HTTP.")
        #expect(try Self.refusal { $0.caFile = "/a" } == "URLSession cannot be given certificate authorities.")
        #expect(try Self.refusal { $0.verifiesTLS = false } == "URLSession cannot leave a certificate unchecked.")
        #expect(
            try Self.refusal { $0.tls.minimumVersion = .tls1_3 }
                == "URLSession cannot be given client certificates, pins or authorities.")
        #expect(
            try Self.refusal { $0.connection.addressFamily = .ipv4 }
                == "URLSession cannot choose where and from where it connects.")
        #expect(try Self.refusal { $0.proxy = .url("http://p") } == "URLSession cannot be given a proxy.")
        #expect(try Self.refusal(body: .bytes([])) == "URLSession cannot send a body with GET.")
        #expect(try Self.refusal(.options, isServer: true) == "URLSession cannot send the target *.")
        #expect(try Self.refusal(.connect) == "URLSession cannot send CONNECT.")
        #expect(try Self.refusal(.head) == nil && Self.refusal(.options) == nil)
        let latin: HeaderFields = [HeaderField(nameBytes: Array("X-L".utf8), valueBytes: [0xFF])]
        #expect(
            try Self.refusal(.get, latin) == "URLSession cannot send the field \"X-L\", whose bytes are not UTF-8.")
    }

    /// URL and variables.
    private static let variables: FilledTable = """
        http://h/ | http_proxy=p -> http_proxy
        http://h/ | HTTP_PROXY=p -> nil
        http://h/ | https_proxy=p -> nil
        https://h/ | HTTPS_PROXY=p -> HTTPS_PROXY
        https://h/ | https_proxy=p HTTPS_PROXY=q -> https_proxy
        https://h/ | https_proxy= ALL_PROXY=p -> ALL_PROXY
        http://h/ | all_proxy=p ALL_PROXY=q -> all_proxy
        http://a.h/ | http_proxy=p no_proxy=h -> nil
        http://a.h/ | http_proxy=p NO_PROXY=x,.h -> nil
        http://ah/ | http_proxy=p no_proxy=h -> http_proxy
        http://h/ | http_proxy=p no_proxy=a.h -> http_proxy
        http://h/ | http_proxy=p no_proxy=* -> nil
        http://h/ | http_proxy=p no_proxy=x NO_PROXY=h -> http_proxy
        """

    @Test func `the variable of a proxy that the request leaves out is found`() {
        let text = Self.variables.filled { row in
            let columns = row.columns
            var variables: [String: String] = [:]
            for pair in columns[1].split(separator: " ") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                variables[String(parts[0])] = String(parts[1])
            }
            return SessionRequest.proxyVariable(for: try HTTPURL.parse(columns[0]), in: variables)
        }
        #expect(text == Self.variables.text)
    }
}
