/// A key pair of AWS, or of a service that speaks its protocol. Printing it never shows the secret parts.
public struct AWSCredentials: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The public part, such as `AKIA…`: it is sent with each request.
    public var accessKeyID: String
    /// The secret part: it signs, and is never sent.
    public var secretAccessKey: String
    /// Of temporary credentials; sent as `X-Amz-Security-Token`.
    public var sessionToken: String?

    /// A key pair; temporary ones have a session token too.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// With the public part only.
    public var description: String { "AWSCredentials(\(accessKeyID))" }
    /// With the public part only.
    public var debugDescription: String { description }
}

/// Which service in which region a signature is for.
struct AWSTarget: Sendable, Hashable {
    let region: String
    let service: String

    /// Read from a host below `amazonaws.com` (or `on.aws`, for functions); nil for other hosts.
    ///
    /// `sqs.eu-west-1.amazonaws.com`, `bucket.s3.amazonaws.com` (a service without a region is in `us-east-1`),
    /// `name.eu-west-1.es.amazonaws.com`, `id.lambda-url.eu-west-1.on.aws`,
    /// `vpce-1.s3.us-east-1.vpce.amazonaws.com`.
    init?(host: String) {
        var labels = host.split(separator: ".").map(String.init)
        if labels.suffix(2) == ["on", "aws"] {
            labels.removeLast(2)
        } else {
            if labels.last == "cn" { labels.removeLast() }
            guard labels.suffix(2) == ["amazonaws", "com"] else { return nil }
            labels.removeLast(2)
        }
        // An endpoint of one's own network: the service is where it is in other hosts.
        if labels.last == "vpce" { labels.removeLast() }
        labels.removeAll { $0 == "dualstack" }
        guard let last = labels.popLast() else { return nil }
        var name: String?
        if Self.isRegion(last) {
            region = last
            name = labels.last
        } else if let before = labels.last, Self.isRegion(before) {
            (region, name) = (before, last)
        } else if last.hasPrefix("s3-"), Self.isRegion(String(last.dropFirst(3))) {
            (region, name) = (String(last.dropFirst(3)), "s3")
        } else {
            (region, name) = ("us-east-1", last)
        }
        guard let name else { return nil }
        let plain = name.hasSuffix("-fips") ? String(name.dropLast("-fips".count)) : name
        // `s3express-usw2-az1`: one name for each zone, and one for buckets.
        service = plain.hasPrefix("s3express-") ? "s3express" : Self.signingNames[plain] ?? plain
    }

    /// Of services that have another name in their hosts.
    private static let signingNames = [
        "aps-workspaces": "aps", "appsync-api": "appsync", "bedrock-agent": "bedrock",
        "bedrock-agent-runtime": "bedrock",
        "bedrock-runtime": "bedrock", "email": "ses", "lambda-url": "lambda", "s3-accelerate": "s3", "s3-control": "s3",
    ]

    init(region: String, service: String) {
        self.region = region
        self.service = service
    }

    /// `eu-west-1`, `us-gov-east-1`.
    private static func isRegion(_ label: String) -> Bool {
        let parts = label.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 3, let first = parts.first, let last = parts.last else { return false }
        return first.utf8.count == 2 && first.utf8.allSatisfy { (97...122).contains($0) } && last.utf8.count == 1
            && last.utf8.allSatisfy(ASCII.isDigit)
    }

    /// S3 and compatible services: paths are signed as they are, and the hash of the body is a separate field.
    var isObjectStorage: Bool { ["s3", "s3express", "s3-object-lambda", "s3-outposts"].contains(service) }
}
