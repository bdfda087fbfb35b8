import Foundation
import Glibc
import NetEngineTesting
import TestSupport
import Testing

@testable import NetEngine

/// What a user is told to do where a part of a request, a file or a token is at fault.
@Suite struct HintTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Sentence and hint, with the path of the folder as `~`.
    private func told(_ work: () throws(EngineError) -> Void) -> String? {
        do { try work() } catch { return words(error) }
        return nil
    }

    private func toldLater(_ work: () async throws(EngineError) -> Void) async -> String? {
        do { try await work() } catch { return words(error) }
        return nil
    }

    private func words(_ error: EngineError) -> String { error.description.replacing(folder.path, with: "~") }

    // MARK: Requests

    @Test func `a part of a request that cannot be sent says how it could be`() {
        func build(_ change: (inout RequestDraft) -> Void) -> String? {
            var draft = RequestDraft(url: "http://h/")
            change(&draft)
            return told { () throws(EngineError) in _ = try RequestBuilder().build(draft) }
        }
        let hosts: HeaderFields = [HeaderField("Host", "a"), HeaderField("host", "b")]
        #expect(
            build { $0.headers = hosts }
                == "Header \"Host\": there is more than one. A request has one Host field (RFC 9112 §3.2).")
        #expect(
            build { $0.headers = ["a b": "c"] }
                == "Header \"a b\": the name is not a token. A field name is one word of letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 §5.1)."
        )
        #expect(
            build { $0.method = "a b" }
                == "Method: \"a b\" is not a method token. A method is one word of letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 §5.6.2)."
        )
        #expect(
            build { ($0.method, $0.target, $0.url) = ("OPTIONS", .server, "http://h/x") }
                == "Target: * means the server as a whole, but the URL names a resource of it. Send OPTIONS to a URL without path and query, or ask for a resource (RFC 9112 §3.2.4)."
        )
        let stream = BodyStream(AsyncStream<[UInt8]> { nil })
        #expect(
            build { draft in
                (draft.method, draft.body) = ("POST", .stream(stream))
                draft.options.httpVersion = .http1_0
            }
                == "Body: its length is not known, which HTTP/1.0 cannot send. Give its length, or send by HTTP/1.1.")
        let long =
            "Header \"X\": with 1047553 bytes it is too long; the head of a request has room for 1023 KiB. Send what is long in the body."
        #expect(build { $0.headers = ["X": String(repeating: "x", count: 1_047_553)] } == long)
        #expect(
            build {
                $0.method = "POST"
                $0.body = .file(path: "a\u{0}b")
            }
                == "Body: the file name contains a NUL character. Correct the name of the body file.")
        #expect(
            build {
                $0.method = "POST"
                $0.body = .file(path: folder.path)
            }
                == "Body: ~ is not a regular file. Name a file that holds the body.")
        #expect(
            build {
                $0.method = "POST"
                $0.body = .file(path: "\(folder.path)/gone")
            }
                == "Body: the file ~/gone cannot be read: No such file or directory. Check the name and the permissions of the body file."
        )
    }

    @Test func `a body that cannot be read while it is sent says what to do`() {
        #expect(
            BodyFile.shrank("/a").description
                == "Body: the file /a became shorter or unreadable while it was sent. Send again when nothing writes to the file."
        )
        let gone = RequestBody.file(path: "\(folder.path)/gone")
        #expect(
            told { () throws(EngineError) in _ = try BodyFile.bytes(of: gone) }
                == "Body: the file ~/gone is not there. Check the name of the body file.")
        #expect(
            EngineError.unavailableMD5().hint
                == "Have the server offer SHA-256, or allow MD5 in the machine's OpenSSL configuration.")
    }

    @Test func `a stream that breaks its promise is an error that says which`() async {
        let stub = StubTransport().on("**", .status(200))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        func sent(_ stream: BodyStream) async -> String? {
            await engine.send(RequestDraft(method: "POST", url: "http://h/", body: .stream(stream))).error.map(words)
        }
        func pieces(_ sizes: Int...) -> AsyncStream<[UInt8]> {
            AsyncStream { continuation in
                for size in sizes { continuation.yield([UInt8](repeating: 1, count: size)) }
                continuation.finish()
            }
        }
        let hint = "Give the true length, or none, to send it chunked."
        #expect(
            await sent(BodyStream(pieces(3, 3), length: 5))
                == "Body: the stream gave more bytes than the 5 it promised. \(hint)")
        #expect(
            await sent(BodyStream(pieces(3), length: 5))
                == "Body: the stream gave fewer bytes than the 5 it promised. \(hint)")
        let failing = AsyncThrowingStream<[UInt8], any Error> { throw CancellationError() }
        #expect(
            await sent(BodyStream(failing))
                == "Body: the stream failed: CancellationError(). Look at what makes the bytes of the body.")
        let once = BodyStream(pieces(3))
        #expect(await sent(once) == nil)
        #expect(
            await sent(once)
                == "Body: the stream was read already and cannot be read again. Make the stream from a closure, so that it can be read again."
        )
    }

    @Test func `a form that cannot be written says why`() {
        func encoded(_ part: MultipartForm.Part, boundary: String? = nil) -> String? {
            told { () throws(EngineError) in _ = try MultipartForm([part], boundary: boundary).encoded() }
        }
        let stream = BodyStream(AsyncStream<[UInt8]> { nil })
        #expect(
            encoded(.stream("s", stream), boundary: "b")
                == "Body: a boundary of your own cannot be used: the part \"s\" is a stream, which may contain it. Leave the boundary out: then it is random."
        )
        #expect(
            encoded(.data("d", [1], mediaType: "a\nb"))
                == "Body: the media type of the part \"d\" contains a line break or a NUL character. A media type is one line, such as image/png."
        )
        let endpoint = AnyEndpoint(.post, "http://h/", body: .json(["a": [Double.nan]]))
        let error = told { () throws(EngineError) in _ = try RequestBuilder().draft(for: endpoint) }
        #expect(error?.hasPrefix("Body: the value cannot be written as JSON: at a") == true)
        #expect(error?.hasSuffix(" Correct the value, or its encoding.") == true)
        let query = told { () throws(EngineError) in _ = try [QueryItem](encoding: ["b": Double.nan]) }
        #expect(query?.hasPrefix("Query: the value cannot be written: at b: ") == true)
        #expect(query?.hasSuffix(" Correct the value, or its encoding.") == true)
        #expect(
            told { () throws(EngineError) in _ = try [QueryItem](encoding: [[1]]) }
                == "Query: the value has no members; each item needs a name. Encode a type with members, or a dictionary."
        )
        let nested = told { () throws(EngineError) in _ = try [QueryItem](encoding: ["a": [[1]]]) }
        #expect(nested?.hasSuffix(" Write arrays with indices, or with brackets, as the server reads them.") == true)
    }

    // MARK: Files

    @Test func `a file that is none of the program's own is left alone, with a reason`() async throws {
        let odd = try folder.write("# Netscape HTTP Cookie File\n", to: "odd")
        #expect(
            told { () throws(EngineError) in _ = try CookieJar(file: odd) }
                == "~/odd is not a cookie file: its first line does not name the format netengine-cookies. It was left as it is; name another file."
        )
        let newer = try folder.write(#"{"format":"netengine-cookies","version":2}"# + "\n", to: "newer")
        #expect(
            told { () throws(EngineError) in _ = try CookieJar(file: newer) }
                == "The cookie file ~/newer was written by a newer version of the library. Use the newer version, or another file."
        )
        let torn = try folder.write(#"{"format":"netengine-cookies","version":1}"# + "\n{\"name\":\n", to: "torn")
        #expect(
            try CookieJar(file: torn).fileProblem.map(words)
                == "The cookie file ~/torn is damaged in line 2 and was set aside as ~/torn.damaged. What could be read is kept; remove the damaged file when you have no use for it."
        )
        let token = try folder.write(#"{"version":2,"access_token":"t","obtained":1}"#, to: "token")
        #expect(
            await toldLater { () async throws(EngineError) in _ = try await OAuth2FileStore(path: token).load() }
                == "The token file ~/token was written by a newer version (format 2, this one knows 1) and is left as it is. Use the newer version, or remove the file."
        )
        let cut = try folder.write("{", to: "cut")
        #expect(
            await toldLater { () async throws(EngineError) in _ = try await OAuth2FileStore(path: cut).load() }
                == "The token file ~/cut is damaged and was set aside as ~/cut.damaged. A new token is asked for; remove the damaged file."
        )
        #expect(
            told { () throws(EngineError) in _ = try PrivateFile(path: folder.path).read(limit: 9) }
                == "~ is not a regular file. Choose another name for the file.")
        #expect(try PrivateFile(path: token).read(limit: 45)?.count == 45)
        #expect(
            told { () throws(EngineError) in _ = try PrivateFile(path: token).read(limit: 44) }
                == "The file ~/token is larger than 44 bytes. Look at what the file holds, and remove it if it is not wanted."
        )
        #expect(
            told { () throws(EngineError) in try PrivateFile(path: "\(folder.path)/none/x").write([]) }
                == "The file ~/none/x cannot be written: No such file or directory. Check the name and the permissions of the file and its folder."
        )
        #expect(
            told { () throws(EngineError) in _ = try LogOutput.file("\(folder.path)/none/x") }
                == "The log file ~/none/x cannot be opened. Check the name and the permissions of the file.")
    }

    @Test func `a damaged file is set aside under a name of its own each time`() throws {
        for name in ["a.damaged", "a.damaged-2", "a.damaged-3"] {
            let path = try folder.write(name, to: "a")
            #expect(PrivateFile(path: path).setAside() == "\(folder.path)/\(name)")
            #expect(try folder.read(name) == name)
        }
        #expect(PrivateFile(path: "\(folder.path)/gone").setAside() == nil)
    }

    @Test func `a download says what is in its way`() async throws {
        func part(_ name: String, _ code: Int32? = nil) -> String? {
            told { () throws(EngineError) in
                let part = try PartFile(target: name) { _, _, count in
                    if let code { errno = code }
                    return code == nil ? count : -1
                }
                try part.append([1])
            }
        }
        #expect(part("") == "The target of the download has no usable name. Name a file to write to.")
        #expect(part("a\u{0}") == "The target of the download has no usable name. Name a file to write to.")
        #expect(part(folder.path) == "The target ~ is a folder. Name the file within the folder.")
        try folder.link("odd.part", to: "elsewhere")
        let odd = part("\(folder.path)/odd")
        #expect(odd?.hasPrefix("The file ~/odd cannot be written: ") == true)
        #expect(odd?.hasSuffix(" Check the folder and its permissions, or choose another target.") == true)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/d.part", withIntermediateDirectories: false)
        #expect(part("\(folder.path)/d")?.hasPrefix("The file ~/d cannot be written: ") == true)
        #expect(mkfifo("\(folder.path)/pipe.part", 0o600) == 0)
        #expect(part("\(folder.path)/pipe") == "~/pipe.part is not a regular file. Remove it.")
        for code in [ENOSPC, EDQUOT, EFBIG] {
            let full = part("\(folder.path)/full", code)
            #expect(full?.hasPrefix("There is not enough space for ~/full: ") == true)
            #expect(full?.hasSuffix(" Make room and download again: what came is kept.") == true)
        }
        let first = try PartFile(target: "\(folder.path)/same")
        #expect(
            part("\(folder.path)/same")
                == "Another download is writing to ~/same. Wait for it, or choose another target.")
        first.dropIfEmpty()
        let engine = Engine(configuration: EngineConfiguration(stub: StubTransport()))
        for name in ["Range", "if-range"] {
            let draft = RequestDraft(url: "http://h/", headers: [HeaderField(name, "x")])
            let path = "\(folder.path)/r"
            #expect(
                await toldLater { () async throws(EngineError) in _ = try await engine.download(draft, to: path) }
                    == "Header \"\(name == "Range" ? "Range" : "If-Range")\": a download asks for ranges itself. Remove the field, or send without download."
            )
        }
    }

    @Test func `ranges that never fit together end a download`() async throws {
        let stub = StubTransport()
        stub.on("/file") { request in
            guard request.headers.contains("Range") else {
                return .status(200, headers: ["ETag": "\"a\"", "Content-Length": "10"], body: "0123")
            }
            return .status(206, headers: ["Content-Range": "bytes 9-9/10"], body: "9")
        }
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let path = "\(folder.path)/file"
        #expect(
            await toldLater { () async throws(EngineError) in
                _ = try await engine.download(RequestDraft(url: "http://h/file"), to: path)
            } == "The server's ranges of the file do not fit together. \(ErrorCategory.protocol.hint)")
        #expect(
            stub.received.map { $0.headers["Range"] } == [
                nil, "bytes=4-", nil, "bytes=4-", nil, "bytes=4-", nil, "bytes=4-",
            ])
    }

    @Test func `where no large body can be kept it says which folder to look at`() {
        func told(_ code: Int32, _ held: Int?) -> String {
            EngineError(SpooledBody.Failure(folders: ["/a", "/b"], code: code, held: held)).hint
        }
        #expect(told(ENOSPC, 1) == "Make room there, and send again.")
        #expect(told(EIO, 1) == "Check the folder and its disk.")
        #expect(told(EACCES, nil) == "Check the folder and its permissions.")
        #expect(told(ENOSPC, nil) == "Check the folder and its permissions.")
        #expect(EngineError.Remedy.trustProxy.hint == "To trust it anyway, name its authority as CA file.")
        let headers = EngineError.tooLargeHeaders(limit: 256 << 10)
        #expect(
            headers.hint
                == "Raise the limit of header bytes, to 300 KiB at most, or let the server send fewer or shorter headers."
                && headers.remedy == .raiseHeaderLimit)
        let redirects = EngineError.tooManyRedirects(limit: 10)
        #expect(
            redirects.hint == "Look at the Location fields of the hops, or raise the limit of redirects."
                && redirects.remedy == .raiseRedirectLimit)
        #expect(
            EngineError.cannotStart(EAGAIN).hint
                == "Too few threads or too little memory: see 'ulimit -u' and 'ulimit -v', or close other programs.")
    }

    // MARK: Logins

    @Test func `a login that cannot go on says what to do`() async throws {
        let client = OAuth2Client(tokenURL: "nowhere at all", id: "me")
        let code = OAuth2DeviceCode(
            userCode: "u", verificationURI: "v", verificationURIComplete: nil, expires: 100, interval: .seconds(5),
            deviceCode: "d")
        for now in [99, 100] as [Int64] {
            let answer = await toldLater { () async throws(EngineError) in
                _ = try await client.token(for: code, clock: ManualClock(), now: { now }) { draft in
                    Exchange(
                        id: ExchangeID(rawValue: 1), draft: draft, startedAt: .now,
                        hops: [ExchangeFixtures.hop(response: ExchangeFixtures.response(body: Array("x".utf8)))],
                        timings: PhaseTimings(), error: nil)
                }
            }
            #expect(
                answer
                    == (now == 99
                        ? "No access token from the token URL: the response is neither JSON nor a form. Check the token URL."
                        : "Nobody typed the code before it expired. Ask for a new code, and type it in time."))
        }
        struct Broken: Error {}
        let signature = AWSSignature(region: "r", service: "s", credentials: { throw Broken() })
        #expect(
            await toldLater { () async throws(EngineError) in
                _ = try await signature.signed(RequestDraft(url: "http://h/"))
            }
                == "AWS signature: there are no credentials (Broken). Check where the AWS credentials come from.")
        let context = InterceptorContext(
            id: ExchangeID(rawValue: 1), traceID: "t", url: try HTTPURL.parse("http://h/"),
            firstURL: try HTTPURL.parse("http://h/"), cause: .first)
        #expect(
            await context.send(RequestDraft(url: "http://h/")).error?.sentence
                == "This context was made without a way to send.")
        #expect(OAuth2Client.Authentication.allCases.map(\.rawValue) == ["client_secret_basic", "client_secret_post"])
        #expect("\(ProofKey(verifier: "v", method: .plain))" == "ProofKey(plain)")
        #expect("\(OAuth2Token(accessToken: "t", expires: 7, obtained: 1))" == "OAuth2Token(expires: 7)")
        #expect("\(OAuth2Token(accessToken: "t", obtained: 1))" == "OAuth2Token(expires: unknown)")
        #expect("\(AWSCredentials(accessKeyID: "id", secretAccessKey: "key"))" == "AWSCredentials(id)")
    }
}
