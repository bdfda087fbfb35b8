import Testing
import Workspace

@testable import Import

/// Each member of a login, as each tool calls it.
@Suite struct ReadLoginTests {
    private func login(_ reader: any ImportReader.Type, _ path: String, _ text: String) throws -> (
        login: ImportedLogin, notices: [String]
    ) {
        let collection = try ReaderProbe(reader: reader).read(path, text)
        guard case .request(let request)? = collection.items.first else { throw ImportError("no request") }
        return (request.login, CollectionText.notices(collection))
    }

    private func insomnia(_ authentication: String) throws -> (login: ImportedLogin, notices: [String]) {
        let request =
            #"{"_id":"r","_type":"request","name":"R","url":"http://a.test","authentication":{\#(authentication)}}"#
        return try login(
            InsomniaReader.self, "a.json", #"{"_type":"export","__export_format":4,"resources":[\#(request)]}"#)
    }

    private func bruno(_ mode: String, _ lines: String...) throws -> (login: ImportedLogin, notices: [String]) {
        let values = lines.map { "  \($0)\n" }.joined()
        return try login(
            BrunoReader.self, "a.bru", "get {\n  url: http://a.test\n  auth: \(mode)\n}\nauth:\(mode) {\n\(values)}\n")
    }

    private func yaml(_ auth: String) throws -> (login: ImportedLogin, notices: [String]) {
        try login(
            BrunoReader.self, "a.yml",
            "info: {name: A, type: http}\nhttp: {method: get, url: \"http://a.test\", auth: {\(auth)}}\n")
    }

    private func postman(_ type: String, _ fields: [String: String]) throws -> (login: ImportedLogin, notices: [String])
    {
        try postman(type, rows: fields.map { #"{"key":"\#($0)","value":"\#($1)"}"# }.joined(separator: ","))
    }

    private func postman(_ type: String, rows: String) throws -> (login: ImportedLogin, notices: [String]) {
        let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        let auth = #"{"type":"\#(type)","\#(type)":[\#(rows)]}"#
        return try login(
            PostmanReader.self, "a.json",
            #"{"info":{"name":"S","schema":"\#(schema)"},"item":[{"name":"R","request":{"url":"http://a.test","auth":\#(auth)}}]}"#
        )
    }

    // MARK: AWS

    @Test func `the parts of a key of AWS`() throws {
        let whole = ImportedLogin.request(
            .aws(RequestLogin.AWSLogin(keyID: "k", secret: "s", region: "r", service: "e", sessionToken: "t")))
        let found = [
            try insomnia(
                #""type":"iam","accessKeyId":"k","secretAccessKey":"s","region":"r","service":"e","sessionToken":"t""#),
            try bruno(
                "awsv4", "accessKeyId: k", "secretAccessKey: s", "region: r", "service: e", "sessionToken: t"),
            try yaml("type: awsv4, accessKeyId: k, secretAccessKey: s, region: r, service: e, sessionToken: t"),
            try postman(
                "awsv4", ["accessKey": "k", "secretKey": "s", "region": "r", "service": "e", "sessionToken": "t"]),
        ]
        #expect(found.map { $0.login } == Array(repeating: whole, count: 4))
        #expect(found.allSatisfy { $0.notices.isEmpty })
        let profile = try bruno("awsv4", "accessKeyId: k", "profileName: p")
        #expect(profile.notices == ["lost a: The AWS profile p is left out."])
    }

    // MARK: OAuth 2

    private static func code(_ name: String = "", usesProofKey: Bool, inBody: Bool) -> ImportedLogin {
        .oauth2(
            ImportedOAuth2(
                name: name, grant: .authorizationCode, tokenURL: "http://t", authorizationURL: "http://u",
                redirectURL: "http://r", clientID: "c", clientSecret: "s", scope: "a b", sendsClientInBody: inBody,
                usesProofKey: usesProofKey))
    }

    @Test(arguments: [true, false]) func `the members of a login with a code`(usesProofKey: Bool) throws {
        let body = usesProofKey
        #expect(
            try insomnia(
                """
                "type":"oauth2","grantType":"authorization_code","accessTokenUrl":"http://t","authorizationUrl":"http://u",
                "redirectUrl":"http://r","clientId":"c","clientSecret":"s","scope":"a b","credentialsInBody":\(body),
                "usePkce":\(usesProofKey)
                """
            ).login == Self.code(usesProofKey: usesProofKey, inBody: body))
        #expect(
            try bruno(
                "oauth2", "grant_type: authorization_code", "access_token_url: http://t",
                "authorization_url: http://u", "callback_url: http://r", "client_id: c", "client_secret: s",
                "scope: a b",
                "credentials_placement: \(body ? "body" : "basic_auth_header")", "pkce: \(usesProofKey)"
            ).login == Self.code(usesProofKey: usesProofKey, inBody: body))
        #expect(
            try yaml(
                """
                type: oauth2, flow: authorization_code, accessTokenUrl: "http://t", authorizationUrl: "http://u", \
                callbackUrl: "http://r", scope: a b, pkce: {enabled: \(usesProofKey)}, \
                credentials: {clientId: c, clientSecret: s, placement: \(body ? "body" : "basic_auth_header")}
                """
            ).login == Self.code(usesProofKey: usesProofKey, inBody: body))
        #expect(
            try postman(
                "oauth2",
                [
                    "grant_type": usesProofKey ? "authorization_code_with_pkce" : "authorization_code",
                    "accessTokenUrl": "http://t", "authUrl": "http://u", "redirect_uri": "http://r", "clientId": "c",
                    "clientSecret": "s", "scope": "a b", "client_authentication": body ? "body" : "header",
                    "tokenName": "n",
                ]
            ).login == Self.code("n", usesProofKey: usesProofKey, inBody: body))
    }

