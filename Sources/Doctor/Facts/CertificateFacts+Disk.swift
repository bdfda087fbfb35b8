import Base
import Glibc
import LinkedLibraries
import Workspace

extension CertificateFacts {
    /// The places that this process uses, looked into.
    /// - Parameter variable: looks up an environment variable.
    package static func found(_ libraries: LinkedLibraries, variable: (String) -> String?) -> CertificateFacts {
        func named(_ names: [String]) -> (name: String, path: String)? {
            for name in names {
                if let path = variable(name), !path.isEmpty { return (name, path) }
            }
            return nil
        }
        var places: [CertificatePlace] = []
        let file = named(["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
        if let path = file?.path ?? libraries.certificateFile {
            places.append(
                CertificatePlace(path: path, isFolder: false, variable: file?.name, content: content(ofFile: path)))
        }
        let folder = named(["SSL_CERT_DIR"])
        // OpenSSL takes a list.
        for path in (folder?.path ?? libraries.certificateFolder ?? "").split(separator: ":").map(String.init) {
            places.append(
                CertificatePlace(path: path, isFolder: true, variable: folder?.name, content: content(ofFolder: path)))
        }
        return CertificateFacts(places)
    }

    private static func content(ofFile path: String) -> CertificatePlace.Content {
        switch DiskFile.read(path, limit: 32 << 20) {
        case .failure(.missing): return .missing
        case .failure(let failure): return .unreadable(failure.clause)
        case .success(let bytes):
            let mark = Array("-----BEGIN CERTIFICATE".utf8)
            let trusted = Array("-----BEGIN TRUSTED CERTIFICATE".utf8)
            let count = bytes.split(separator: Byte.lineFeed).count {
                $0.starts(with: mark) || $0.starts(with: trusted)
            }
            return .certificates(count)
        }
    }

    /// Files are found by names of eight digits and a number: `a94d09e5.0`.
    private static func content(ofFolder path: String) -> CertificatePlace.Content {
        switch DiskFile.names(in: path) {
        case .failure(.missing): return DiskFile.info(path) == nil ? .missing : .unreadable("it is not a folder")
        case .failure(let failure): return .unreadable(failure.clause)
        case .success(let names):
            return .certificates(
                names.count { name in
                    let parts = name.split(separator: ".")
                    return parts.count == 2 && parts[0].count == 8 && parts[0].allSatisfy(\.isHexDigit)
                        && parts[1].allSatisfy(\.isNumber)
                })
        }
    }
}
