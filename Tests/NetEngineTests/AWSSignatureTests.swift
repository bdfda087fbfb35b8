import TestSupport
import Testing

@testable import NetEngine

/// Signatures tested with the vectors that AWS published: its test suite for Signature Version 4, and the examples of
/// the S3 guide.
@Suite(.timeLimit(.minutes(5))) struct AWSSignatureTests {
    /// 2015-08-30 12:36:00 UTC.
    private static let moment: Int64 = 1_440_938_160
    private static let letters = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    private static let longToken =
        "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuw"
        + "thAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQc"
        + "HNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/"
        + "oLxBA=="

    private func signer(
        _ service: String = "service", token: String? = nil, now: Int64 = moment
    ) -> AWSSignature {
        AWSSignature(
            credentials: AWSCredentials(
                accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                sessionToken: token), region: "us-east-1", service: service, now: { now })
    }

    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        var method = "GET"
        var target = "/"
        var headers: HeaderFields = []
        var body = RequestBody.none
        var token: String?
        var isNormalized = true
        var addsContentHash = false
        let signature: String
        var testDescription: String { name }
    }

    static let vectors: [Vector] = [
        Vector(
            name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-header-key-duplicate",
            headers: [
                HeaderField("My-Header1", "value2"), HeaderField("My-Header1", "value2"),
                HeaderField("My-Header1", "value1"),
            ], signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
        Vector(
            name: "get-header-value-multiline", headers: [HeaderField("My-Header1", "value1,value2,value3")],
            signature: "ba17b383a53190154eb5fa66a1b836cc297cc0a3d70a5d00705980573d8ff790"),
        Vector(
            name: "get-header-value-order",
            headers: [
                HeaderField("My-Header1", "value4"), HeaderField("my-header1", "value1"),
                HeaderField("MY-HEADER1", "value3"), HeaderField("My-Header1", "value2"),
            ], signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
        Vector(
            name: "get-header-value-trim",
            headers: [HeaderField("My-Header1", " value1"), HeaderField("My-Header2", " \"a   b   c\" \t")],
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Vector(
            name: "get-unreserved", target: "/\(letters)",
            signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
        Vector(
            name: "get-utf8", target: "/ሴ",
            signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
        Vector(
            name: "get-space-normalized", target: "/example space/",
            signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
        Vector(
            name: "get-slashes-normalized", target: "//example//",
            signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
        Vector(
            name: "get-slashes-unnormalized", target: "//example//", isNormalized: false,
            signature: "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5"),
        Vector(
            name: "get-slash-unnormalized", target: "//", isNormalized: false,
            signature: "c88bcd3d312d75078c0cd961d6deae3f4c754924b01669efcfcb439fd5e5b76e"),
        Vector(
            name: "get-relative-relative-normalized", target: "/example1/example2/../..",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-relative-relative-unnormalized", target: "/example1/example2/../..", isNormalized: false,
            signature: "dc33e0856fd4baca4d7aa2146c38958283844764f38c74252a333df5e613003b"),
        Vector(
            name: "get-slash-dot-slash-normalized", target: "/./",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-slash-dot-slash-unnormalized", target: "/./", isNormalized: false,
            signature: "68714168e6557f8f2de0ef956fc24dc2593a4bd2961f8df51898d8a134695145"),
        Vector(
            name: "get-slash-pointless-dot-normalized", target: "/./example",
            signature: "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
        Vector(
            name: "get-vanilla-empty-query-key", target: "/?Param1=value1",
            signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
        Vector(
            name: "get-vanilla-query", target: "/?",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-vanilla-query-order-key-case", target: "/?Param2=value2&Param1=value1",
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            name: "get-vanilla-query-order-encoded", target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
            signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
        Vector(
            name: "get-vanilla-query-unreserved", target: "/?\(letters)=\(letters)",
            signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
        Vector(
            name: "get-vanilla-utf8-query", target: "/?ሴ=bar",
            signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
        Vector(
            name: "get-vanilla-with-session-token",
            token: "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267",
            signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
        Vector(
            name: "post-sts-header-before", method: "POST", token: longToken,
            signature: "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"),
        Vector(
            name: "post-vanilla", method: "POST",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Vector(
            name: "post-header-key-sort", method: "POST", headers: [HeaderField("My-Header1", "value1")],
            signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
        Vector(
            name: "post-header-value-case", method: "POST", headers: [HeaderField("My-Header1", "VALUE1")],
            signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
        Vector(
            name: "post-vanilla-query", method: "POST", target: "/?Param1=value1",
            signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
        Vector(
            name: "post-vanilla-query-nonunreserved", method: "POST",
            target: "/?%40%23%24%25%5E&+=/%2C?%3E%3C%60%22%3B%3A%5C%7C%5D%5B%7B%7D",
            signature: "66c82657c86e26fb25238d0e69f011edc4c6df5ae71119d7cb98ed9b87393c1e"),
        Vector(
            name: "post-vanilla-query-space", method: "POST", target: "/?p",
            signature: "e71688addb58a26418614085fb730ba3faa623b461c17f48f2fbdb9361b94a9b"),
        Vector(
            name: "post-x-www-form-urlencoded", method: "POST",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            body: .bytes(Array("Param1=value1".utf8)),
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
        Vector(
            name: "post-x-www-form-urlencoded-parameters", method: "POST",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded; charset=utf8")],
            body: .bytes(Array("Param1=value1".utf8)),
            signature: "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe"),
        Vector(
            name: "post-x-www-form-urlencoded with length and hash", method: "POST",
            headers: [
                HeaderField("Content-Type", "application/x-www-form-urlencoded"), HeaderField("Content-Length", "13"),
            ], body: .bytes(Array("Param1=value1".utf8)), addsContentHash: true,
            signature: "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b"),
    ]

    @Test(arguments: vectors)
    func `headers are signed as the published test suite says`(_ vector: Vector) async throws {
        var signer = signer(token: vector.token)
        // The suite's paths are not encoded yet, so it encodes them only once.
        signer.pathRule = .init(isNormalized: vector.isNormalized, isEncodedTwice: false)
        signer.addsContentHash = vector.addsContentHash
        let signed = try await signer.signed(
            RequestDraft(
                method: vector.method, url: "https://example.amazonaws.com\(vector.target)", headers: vector.headers,
                body: vector.body))
        let authorization = try #require(signed.headers["Authorization"])
        #expect(
            authorization.hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders="))
        #expect(authorization.hasSuffix(", Signature=\(vector.signature)"))
        #expect(signed.headers["X-Amz-Date"] == "20150830T123600Z")
    }

    @Test(
        arguments: [
            (
                "/?Param2=value2&Param1=value1", [],
                "86012e2c9ad4d77369f5d81c11f75158aae4f895a085212cc6d3f923d300bed5"
            ),
            (
                "/", [HeaderField("My-Header1", " value1"), HeaderField("My-Header2", "\"a   b   c\"")],
                "e7bb0fd515e125e1aec2ecc4c0c17484fb06f6846b927c35e46005dd3df3acd4"
            ),
            ("/example/..", [], "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d"),
        ] as [(String, [HeaderField], String)])
    func `queries are signed as the published test suite says`(
        _ target: String, _ headers: [HeaderField], _ signature: String
    ) async throws {
        let url = try await signer().presignedURL(
            for: RequestDraft(url: "https://example.amazonaws.com\(target)", headers: HeaderFields(headers)),
            lifetime: .seconds(3600))
        #expect(url.hasPrefix("https://example.amazonaws.com\(target)"))
        #expect(url.hasSuffix("&X-Amz-Signature=\(signature)"))
    }

    // MARK: S3

    private let s3 = AWSSignature(
        credentials: AWSCredentials(
            accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        now: { 1_369_353_600 })

    @Test(arguments: [
        (
            RequestDraft(
                url: "https://examplebucket.s3.amazonaws.com/test.txt", headers: [HeaderField("Range", "bytes=0-9")]),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        (
            RequestDraft(
                method: "PUT", url: "https://examplebucket.s3.amazonaws.com/test$file.text",
                headers: [
                    HeaderField("Date", "Fri, 24 May 2013 00:00:00 GMT"),
                    HeaderField("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ], body: .bytes(Array("Welcome to Amazon S3.".utf8))),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        (
            RequestDraft(url: "https://examplebucket.s3.amazonaws.com/?lifecycle"),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        (
            RequestDraft(url: "https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J"),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ])
    func `S3 is signed as its guide says`(_ draft: RequestDraft, _ signature: String) async throws {
        let signed = try await s3.signed(draft)
        #expect(signed.headers["Authorization"]?.hasSuffix("Signature=\(signature)") == true)
        #expect(signed.headers["X-Amz-Content-SHA256"]?.count == 64)
    }

    @Test func `a presigned URL of S3 is that of its guide`() async throws {
        let url = try await s3.presignedURL(
            for: RequestDraft(url: "https://examplebucket.s3.amazonaws.com/test.txt"), lifetime: .seconds(86400))
        #expect(
            url == "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
                + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
    }

    // MARK: Cases without a vector

    @Test(arguments: [
        ("/a%20b/ü", AWSCanonicalRequest.PathRule.others, "/a%2520b/%25C3%25BC"),
        ("/a%20b/x+y:z", .objectStorage, "/a%20b/x%2By%3Az"), ("/a%2Fb", .objectStorage, "/a%2Fb"),
        ("/a/../b//c", .objectStorage, "/a/../b//c"), ("/a/../b//c/", .others, "/b/c/"), ("/../..", .others, "/"),
        ("/", .objectStorage, "/"),
    ])
    func `paths are encoded by the rule of the service`(
        _ path: String, _ rule: AWSCanonicalRequest.PathRule, _ canonical: String
    ) throws {
        let url = try HTTPURL.parse("http://h\(path)")
        #expect(AWSCanonicalRequest.path(url.path, rule) == canonical)
    }

    @Test(arguments: [
        ("b=2&a=1&a=0&a", "a=&a=0&a=1&b=2"), ("a=b=c", "a=b%3Dc"), ("x=%7e%41", "x=~A"), ("&&", ""),
        ("a+b=%20", "a%2Bb=%20"),
    ])
    func `queries are sorted and encoded in one way`(_ query: String, _ canonical: String) {
        #expect(AWSCanonicalRequest.query(query) == canonical)
    }

    @Test(arguments: [
        ("sqs.eu-west-1.amazonaws.com", "eu-west-1", "sqs"), ("bucket.s3.amazonaws.com", "us-east-1", "s3"),
        ("a.b.s3.dualstack.us-west-2.amazonaws.com", "us-west-2", "s3"), ("iam.amazonaws.com", "us-east-1", "iam"),
        ("x.execute-api.us-gov-west-1.amazonaws.com", "us-gov-west-1", "execute-api"),
        ("search-a.us-east-2.es.amazonaws.com", "us-east-2", "es"), ("s3-eu-west-3.amazonaws.com", "eu-west-3", "s3"),
        ("dynamodb.cn-north-1.amazonaws.com.cn", "cn-north-1", "dynamodb"),
        ("email.us-east-1.amazonaws.com", "us-east-1", "ses"), ("u.lambda-url.eu-west-1.on.aws", "eu-west-1", "lambda"),
        ("vpce-1.s3.us-east-1.vpce.amazonaws.com", "us-east-1", "s3"),
        ("bucket.vpce-1-a.s3.eu-west-1.vpce.amazonaws.com", "eu-west-1", "s3"),
        ("vpce-1.execute-api.us-east-1.vpce.amazonaws.com", "us-east-1", "execute-api"),
        ("kms-fips.us-east-2.amazonaws.com", "us-east-2", "kms"),
        ("email-fips.us-west-2.amazonaws.com", "us-west-2", "ses"),
        ("bucket.s3-fips.dualstack.us-east-2.amazonaws.com", "us-east-2", "s3"),
        ("bucket.s3-accelerate.dualstack.amazonaws.com", "us-east-1", "s3"),
        ("1.s3-control.eu-west-1.amazonaws.com", "eu-west-1", "s3"),
        ("b--usw2-az1--x-s3.s3express-usw2-az1.us-west-2.amazonaws.com", "us-west-2", "s3express"),
        ("s3express-control.us-west-2.amazonaws.com", "us-west-2", "s3express"),
        ("bedrock-runtime.us-east-1.amazonaws.com", "us-east-1", "bedrock"),
        ("bedrock-agent.eu-west-1.amazonaws.com", "eu-west-1", "bedrock"),
        ("bedrock-agent-runtime.eu-west-1.amazonaws.com", "eu-west-1", "bedrock"),
        ("x.appsync-api.eu-west-1.amazonaws.com", "eu-west-1", "appsync"),
        ("aps-workspaces.eu-west-1.amazonaws.com", "eu-west-1", "aps"),
    ])
    func `AWS hosts contain region and service`(_ host: String, _ region: String, _ service: String) {
        #expect(AWSTarget(host: host) == AWSTarget(region: region, service: service))
    }

    @Test func `a host without region and service is refused, and so are missing credentials`() async throws {
        struct Missing: Error {}
        let unnamed = AWSSignature(credentials: AWSCredentials(accessKeyID: "a", secretAccessKey: "b"))
        for signer in [unnamed, AWSSignature(region: "r", service: "s") { throw Missing() }] {
            let engine = Engine(configuration: EngineConfiguration(interceptors: [signer]))
            let exchange = await engine.send(RequestDraft(url: "http://127.0.0.1:1/"))
            #expect(exchange.error?.category == .requestBuild)
            #expect(exchange.error?.sentence.hasPrefix("AWS signature: ") == true)
        }
    }

    @Test func `the secret parts of credentials are not printed`() {
        let credentials = AWSCredentials(accessKeyID: "id", secretAccessKey: "secret", sessionToken: "token")
        #expect("\(credentials) \(String(reflecting: credentials))" == "AWSCredentials(id) AWSCredentials(id)")
    }

    /// Takes a request apart as a server does and signs it again.
    private func verifies(_ request: StubRequest, _ service: String, payloadHash: String) throws -> Bool {
        let authorization = try #require(request.field("Authorization"))
        let names = try #require(authorization.firstMatch(of: /SignedHeaders=([^,]*)/)).1.split(separator: ";")
        let headers = HeaderFields(names.map { HeaderField(String($0), request.field(String($0)) ?? "") })
        let url = try HTTPURL.parse("http://\(request.field("Host") ?? "")\(request.target)")
        let canonical = AWSCanonicalRequest(
            method: request.method, url: url, headers: headers, payloadHash: payloadHash,
            rule: service == "s3" ? .objectStorage : .others)
        var key = Array("AWS4wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".utf8)
        let text =
            "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/\(service)/aws4_request\n"
            + Hexadecimal.text(SHA256.hash(canonical.bytes))
        for step in ["20150830", "us-east-1", service, "aws4_request", text] {
            key = HMACSHA256.code(for: Array(step.utf8), key: key)
        }
        return authorization.hasSuffix("Signature=\(Hexadecimal.text(key))")
    }

    @Test(arguments: ["PUT", ""])
    func `what arrives is what was signed, host with port, retries and redirects too`(_ method: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("from a file", to: "body")
        // An empty method is GET.
        let (body, sent): (RequestBody, String) =
            method.isEmpty
            ? (.file(path: path), "from a file")
            : (.pieces([.bytes(Array("bytes and ".utf8)), .file(path: path)]), "bytes and from a file")
        try await StubServer.with(
            .routes(["/first/x%20y?b=2&a=1": .redirect(307, to: "/se/../cond"), "/cond": .status(200)])
        ) {
            server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [
                    DefaultHeaders([HeaderField("X-Default", "d")]), signer("service", token: "tok"),
                ]))
            let exchange = await engine.send(
                RequestDraft(
                    method: method, url: server.url + "/first/x y?b=2&a=1",
                    headers: [HeaderField("X-A", "1"), HeaderField("Content-Type", "text/plain")], body: body))
            #expect(exchange.isSuccess)
            #expect(server.received.count == 2)
            let hash = Hexadecimal.text(SHA256.hash(Array(sent.utf8)))
            for request in server.received {
                let isRight = try verifies(request, "service", payloadHash: hash)
                #expect(isRight)
                #expect(
                    request.field("Authorization")?.contains(
                        "SignedHeaders=content-type;host;x-a;x-amz-date;x-amz-security-token;x-default,") == true)
                #expect(request.field("X-Amz-Security-Token") == "tok")
                #expect(request.lines.filter { $0.hasPrefix("Authorization:") }.count == 1)
            }
        }
    }

    @Test func `a stream is sent unsigned, and says so`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [signer("s3")]))
            let exchange = await engine.send(
                RequestDraft(
                    method: "PUT", url: server.url + "/a//b",
                    body: .stream(
                        BodyStream {
                            AsyncStream {
                                $0.yield([1, 2])
                                $0.finish()
                            }
                        })))
            #expect(exchange.isSuccess)
            let request = try #require(server.received.first)
            #expect(request.field("X-Amz-Content-SHA256") == "UNSIGNED-PAYLOAD")
            let isRight = try verifies(request, "s3", payloadHash: "UNSIGNED-PAYLOAD")
            #expect(isRight)
        }
    }

    @Test func `a signature and its token do not cross to another origin`() async throws {
        try await StubServer.with(.status(200)) { other in
            try await StubServer.with(.redirect(307, to: other.url + "/there")) { server in
                let engine = Engine(
                    configuration: EngineConfiguration(interceptors: [signer("s3", token: "tok")]))
                #expect(await engine.send(RequestDraft(url: server.url)).isSuccess)
                #expect(server.received.first?.field("Authorization") != nil)
                let lines = try #require(other.received.first).lines
                #expect(!lines.contains { $0.lowercased().hasPrefix("x-amz") || $0.hasPrefix("Authorization") })
            }
        }
    }

    @Test func `a typed Authorization stays`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [signer()]))
            _ = await engine.send(RequestDraft(url: server.url, headers: [HeaderField("Authorization", "mine")]))
            #expect(server.received.first?.field("Authorization") == "mine")
            #expect(server.received.first?.field("X-Amz-Date") == nil)
        }
    }
}
