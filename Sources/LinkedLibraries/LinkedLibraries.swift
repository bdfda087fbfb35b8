/// The libraries of this machine that requests are sent with.
package struct LinkedLibraries: Sendable, Hashable {
    package struct Library: Sendable, Hashable {
        package var name: String
        package var version: String
        /// What it is used for here, in words.
        package var features: [String]

        package init(_ name: String, _ version: String, _ features: [String] = []) {
            self.name = name
            self.version = version
            self.features = features
        }
    }

    package var curl: Library
    /// nil if libcurl cannot do TLS.
    package var tls: Library?
    /// nil if libcurl cannot do HTTP/2.
    package var http2: Library?
    /// Each decodes one content coding.
    package var codings: [Library]
    /// Where libcurl looks for the CA certificates if no variable says otherwise.
    package var certificateFile: String?
    package var certificateFolder: String?

    package init(
        curl: Library, tls: Library?, http2: Library?, codings: [Library], certificateFile: String? = nil,
        certificateFolder: String? = nil
    ) {
        self.curl = curl
        self.tls = tls
        self.http2 = http2
        self.codings = codings
        self.certificateFile = certificateFile
        self.certificateFolder = certificateFolder
    }

    /// Those that this process has loaded.
    package static var loaded: LinkedLibraries {
        let tls = CurlLibrary.tls.map { text in
            let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
            return Library(parts.first ?? text, parts.count > 1 ? parts[1] : "?", ["TLS"])
        }
        return LinkedLibraries(
            curl: Library("libcurl", CurlLibrary.version, CurlLibrary.features), tls: tls,
            http2: CurlLibrary.http2Version.map { Library("nghttp2", $0, ["HTTP/2"]) },
            codings: [
                Library("zlib", CodingLibraries.zlib, ["gzip", "deflate"]),
                Library("brotli", CodingLibraries.brotli, ["br"]), Library("zstd", CodingLibraries.zstd, ["zstd"]),
            ], certificateFile: CurlLibrary.certificateFile, certificateFolder: CurlLibrary.certificateFolder)
    }

    package var all: [Library] { [curl] + [tls, http2].compactMap(\.self) + codings }
}
