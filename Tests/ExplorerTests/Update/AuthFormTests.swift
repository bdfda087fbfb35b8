import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The words of logins: their kinds and fields, what a form says it would send and write, and what is said afterwards.
@Suite struct AuthFormTests {
    private static let file = "/c/http-client.env.json"
    private static let privateFile = "/c/http-client.private.env.json"

    private static func robot(
        _ lines: String = "GET http://h/a", logins: [[String]: String] = [:],
        certificate: EnvironmentSet.CertificateFiles? = nil, hasPrivateFile: Bool = false, environment: String? = "dev"
    ) -> Robot {
        let robot = Robot(100, 36, files: [("a.http", "### a\n\(lines)\n")], environment: environment)
        var set = EnvironmentSet(names: ["dev"])
        if hasPrivateFile { set.files = [.init(path: privateFile, isPrivate: true)] }
        set.files.append(.init(path: file, isPrivate: false))
        for (path, value) in logins {
            set.security["dev", default: [:]][path] = EnvironmentSet.Variable(
                value: value, reason: nil, file: file, isPrivate: false, path: ["dev", "Security"] + path, line: 4)
        }
        if let certificate {
            set.serverTrust[certificate.environment] = EnvironmentSet.ServerTrust(
                checksCertificate: true, clientCertificate: certificate)
        }
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.script("@Auth")
        _ = robot.take()
        return robot
    }

    private static func certificate(
        key: String? = nil, passphrase: String? = nil, environment: String = "dev", in file: String = file
    ) -> EnvironmentSet.CertificateFiles {
        EnvironmentSet.CertificateFiles(
            certificate: "me.pem", key: key, passphrase: passphrase, environment: environment, file: file, line: 9)
    }

