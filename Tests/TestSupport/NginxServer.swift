import Foundation
import Glibc

/// A real nginx on loopback ports, for HTTP/2 and TLS. One instance per process is enough: the first test that needs it
/// starts it, and it ends with the process.
public final class NginxServer: Sendable {
    /// The sites of the server, each on its own port.
    public enum Site: String, CaseIterable, Sendable {
        case plain, http2, http2Cleartext, tls12Only, tls10Only, expired, wrongHost, selfSigned, unknownAuthority
        case notYetValid, wantsCertificate, secureProxy
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// A PEM file with the authority that signed the valid certificates.
    public let caFile: String
    private let folder: String
    private let ports: [Site: Int]

    /// The only instance; if it cannot start, every test gets the error.
    public static let shared = Result { try NginxServer() }

    /// The path of a certificate of the script below; its key has a similar name.
    public func certificate(_ name: String) -> String { "\(folder)/\(name).pem" }
    public func key(_ name: String) -> String { "\(folder)/\(name).key" }
    public func file(_ name: String) -> String { "\(folder)/\(name)" }

    public func port(_ site: Site) -> Int { ports[site] ?? 0 }

    public func url(_ site: Site, host: String = "localhost", path: String = "/") -> String {
        let scheme = site == .plain || site == .http2Cleartext ? "http" : "https"
        return "\(scheme)://\(host):\(port(site))\(path)"
    }

    private init() throws {
        guard access("/usr/sbin/nginx", X_OK) == 0 else {
            throw Failure(description: "/usr/sbin/nginx is missing: run scripts/setup")
        }
        folder = try Self.makeFolder()
        caFile = folder + "/ca.pem"
        try Self.run("/bin/sh", ["-c", Self.certificateScript], in: folder)
        let process: pid_t
        (ports, process) = try Self.start(in: folder)
        try Self.stopAtExit(process, folder: folder)
    }

    private static func start(in folder: String) throws -> ([Site: Int], pid_t) {
        var lastFailure = ""
        // Another test may take a free port before nginx binds it: then try other ports.
        for _ in 0..<5 {
            var ports: [Site: Int] = [:]
            // Hold all ports until the last one is chosen, so that no two sites get the same.
            var held: [Int32] = []
            defer { for socket in held { close(socket) } }
            for site in Site.allCases {
                let (socket, port) = try LoopbackSocket.listen()
                held.append(socket)
                ports[site] = port
            }
            for socket in held { close(socket) }
            held = []
            try configuration(folder: folder, ports: ports).write(
                toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
            do {
                // nginx returns from this call once it listens.
                try run("/usr/sbin/nginx", ["-p", folder, "-e", "error.log", "-c", "nginx.conf"], in: folder)
                let text = try String(contentsOfFile: folder + "/nginx.pid", encoding: .utf8)
                return (ports, pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0)
            } catch { lastFailure = "\(error)" }
        }
        throw Failure(description: "nginx does not start: \(lastFailure)")
    }

    /// Starts a shell that reads a pipe to which nobody writes: it ends when this process ends, however that happens,
    /// and stops nginx.
    private static func stopAtExit(_ process: pid_t, folder: String) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: errno \(errno)") }
        // Our end stays open, and only in this process.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        _ = try ChildProcess.spawn(
            "/bin/sh", ["-c", "cat > /dev/null; kill \(process); rm -rf '\(folder)'"], in: folder, input: ends[0],
            output: "/dev/null")
        close(ends[0])
    }

    private static func makeFolder() throws -> String {
        var template = Array((NSTemporaryDirectory() + "/netengine-nginx-XXXXXX").utf8CString)
        guard let path = mkdtemp(&template) else { throw Failure(description: "no temporary folder: errno \(errno)") }
        return String(cString: path)
    }

    private static func run(_ program: String, _ arguments: [String], in folder: String) throws {
        let log = folder + "/run.log"
        let child = try ChildProcess.spawn(program, arguments, in: folder, input: nil, output: log)
        guard ChildProcess.wait(child) == 0 else {
            let words = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw Failure(description: "\(program) failed: \(words)")
        }
    }