    @Test func `the user of a login with a password`() throws {
        func password(inBody: Bool = false, usesProofKey: Bool = false) -> ImportedLogin {
            .oauth2(
                ImportedOAuth2(
                    grant: .password, tokenURL: "http://t", user: "ann", password: "p", sendsClientInBody: inBody,
                    usesProofKey: usesProofKey))
        }
        #expect(
            try insomnia(
                #""type":"oauth2","grantType":"password","accessTokenUrl":"http://t","username":"ann","password":"p""#
            ).login == password())
        #expect(
            try bruno("oauth2", "grant_type: password", "access_token_url: http://t", "username: ann", "password: p")
                .login
                == password(inBody: true))
        #expect(
            try yaml(
                #"type: oauth2, flow: resource_owner_password, accessTokenUrl: "http://t", resourceOwner: {username: ann, password: p}"#
            ).login == password(inBody: true))
        #expect(
            try postman(
                "oauth2",
                [
                    "grant_type": "password_credentials", "accessTokenUrl": "http://t", "username": "ann",
                    "password": "p", "authUrl": "http://u", "redirect_uri": "http://r",
                ]
            ).login == password(usesProofKey: true), "what belongs to another grant is left out")
    }

    @Test func `the audience and the resource of Insomnia are parameters`() throws {
        let found = try insomnia(
            #""type":"oauth2","grantType":"client_credentials","accessTokenUrl":"http://t","audience":"x","resource":"y""#
        )
        #expect(
            found.login
                == .oauth2(
                    ImportedOAuth2(
                        grant: .clientCredentials, tokenURL: "http://t", usesProofKey: false,
                        parameters: [ImportedRow("audience", "x"), ImportedRow("resource", "y")])))
    }

    /// A login with all that tools know beside the usual.
    private static func whole(_ change: (inout ImportedOAuth2) -> Void = { _ in }) -> ImportedLogin {
        var login = ImportedOAuth2(grant: .authorizationCode, tokenURL: "http://t")
        login.usesPlainProofKey = true
        change(&login)
        return .oauth2(login)
    }

    /// A row without its place.
    private func plain(_ login: ImportedLogin) -> ImportedLogin {
        guard case .oauth2(var oauth2) = login else { return login }
        func plain(_ rows: [ImportedRow]) -> [ImportedRow] { rows.map { ImportedRow($0.name, $0.value) } }
        oauth2.authorizationParameters = plain(oauth2.authorizationParameters)
        oauth2.tokenParameters = plain(oauth2.tokenParameters)
        oauth2.tokenHeaders = plain(oauth2.tokenHeaders)
        return .oauth2(oauth2)
    }

    private static let state = "The state of the OAuth 2 login is left out: each sign-in makes a new one."
    private static let refresh =
        "The refresh URL is left out: tokens are refreshed at the URL that they come from."

    @Test func `Postman adds parameters, and sends the token where it is told`() throws {
        let found = try postman(
            "oauth2",
            rows: #"""
                {"key":"grant_type","value":"authorization_code_with_pkce"},{"key":"accessTokenUrl","value":"http://t"},
                {"key":"challengeAlgorithm","value":"plain"},{"key":"headerPrefix","value":"Token "},
                {"key":"audience","value":"x"},{"key":"state","value":"s"},{"key":"refreshTokenUrl","value":"http://r"},
                {"key":"tokenRequestParams","value":[{"key":"a","value":"1","enabled":true,"send_as":"request_body"},
                {"key":"b","value":"2","enabled":true,"send_as":"request_header"},{"key":"off","value":"1","enabled":false},
                {"key":"c","value":"3","enabled":true,"send_as":"request_url"}]},
                {"key":"authRequestParams","value":[{"key":"d","value":"4","enabled":true,"send_as":"request_url"}]},
                {"key":"refreshRequestParams","value":[{"key":"e","value":"5","enabled":true}]}
                """#)
        #expect(
            plain(found.login)
                == Self.whole {
                    $0.placement = .header(prefix: "Token")
                    $0.parameters = [ImportedRow("audience", "x")]
                    $0.tokenParameters = [ImportedRow("a", "1"), ImportedRow("c", "3")]
                    $0.tokenHeaders = [ImportedRow("b", "2")]
                    $0.authorizationParameters = [ImportedRow("d", "4")]
                })
        #expect(
            found.notices == [
                "lost R: \(Self.state)",
                "changed R: The parameter c of requests for a token is sent in the body and not in the URL.",
                "lost R: The parameter e of refresh requests is left out.", "lost R: \(Self.refresh)",
            ])
        for (fields, placement) in [
            (["addTokenTo": "queryParams"], .query(name: "access_token")), (["headerPrefix": ""], .header(prefix: "")),
            ([:], .bearer),
        ] as [([String: String], ImportedOAuth2.Placement)] {
            let usual = ["grant_type": "client_credentials", "accessTokenUrl": "http://t"]
            let login = try postman("oauth2", usual.merging(fields) { $1 }).login
            guard case .oauth2(let oauth2) = login else {
                Issue.record("There is no login.")
                return
            }
            #expect(oauth2.placement == placement)
        }
        let implicit = try postman("oauth2", ["grant_type": "implicit", "accessToken": "t", "headerPrefix": "Token"])
        #expect(implicit.login == .request(.other("Token t")))
    }

    @Test func `Bruno adds parameters, and fetches and sends the token as it is told`() throws {
        let values = """
            grant_type: authorization_code
            access_token_url: http://t
            refresh_token_url: http://r
            pkce: true
            credentials_placement: basic_auth_header
            state: s
            token_source: id_token
            auto_fetch_token: false
            """
        let blocks = [
            ("oauth2", values), ("oauth2:additional_params:auth_req:queryparams", "d: 4"),
            ("oauth2:additional_params:auth_req:headers", "h: 1\n~off: 1"),
            ("oauth2:additional_params:access_token_req:body", "a: 1"),
            ("oauth2:additional_params:access_token_req:headers", "b: 2"),
            ("oauth2:additional_params:refresh_token_req:body", "e: 5"),
        ].map { "auth:\($0) {\n\($1)\n}\n" }
        let bru = try login(
            BrunoReader.self, "a.bru", "get {\n  url: http://a.test\n  auth: oauth2\n}\n" + blocks.joined())
        let whole = Self.whole {
            $0.usesIDToken = true
            $0.isAcquired = false
            $0.tokenParameters = [ImportedRow("a", "1")]
            $0.tokenHeaders = [ImportedRow("b", "2")]
            $0.authorizationParameters = [ImportedRow("d", "4")]
        }
        guard case .oauth2(var s256) = whole else { return }
        s256.usesPlainProofKey = false
        #expect(plain(bru.login) == .oauth2(s256))
        let notices = [
            "lost a: The header h of the OAuth 2 login is left out: a browser opens the sign-in page.",
            "lost a: The parameter e of refresh requests is left out.", "lost a: \(Self.state)",
            "lost a: \(Self.refresh)",
        ]
        #expect(bru.notices == notices)
        let written = try yaml(
            """
            type: oauth2, flow: authorization_code, accessTokenUrl: "http://t", refreshTokenUrl: "http://r", state: s, \
            pkce: {enabled: true, method: plain}, credentials: {placement: basic_auth_header}, \
            tokenConfig: {source: id_token, placement: {header: Bearer}}, settings: {autoFetchToken: false}, \
            additionalParameters: {authorizationRequest: [{name: d, value: "4", placement: query}, \
            {name: h, value: "1", placement: header}], accessTokenRequest: [{name: a, value: "1", placement: body}, \
            {name: b, value: "2", placement: header}], refreshTokenRequest: [{name: e, value: "5"}]}
            """)
        #expect(plain(written.login) == whole)
        #expect(written.notices == notices.map { "lost A" + $0.dropFirst(6) })
    }

    @Test func `Insomnia has a word before the token, the ID token and a plain proof key`() throws {
        let found = try insomnia(
            #""type":"oauth2","grantType":"authorization_code","accessTokenUrl":"http://t","usePkce":true,"pkceMethod":"plain","tokenPrefix":"Token","responseType":"id_token","state":"s""#
        )
        #expect(
            found.login
                == Self.whole {
                    $0.placement = .header(prefix: "Token")
                    $0.usesIDToken = true
                })
        #expect(found.notices == ["lost R: \(Self.state)"])
        let alone = try insomnia(
            #""type":"oauth2","grantType":"client_credentials","accessTokenUrl":"http://t","tokenPrefix":"NO_PREFIX""#)
        guard case .oauth2(let login) = alone.login else {
            Issue.record("There is no login.")
            return
        }
        #expect(login.placement == .header(prefix: "") && alone.notices.isEmpty)
        let basic = try insomnia(#""type":"basic","username":"ann","password":"p","useISO88591":true"#)
        #expect(basic.notices == ["changed R: User and password are sent in UTF-8 and not in ISO 8859-1."])
    }

    @Test func `a signature of AWS in the query is said to be in a header`() throws {
        let found = try postman(
            "awsv4", rows: #"{"key":"accessKey","value":"k"},{"key":"addAuthDataToQuery","value":true}"#)
        #expect(found.notices == ["changed R: The AWS signature is sent in a header and not in the query."])
    }

    @Test func `a grant that is not known is said`() throws {
        let grant = "lost R: The OAuth2 grant implicit is not known here: the request is written without its login."
        let one = try insomnia(#""type":"oauth2","grantType":"implicit""#)
        #expect(one.login == .none && one.notices == [grant])
        let two = try bruno("oauth2", "grant_type: implicit")
        #expect(two.login == .none && two.notices == [grant.replacing("lost R", with: "lost a")])
        let three = try postman("oauth2", ["grant_type": "implicit", "accessToken": "t", "addTokenTo": "queryParams"])
        #expect(three.login == .request(.apiKey(name: "access_token", value: "t", inQuery: true)))
        #expect(
            three.notices == [
                "lost R: The grant implicit of the login cannot be run here: the token is that of the file, or the variable access_token."
            ])
        let four = try postman("oauth2", ["grant_type": "client_credentials"])
        #expect(four.login == .request(.bearer(token: "{{access_token}}")))
        let named = try postman(
            "oauth2", ["grant_type": "client_credentials", "accessTokenUrl": "http://t", "tokenName": "{{n}}"])
        #expect(
            named.login == .oauth2(ImportedOAuth2(grant: .clientCredentials, tokenURL: "http://t")),
            "a name is no variable")
    }

    // MARK: Others

    @Test func `keys go into a header, the query or a cookie`() throws {
        func key(_ inQuery: Bool) -> ImportedLogin { .request(.apiKey(name: "k", value: "v", inQuery: inQuery)) }
        for (placement, inQuery) in [("queryparams", true), ("query", true), ("header", false)] {
            #expect(try bruno("apikey", "key: k", "value: v", "placement: \(placement)").login == key(inQuery))
            #expect(try yaml("type: apikey, key: k, value: v, placement: \(placement)").login == key(inQuery))
        }
        for (place, inQuery) in [("queryParams", true), ("header", false)] {
            #expect(try insomnia(#""type":"apikey","key":"k","value":"v","addTo":"\#(place)""#).login == key(inQuery))
        }
        for (place, inQuery) in [("query", true), ("header", false)] {
            #expect(try postman("apikey", ["key": "k", "value": "v", "in": place]).login == key(inQuery))
        }
        let standard = try postman("apikey", ["value": "v"]).login
        #expect(standard == .request(.apiKey(name: "X-Api-Key", value: "v", inQuery: false)))
    }

    @Test func `no login is none, and one that is switched off is that of the folder`() throws {
        #expect(try insomnia(#""type":"none""#).login == .none)
        let off = try insomnia(#""type":"bearer","token":"t","disabled":true"#)
        #expect(off.login == .inherited && off.notices == ["lost R: The login is switched off and is left out."])
        #expect(try insomnia(#""type":"none","disabled":true"#).notices == [])
        #expect(try insomnia(#""token":"t""#).login == .inherited)
        #expect(try postman("noauth", [:]).login == .none)
        #expect(try yaml("type: none").login == .none && yaml("type: inherit").login == .inherited)
        for (type, login) in [
            ("basic", ImportedLogin.request(.basic(user: "u", password: "p"))),
            ("digest", .request(.digest(user: "u", password: "p"))),
        ] {
            #expect(try insomnia(#""type":"\#(type)","username":"u","password":"p""#).login == login)
            #expect(try bruno(type, "username: u", "password: p", "~password: off").login == login)
            #expect(try postman(type, ["username": "u", "password": "p"]).login == login)
        }
        let token = ImportedLogin.request(.bearer(token: "t"))
        #expect(try insomnia(#""type":"singleToken","token":"t""#).login == token)
        #expect(try bruno("bearer", "token: t").login == token && postman("bearer", ["token": "t"]).login == token)
    }
}