    @Test func `each kind of login and each field has its words`() {
        let kinds = AuthKind.allCases.map { "\($0.title): \($0.explanation)" }.joined(separator: "\n")
        #expect(
            kinds == """
                None: none of its own; certificate and cookies of the environment are inherited
                Basic: user and password, encoded but not hidden (RFC 7617)
                Bearer: a token as it is (RFC 6750)
                API key: a key in a header or parameter of the server's own
                Digest: user and password, never sent themselves (RFC 7616)
                OAuth 2: a token that is fetched, kept and renewed (RFC 6749)
                AWS: a signature over the request (SigV4)
                Client certificate: TLS with a certificate of your own, for a whole environment
                """)
        let fields: [AuthField] = [
            .user, .password, .token, .keyName, .key, .place, .keyID, .secretKey, .region, .service, .sessionToken,
            .login, .grant, .tokenURL, .authURL, .deviceURL, .username, .loginPassword, .clientID, .clientSecret,
            .scope, .certificate, .certificateKey, .passphrase, .storage,
        ]
        let words = fields.map { "\($0.label) | \($0.placeholder) | \($0.environmentKey ?? "-")" }
        #expect(
            words.joined(separator: "\n") == """
                User |  | -
                Password |  | -
                Token | {{token}} | -
                Name | X-API-Key | -
                Key |  | -
                Sent in |  | -
                Key id |  | -
                Secret key |  | -
                Region | as the host says | -
                Service | as the host says | -
                Session token | only of keys that expire | -
                Login | a name for it | -
                Grant |  | Grant Type
                Token URL |  | Token URL
                Sign-in URL |  | Auth URL
                Device URL |  | Device Auth URL
                User |  | Username
                Password |  | Password
                Client id |  | Client ID
                Client secret | none for a public client | Client Secret
                Scope | words with spaces between them | Scope
                Certificate | client.pem or client.p12, from the environment file on | clientCertificate
                Key | in the same file | clientCertificateKey
                Passphrase | none | certificatePassphrase
                Secret goes to |  | -
                """)
        #expect(
            OAuthGrant.allCases.map(\.rawValue)
                == ["Client Credentials", "Password", "Authorization Code", "Device Authorization"])
        #expect(AuthField.storage.choices == ["private environment file", "this request"])
        #expect(
            [RequestLogin.none, .basic(user: "", password: ""), .bearer(token: ""), .digest(user: "", password: "")]
                .map { AuthKind($0) } == [AuthKind.none, .basic, .bearer, .digest])
        #expect(AuthKind(.oauth2(id: "x", isIDToken: true)) == .oauth2 && AuthKind(.other("x")) == nil)
    }

    @Test func `the rows of a login are its parts as they are written`() throws {
        for (header, rows) in table(
            """
            X-Other: 1 -> Kind=None
            Authorization: Basic ann pw -> Kind=Basic, User=ann, Password=pw hidden
            Authorization: Basic ann {{pw}} -> Kind=Basic, User=ann, Password={{pw}}
            Authorization: Basic ann: -> Kind=Basic, User=ann
            Authorization: Digest ann pw -> Kind=Digest, User=ann, Password=pw hidden
            Authorization: Bearer t0 -> Kind=Bearer, Token=t0 hidden
            Authorization: Bearer {{$auth.token("shop")}} -> Kind=OAuth 2, Login=shop
            Authorization: Bearer {{$auth.idToken("shop")}} -> Kind=OAuth 2, ID token=shop
            Authorization: AWS id sec region:eu service:s3 token:t -> Kind=AWS, Key id=id, Secret key=sec hidden, Region=eu, Service=s3, Session token=t hidden
            Authorization: AWS id sec -> Kind=AWS, Key id=id, Secret key=sec hidden
            X-API-Key: k -> Kind=API key, Name=X-API-Key, Key=k hidden, Sent in=header
            Authorization: Negotiate abc -> Kind=as written, Header=Negotiate abc hidden
                ?a=1&api_key=k -> Kind=API key, Name=api_key, Key=k hidden, Sent in=query
                ?a=1 -> Kind=None
            """)
        {
            let document = HTTPDocument(bytes: Array("GET http://h/\n\(header)\n".utf8))
            let found = AuthRow.rows(of: try #require(document.requests.first))
                .map { "\($0.label)=\($0.value)\($0.isSecret ? " hidden" : "")" }.joined(separator: ", ")
            #expect(found == rows, "\(header)")
        }
    }

    /// What a form says last: after what is sent.
    private static func preview(_ robot: Robot) -> String {
        let words = robot.dialogWords
        guard let place = words.ranges(of: "Sent ").last else { return words }
        return String(words[place.lowerBound...])
    }

    @Test func `a form says what would be sent and where it would be written, before that is done`() {
        let new = "Written a.http, a new line"
        let secret =
            "Secret in http-client.private.env.json (new, for you alone), the environment dev; the request names it"
        for (keys, preview) in table(
            """
            Down -> Sent The user must not be empty. \(new)
            Down Enter ann Tab {{pw}} -> Sent Authorization: Basic ann {{pw}}, in Base64 \(new)
            Down Enter ann Tab pw-12 -> Sent Authorization: Basic ann *****, in Base64 \(new) \(secret)
            Down Down Enter {{t}} -> Sent Authorization: Bearer {{t}} \(new)
            Down Down Enter t0ken Tab Right -> Sent Authorization: Bearer ***** \(new) Secret in the request's file, which others may see
            Down Down Down Enter X-K Tab {{k}} -> Sent X-K: {{k}} \(new)
            Down Down Down Enter X-K Tab {{k}} Tab Right -> Sent ?X-K={{k}} \(new)
            Down Down Down Down Enter ann Tab {{pw}} -> Sent nothing at first; then the answer to the server's challenge \(new)
            G Up Up -> Sent Authorization: Bearer and the token, which is fetched with Client Credentials Written The login needs a name.
            G Up Up Enter shop -> Sent Authorization: Bearer and the token, which is fetched with Client Credentials Written Token URL must not be empty.
            G Up Up Enter shop Tab Right -> Sent Authorization: Bearer and the token, which is fetched with Password Written Token URL must not be empty.
            G Up Up Enter shop Tab Left -> Sent Authorization: Bearer and the token, which is fetched with Device Authorization Written Token URL must not be empty.
            G Up Up Enter shop Tab Tab http://i/t -> Sent Authorization: Bearer and the token, which is fetched with Client Credentials Written Client id must not be empty.
            G Up Up Enter shop Tab Tab http://i/t Tab app -> Sent Authorization: Bearer and the token, which is fetched with Client Credentials Written http-client.env.json: Grant Type, Token URL, Client ID
            G Up Up Enter shop Tab Tab http://i/t Tab app Tab s3cr -> Sent Authorization: Bearer and the token, which is fetched with Client Credentials Written http-client.env.json: Grant Type, Token URL, Client ID; http-client.private.env.json (new): Client Secret
            G Up -> Sent Authorization: AWS4-HMAC-SHA256, a signature over the finished request \(new)
            G Up Enter id Tab s3cret -> Sent Authorization: AWS4-HMAC-SHA256, a signature over the finished request \(new) \(secret)
            G -> Sent to servers that ask for a certificate, by requests in the environment dev Written Name the file of the certificate. On Options a request leaves it out.
            G Enter me.pem -> Sent to servers that ask for a certificate, by requests in the environment dev Written http-client.private.env.json (new): clientCertificate
            """)
        {
            let robot = Self.robot()
            // The picker, then the form.
            robot.script("Enter \(keys.contains("Enter") ? keys : keys + " Enter")")
            #expect(Self.preview(robot) == preview, "\(keys)\n\(robot.screen)")
        }
        let there = Self.robot("GET http://h/a\nAuthorization: Bearer {{t}}")
        there.script("j Enter")
        #expect(Self.preview(there) == "Sent Authorization: Bearer {{t}} Written a.http, line 3")
        let query = Self.robot("GET http://h/a?api_key={{k}}")
        query.script("j j Enter")
        #expect(Self.preview(query) == "Sent ?api_key={{k}} Written a.http, line 2")
    }

    @Test func `without an environment a login is for all of them, and a private file that is there is not new`() {
        let secret = "Enter Down Down Enter s3cret-token"
        let sent = "Sent Authorization: Bearer ***** Written a.http, a new line Secret in http-client.private.env.json"
        for (robot, words, move) in [
            (
                Self.robot(environment: nil), "\(sent) (new, for you alone), all environments; the request names it",
                "moveSecret $shared.token to \(Self.privateFile)"
            ),
            (
                Self.robot(hasPrivateFile: true), "\(sent), the environment dev; the request names it",
                "moveSecret dev.token to \(Self.privateFile)"
            ),
        ] as [(Robot, String, String)] {
            robot.script(secret)
            #expect(Self.preview(robot) == words, "\(robot.screen)")
            robot.script("Enter Enter")
            #expect(robot.takeNames().first == move)
        }
        let certificate = Self.robot(environment: nil)
        certificate.script("Enter G Enter me.pem")
        #expect(
            Self.preview(certificate)
                == "Sent to servers that ask for a certificate, by requests in all environments "
                + "Written http-client.private.env.json (new): clientCertificate")
        certificate.script("^S")
        #expect(certificate.takeNames().first == "saveLogin $shared.SSLConfiguration.clientCertificate = me.pem")
    }

    @Test func `secrets of a form become variables whose names are free`() {
        let robot = Self.robot()
        robot.script("Enter G Up Enter AKID Tab s3cret-1 Tab Tab Tab s3ssion-1 ^S")
        #expect(robot.text(of: "a.http").contains("\nAuthorization: AWS AKID {{secretKey}} token:{{token}}\n"))
        let names = robot.takeNames()
        #expect(names.first == "saveLogin dev.secretKey = s3cret-1, dev.token = s3ssion-1", "\(names)")
        #expect(!names.contains { $0.hasPrefix("moveSecret") })
        // The file has one of that name, the environment the next, and `.env` the one after that.
        let taken = Self.robot("@token = 1\nGET http://h/a")
        func variable(_ file: String) -> EnvironmentSet.Variable {
            EnvironmentSet.Variable(value: "1", reason: nil, file: file, isPrivate: false)
        }
        var set = EnvironmentSet(names: ["dev"], variables: ["dev": ["token2": variable(Self.file)]])
        set.files = [.init(path: Self.file, isPrivate: false)]
        set.dotEnv = ["": ["token3": variable("/c/.env")]]
        taken.tell(.environmentsLoaded(folder: "/c", set))
        _ = taken.take()
        taken.script("Enter Down Down Enter s3cret-token Enter Enter")
        #expect(taken.text(of: "a.http").contains("\nAuthorization: Bearer {{token4}}\n"), "\(taken.screen)")
        #expect(taken.takeNames().first == "moveSecret dev.token4 to \(Self.privateFile)")
    }

    @Test func `u takes all secrets of a form back at once, and what was not written is kept`() throws {
        let robot = Self.robot()
        robot.script("Enter G Up Enter AKID Tab s3cret-1 Tab Tab Tab s3ssion-1 ^S")
        let edits = try #require(robot.takeSavedLogin())
        #expect(edits.map(\.file) == [Self.privateFile, Self.privateFile] && robot.hasUnsavedVariables)
        robot.tell(.loginSaved(edits, problem: "\(Self.privateFile) was not saved: the disk is full."))
        #expect(robot.toastText?.hasSuffix("the disk is full. e on it brings back what was typed.") == true)
        robot.tell(.loginSaved(edits, problem: nil))
        #expect(!robot.hasUnsavedVariables)
        robot.script("u")
        let back = try #require(robot.takeSavedLogin())
        #expect(back.map(\.path) == edits.map(\.path).reversed() && back.allSatisfy(\.isRemoval))
        robot.tell(.loginSaved(back, problem: nil))
        robot.script("u")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n")
    }

    @Test func `the form of a login that is there begins with it`() {
        let token = "GET http://h/a\nAuthorization: Bearer {{$auth.token(\"shop\")}}"
        let shop = [
            ["Auth", "shop", "Grant Type"]: "password", ["Auth", "shop", "Token URL"]: "http://i/t",
            ["Auth", "shop", "Username"]: "ann", ["Auth", "shop", "Password"]: "{{pw}}",
            ["Auth", "shop", "Client ID"]: "app",
        ]
        let shown = "Grant < Password > Token URL http://i/t User ann Password {{pw}} Client id app Client secret"
        let clientCredentials = "Grant < Client Credentials > Token URL Client id Client secret"
        for (robot, keys, words) in [
            (
                Self.robot("GET http://h/a\nAuthorization: AWS {{id}} {{s}} token:{{t}} region:eu service:s3"),
                "j Enter",
                "Key id {{id}} Secret key {{s}} Region eu Service s3 Session token {{t}} Sent"
            ),
            (
                Self.robot("GET http://h/a?api_key={{k}}"), "j Enter",
                "Name api_key Key {{k}} Sent in < query > Sent ?api_key={{k}}"
            ),
            (
                Self.robot("GET http://h/a\nX-API-Key: {{k}}"), "j Enter",
                "Name X-API-Key Key {{k}} Sent in < header > Sent"
            ),
            (Self.robot("GET http://h/a\nAuthorization: Negotiate x"), "Enter Down Enter", "User Password Sent"),
            (Self.robot(token, logins: shop), "j Enter", "Login shop \(shown)"),
            // Without a login in the request the only one of the environment is meant, and none of two.
            (Self.robot(logins: shop), "Enter G Up Up Enter", "Login shop \(shown)"),
            (
                Self.robot(logins: shop.merging([["Auth", "a", "Client ID"]: "b"]) { old, _ in old }),
                "Enter G Up Up Enter", "Login a name for it \(clientCredentials)"
            ),
            (
                Self.robot(certificate: Self.certificate(key: "me.key", passphrase: "{{pw}}")), "Enter G Enter",
                "Certificate me.pem Key me.key Passphrase {{pw}} Sent"
            ),
        ] as [(Robot, String, String)] {
            robot.script(keys)
            #expect(robot.dialogWords.hasPrefix(words), "\(robot.screen)")
        }
        for robot in [Self.robot(token, logins: shop), Self.robot(certificate: Self.certificate())] {
            robot.script(robot.words(.request).contains("OAuth") ? "j Enter" : "Enter G Enter")
            #expect(robot.dialogWords.hasSuffix("Written nothing new"), "\(robot.screen)")
            robot.script("^S")
            #expect(!robot.hasDialog && !robot.takeNames().contains { $0.hasPrefix("saveLogin") })
        }
    }

    @Test func `on a low screen the field that is typed in is in view, and a click means the one under it`() {
        let logins = [
            ["Auth", "shop", "Grant Type"]: "password", ["Auth", "shop", "Token URL"]: "http://i/t",
            ["Auth", "shop", "Client ID"]: "app",
        ]
        let robot = Self.robot("GET http://h/a\nAuthorization: Bearer {{$auth.token(\"shop\")}}", logins: logins)
        robot.script("j Enter")
        robot.resize(60, 10)
        robot.press(.backTab)
        #expect(robot.dialog.last?.hasPrefix("Scope") == true, "\(robot.screen)")
        robot.click(on: "Client id")
        robot.type("2")
        #expect(robot.dialog.contains { $0.hasPrefix("Client id") && $0.contains("app2") }, "\(robot.screen)")
    }

    @Test func `a grant of another word stays until one is chosen`() {
        let logins = [
            ["Auth", "shop", "Grant Type"]: "Implicit", ["Auth", "shop", "Token URL"]: "http://i/t",
            ["Auth", "shop", "Client ID"]: "app",
        ]
        for (keys, grant, written) in [
            ("Tab x", "Implicit", "nothing new"),
            ("Tab Right", "Client Credentials", "http-client.env.json: Grant Type"),
            ("Tab Left", "Device Authorization", "http-client.env.json: Grant Type"),
        ] as [(String, String, String)] {
            let robot = Self.robot("GET http://h/a\nAuthorization: Bearer {{$auth.token(\"shop\")}}", logins: logins)
            robot.script("j Enter \(keys)")
            #expect(robot.dialogWords.contains("Grant < \(grant) > Token URL"), "\(robot.screen)")
            #expect(Self.preview(robot).hasSuffix(" is fetched with \(grant) Written \(written)"), "\(robot.screen)")
        }
    }

    @Test(arguments: [
        ("{{pw}}", "s3cret", true), ("old-s3cret", "s3cret", true), ("", "s3cret", true), ("{{pw}}", "{{pw2}}", false),
        ("old-s3cret", "{{pw}}", false),
    ])
    func `a new secret of a login is not written where others see the old one`(
        known: String, typed: String, isPrivate: Bool
    ) {
        let robot = Self.robot(
            "GET http://h/a\nAuthorization: Bearer {{$auth.token(\"shop\")}}",
            logins: [
                ["Auth", "shop", "Grant Type"]: "Password", ["Auth", "shop", "Token URL"]: "http://i/t",
                ["Auth", "shop", "Username"]: "ann", ["Auth", "shop", "Password"]: known,
                ["Auth", "shop", "Client ID"]: "app",
            ])
        robot.script("j Enter Tab Tab Tab Tab ^U \(typed) ^S")
        let saved = robot.takeSavedLogin()
        let words = saved?.map { "\($0.file) \($0.path.joined(separator: ".")) = \($0.value)" }
        let file = isPrivate ? Self.privateFile : Self.file
        let removed = known == "old-s3cret" && isPrivate ? ["\(Self.file) dev.Security.Auth.shop.Password = "] : []
        #expect(words == ["\(file) dev.Security.Auth.shop.Password = \(typed)"] + removed, "\(robot.screen)")
        #expect(saved?.first?.isNew == isPrivate && saved?.first?.makesFile == isPrivate)
        #expect(saved?.dropFirst().allSatisfy { $0.isRemoval && $0.expected == known } == true)
    }

    @Test func `a new secret of a login takes the old one out of the public file, and the form says both`() {
        let robot = Self.robot(
            "GET http://h/a\nAuthorization: Bearer {{$auth.token(\"shop\")}}",
            logins: [
                ["Auth", "shop", "Grant Type"]: "Password", ["Auth", "shop", "Token URL"]: "http://i/t",
                ["Auth", "shop", "Username"]: "ann", ["Auth", "shop", "Password"]: "old-s3cret",
                ["Auth", "shop", "Client ID"]: "app",
            ])
        robot.script("j Enter Tab Tab Tab Tab ^U s3cret")
        #expect(
            Self.preview(robot).hasSuffix(
                "Written http-client.env.json: without Password; http-client.private.env.json (new): Password"),
            "\(robot.screen)")
        robot.script("^S")
        let saved = robot.takeSavedLogin()
        robot.tell(.loginSaved(saved ?? [], problem: nil))
        let end = "private.env.json. Password is no longer in http-client.env.json."
        #expect(robot.toastText == "The login is saved in http-client.\(end)")
    }

    @Test func `what changes of a certificate is written where it is, a new passphrase into a private file`() {
        let ssl = "SSLConfiguration"
        let passphrase = "certificatePassphrase"
        for (certificate, keys, edits) in [
            (Self.certificate(), "2", ["\(Self.file) dev.\(ssl).clientCertificate = me.pem2"]),
            (Self.certificate(), "Tab k", ["\(Self.file) dev.\(ssl).clientCertificateKey = k"]),
            (
                Self.certificate(environment: "$shared"), "2",
                ["\(Self.file) $shared.\(ssl).clientCertificate = me.pem2"]
            ),
            (Self.certificate(key: "k"), "Tab ^U", ["\(Self.file) dev.\(ssl).clientCertificateKey = "]),
            (Self.certificate(passphrase: "{{pw}}"), "Tab Tab ^U", ["\(Self.file) dev.\(ssl).\(passphrase) = "]),
            (Self.certificate(), "Tab Tab {{pw}}", ["\(Self.file) dev.\(ssl).\(passphrase) = {{pw}}"]),
            // All of a certificate is read from one file, so that the private one gets a variable.
            (
                Self.certificate(), "Tab Tab s3cret",
                [
                    "\(Self.privateFile) dev.\(passphrase) = s3cret",
                    "\(Self.file) dev.\(ssl).\(passphrase) = {{\(passphrase)}}",
                ]
            ),
            (
                Self.certificate(environment: "$shared"), "Tab Tab s3cret",
                [
                    "\(Self.privateFile) $shared.\(passphrase) = s3cret",
                    "\(Self.file) $shared.\(ssl).\(passphrase) = {{\(passphrase)}}",
                ]
            ),
            (
                Self.certificate(passphrase: "{{pw}}"), "Tab Tab ^U s3cret",
                [
                    "\(Self.privateFile) dev.\(passphrase) = s3cret",
                    "\(Self.file) dev.\(ssl).\(passphrase) = {{\(passphrase)}}",
                ]
            ),
            (
                Self.certificate(passphrase: "old-s3cret"), "Tab Tab ^U s3cret",
                [
                    "\(Self.privateFile) dev.\(passphrase) = s3cret",
                    "\(Self.file) dev.\(ssl).\(passphrase) = {{\(passphrase)}}",
                ]
            ),
            (
                Self.certificate(in: Self.privateFile), "Tab Tab s3cret",
                ["\(Self.privateFile) dev.\(ssl).\(passphrase) = s3cret"]
            ),
            (
                nil, "m.p12 Tab Tab s3cret",
                [
                    "\(Self.privateFile) dev.\(ssl).clientCertificate = m.p12",
                    "\(Self.privateFile) dev.\(ssl).\(passphrase) = s3cret",
                ]
            ),
        ] as [(EnvironmentSet.CertificateFiles?, String, [String])] {
            let robot = Self.robot(certificate: certificate)
            robot.script("Enter G Enter \(keys) ^S")
            let saved = robot.takeSavedLogin()
            let words = saved?.map { "\($0.file) \($0.path.joined(separator: ".")) = \($0.value)" }
            #expect(words == edits, "\(robot.screen)")
        }
    }

    @Test func `fields are gone to by keys in both directions around the ends, by clicks, and pasted into`() {
        for back in ["Up", "Shift-Tab"] {
            let robot = Self.robot()
            robot.script("Enter Down Down Down Enter \(back) Right \(back) {{k}} \(back) X-K ^S")
            #expect(robot.text(of: "a.http") == "### a\nGET http://h/a?X-K={{k}}\n", "\(robot.screen)")
        }
        let robot = Self.robot()
        robot.script("Enter Down Down Down Enter X-K")
        robot.click(on: "Sent in")
        robot.paste("zz")
        #expect(robot.dialogWords.contains("Sent in < header > Sent"), "\(robot.screen)")
        robot.click(on: "Sent in")
        #expect(robot.dialogWords.contains("Sent in < query > Sent"), "\(robot.screen)")
        robot.click(on: "Written")
        robot.script("Right")
        robot.click(on: "Key")
        robot.paste("{{a}}\n{{b}}\n")
        #expect(robot.toastText == "The pasted lines are one line here, joined by spaces.")
        robot.script("^S")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\nX-K: {{a}} {{b}}\n", "\(robot.screen)")
    }

    @Test func `a login that goes to another place is one edit, and one that is refused stays in the form`() {
        let curl = Self.robot("curl http://h/")
        curl.script("Enter Down Down Enter {{t}} ^S")
        #expect(curl.hasDialog && curl.dialogWords.contains("! This request is a curl command;"), "\(curl.screen)")
        for (before, keys, edited) in [
            ("GET http://h/a\nX-API-Key: {{k}}", "j j j Enter Right ^S", "GET http://h/a?X-API-Key={{k}}"),
            ("GET http://h/a?api_key={{k}}", "Enter Up Enter {{t}} ^S", "GET http://h/a\nAuthorization: Bearer {{t}}"),
        ] as [(String, String, String)] {
            let robot = Self.robot(before)
            robot.script(keys)
            #expect(robot.text(of: "a.http") == "### a\n\(edited)\n", "\(robot.screen)")
            robot.script("u")
            #expect(robot.text(of: "a.http") == "### a\n\(before)\n")
            #expect(robot.unsaved.isEmpty)
        }
    }

    @Test func `what became of a login is said`() {
        let robot = Self.robot()
        robot.script("Enter Down Down Down Down Enter ann Enter {{pw}} Enter")
        #expect(robot.toastText == "The login is Digest. ^S writes the file.")
        #expect(robot.text(of: "a.http").contains("\nAuthorization: Digest ann {{pw}}\n"))
        let text = robot.text(of: "a.http")
        robot.script("Enter Enter ^S")
        #expect(robot.toastText == "Nothing was changed." && robot.text(of: "a.http") == text, "\(robot.screen)")
        let edit = { (name: String) in EnvironmentFileEdit(file: "/c/\(name)", path: ["dev", "x"], value: "1") }
        for (files, problem, sentence) in [
            (["b.env"], nil, "The login is saved in b.env."),
            (["b.env", "a.env", "b.env"], nil, "The login is saved in a.env and b.env."),
            (["b.env"], "/c/b.env: it is full.", "b.env: it is full."),
        ] as [([String], String?, String)] {
            robot.tell(.loginSaved(files.map(edit), problem: problem))
            #expect(robot.toastText == sentence)
        }
    }

    @Test func `below the rows of the Auth tab it is said where the login is from`() {
        #expect(Self.robot().authNotes == ["Enter chooses a login."])
        #expect(Self.robot("GET http://h/a\nAuthorization: Bearer {{t}}").authNotes == ["Written in line 3."])
        let bearer = "GET http://h/a\nAuthorization: Bearer {{$auth.token(\"shop\")}}"
        #expect(
            Self.robot(bearer).authNotes == [
                "Written in line 3.", "No environment file defines the login shop here. Enter on it writes one.",
            ])
        let url = ["Auth", "shop", "Token URL"]
        #expect(
            Self.robot(bearer, logins: [url: "http://i/t"]).authNotes[1]
                == "The token is fetched with ? from http://i/t (http-client.env.json:4), kept, and renewed when it ends."
        )
        #expect(
            Self.robot(bearer, logins: [url: "http://i/t", ["Auth", "shop", "Grant Type"]: "Password"]).authNotes[1]
                == "The token is fetched with Password from http://i/t (http-client.env.json:4), kept, and renewed when it ends."
        )
        #expect(Self.robot("GET http://h/a?x=1\n    &api_key={{k}}").authNotes == ["Written in line 3."])
        let certificate = "The client certificate me.pem goes with it (http-client.env.json:9)."
        #expect(Self.robot(certificate: Self.certificate()).authNotes == ["Enter chooses a login.", certificate])
        #expect(
            Self.robot("# @no-client-cert\nGET http://h/a", certificate: Self.certificate()).authNotes
                == ["Enter chooses a login."])
    }

    // MARK: Kinds of body

    @Test func `each kind of body has its name, its media type and a beginning`() {
        let kinds = BodyType.allCases.map { "\($0.title) | \($0.mediaType ?? "-") | \($0.template.debugDescription)" }
        #expect(
            kinds.joined(separator: "\n") == #"""
                None | - | ""
                JSON | application/json | "{\n  \n}"
                XML | application/xml | "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<root/>"
                Form | application/x-www-form-urlencoded | "name=value"
                Form with files | multipart/form-data; boundary=boundary | "--boundary\nContent-Disposition: form-data; name=\"text\"\n\nvalue\n--boundary\nContent-Disposition: form-data; name=\"file\"; filename=\"file.bin\"\nContent-Type: application/octet-stream\n\n< ./file.bin\n--boundary--"
                GraphQL | application/json | "query {\n  __typename\n}\n\n{}"
                File | application/octet-stream | "< ./body.bin"
                Text | text/plain; charset=utf-8 | ""
                """#)
        for (place, said) in [
            (0, "The request has no body. u takes it back."), (2, "The body is XML. e edits it."),
            (3, "The body is Form. e edits it."), (4, "The body is Form with files. e edits it."),
            (5, "The body is GraphQL. e edits it."), (6, "The body is File. e edits it."),
            (7, "The body is Text. e edits it."),
        ] {
            let robot = Robot()
            robot.script("j 2 T g")
            for _ in 0..<place { robot.press(.down) }
            robot.press(.enter)
            #expect(robot.toastText == said && robot.tab == "Body" && robot.focus == .request)
        }
    }

    @Test func `the Body tab names the kind of its body, and an editor knows it by an extension`() throws {
        for (text, words) in table(
            #"""
            Content-Type: application/json||{} -> json json json
            Content-Type: application/vnd.api+json||{} -> json json json
            Content-Type: TEXT/XML||<a/> -> xml xml xml
            Content-Type: text/html||<p> -> html html html
            Content-Type: application/graphql||{ a } -> graphql graphql graphql
            Content-Type: application/x-www-form-urlencoded||a=1 -> form text txt
            Content-Type: multipart/form-data; boundary=x||--x -> multipart text txt
            Content-Type: text/plain||a -> text text txt
            X-A: 1||a -> text text txt
            Content-Type: application/json||< ./a.json -> file file json
            X-A: 1||<@ ./a.txt -> file file txt
            # Content-Type: application/json||a -> text text txt
            X-Request-Type: GraphQL||{ a } -> graphql graphql txt
            """#)
        {
            let lines = "POST http://h/\n" + text.split(separator: "||").joined(separator: "\n\n") + "\n"
            let request = try #require(HTTPDocument(bytes: Array(lines.utf8)).requests.first)
            #expect("\(request.bodyWord) \(request.bodyKind) \(request.bodyExtension)" == words, "\(lines)")
        }
    }
}