    /// Creates an authority and the certificates, valid and invalid, each with its key.
    private static let certificateScript = """
        set -e
        authority() { openssl req -x509 -newkey rsa:2048 -nodes -keyout $1.key -out $1.pem -days 30 -subj "/CN=$1"; }
        leaf() { # name, subject alternative name, authority, extra options
          openssl req -newkey rsa:2048 -nodes -keyout $1.key -out $1.csr -subj "/CN=$1"
          printf 'subjectAltName=%s\\n' "$2" > $1.ext
          openssl x509 -req -in $1.csr -CA $3.pem -CAkey $3.key -CAcreateserial -out $1.pem -extfile $1.ext -days ${4:-30}
        }
        authority ca; authority strangers
        leaf good DNS:localhost,IP:127.0.0.1 ca
        leaf wrong DNS:elsewhere.test ca
        leaf unknown DNS:localhost strangers
        leaf client DNS:client.test ca
        leaf stranger DNS:client.test strangers
        openssl req -x509 -newkey rsa:2048 -nodes -keyout self.key -out self.pem -days 30 -subj /CN=localhost \
          -addext subjectAltName=DNS:localhost
        # openssl x509 knows no date in the past; openssl ca does.
        mkdir -p db; : > db/index.txt; echo 01 > db/serial
        printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=db/index.txt\\nserial=db/serial\\nnew_certs_dir=db\\ndefault_md=sha256\\npolicy=p\\n[p]\\ncommonName=supplied\\n' > ca.cnf
        openssl req -newkey rsa:2048 -nodes -keyout expired.key -out expired.csr -subj /CN=expired
        openssl ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in expired.csr -out expired.pem -notext \
          -startdate 20200101000000Z -enddate 20200201000000Z -extfile good.ext
        openssl req -newkey rsa:2048 -nodes -keyout later.key -out later.csr -subj /CN=later
        openssl ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in later.csr -out later.pem -notext \
          -startdate 20980101000000Z -enddate 20990101000000Z -extfile good.ext
        openssl pkcs12 -export -in client.pem -inkey client.key -passout pass:secret -out client.p12
        openssl rsa -aes256 -passout pass:secret -in client.key -out locked.key
        cat client.pem client.key > both.pem
        openssl x509 -in good.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary \
          | base64 > good.pin
        mkdir -p authorities; cp ca.pem authorities; openssl rehash authorities
        """

    private static func configuration(folder: String, ports: [Site: Int]) -> String {
        func server(
            _ site: Site, certificate: String? = nil, protocols: String = "TLSv1.2 TLSv1.3", http2: Bool = false,
            more: String = "", answer: String? = nil
        )
            -> String
        {
            let port = ports[site] ?? 0
            let tls =
                certificate.map {
                    """
                    ssl_certificate \($0).pem; ssl_certificate_key \($0).key; ssl_protocols \(protocols);
                    ssl_ciphers ALL:@SECLEVEL=0;
                    """
                } ?? ""
            return """
                server {
                  listen 127.0.0.1:\(port)\(certificate == nil ? "" : " ssl")\(http2 ? " http2" : "");
                  server_name \(site.rawValue).test;
                  \(tls)
                  \(more)
                  root \(folder);
                  location / { \(answer ?? "default_type text/plain; return 200 \"hello from \(site.rawValue)\\n\";") }
                  location /fields { return 200 "te=$http_te connection=$http_connection upgrade=$http_upgrade\\n"; }
                  location /big { default_type application/octet-stream; alias \(folder)/big.bin; }
                }

                """
        }
        _ = FileManager.default.createFile(
            atPath: folder + "/big.bin", contents: Data(repeating: 120, count: 1_000_000))
        return """
            worker_processes 1; daemon on; pid nginx.pid; error_log error.log;
            events { worker_connections 1024; }
            http {
              access_log off; client_body_temp_path \(folder); proxy_temp_path \(folder); fastcgi_temp_path \(folder);
              uwsgi_temp_path \(folder); scgi_temp_path \(folder); keepalive_requests 100000;
              \(server(.plain))
              \(server(.http2Cleartext, http2: true))
              \(server(.http2, certificate: "good", http2: true))
              \(server(.tls12Only, certificate: "good", protocols: "TLSv1.2"))
              \(server(.tls10Only, certificate: "good", protocols: "TLSv1"))
              \(server(.expired, certificate: "expired"))
              \(server(.wrongHost, certificate: "wrong"))
              \(server(.selfSigned, certificate: "self"))
              \(server(.unknownAuthority, certificate: "unknown"))
              \(server(.notYetValid, certificate: "later"))
              \(server(
                  .wantsCertificate, certificate: "good", more: "ssl_verify_client on; ssl_client_certificate ca.pem;",
                  answer: "default_type text/plain; return 200 $ssl_client_s_dn;"))
              \(server(
                  .secureProxy, certificate: "good", more: "keepalive_timeout 0; location /closed { return 444; }",
                  answer: "proxy_pass http://$http_host$request_uri;"))
            }
            """
    }
}
