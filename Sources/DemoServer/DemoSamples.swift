import CSamples
import NetEngine

/// The files of `Collections/Demo` as they were when the program was built. The server serves its own description from them.
package enum DemoSamples {
    /// Their paths relative to the collection's folder, and their contents.
    package static var files: [(path: String, bytes: [UInt8])] {
        (0..<csamples_count()).map { index in
            let file = csamples_file_at(index)
            return (String(cString: file.path), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
    }

    /// The OpenAPI description of the server.
    static let description = bytes("13-openapi/openapi.yaml")
    /// The GraphQL schema of the server.
    static let schema = bytes("14-graphql-schema/shop.graphql")

    private static func bytes(_ path: String) -> [UInt8] { files.first { $0.path == path }?.bytes ?? [] }

    /// - Parameter name: of the route.
    static func answer(_ name: String, _ request: DemoRequest) -> DemoResponse {
        guard ["GET", "HEAD"].contains(request.method) else { return .wrongMethod(allowed: "GET, HEAD") }
        let (bytes, type) =
            name == "openapi.yaml" ? (description, "application/yaml") : (schema, "text/plain; charset=utf-8")
        let tag = "\"\(Hexadecimal.text(SHA256.hash(bytes)).prefix(16))\""
        let headers = [("ETag", tag), ("Cache-Control", "max-age=60")]
        if request.header("If-None-Match") == tag { return DemoResponse(304, headers: headers) }
        return DemoResponse(200, headers: [("Content-Type", type)] + headers, body: .bytes(bytes))
    }
}
