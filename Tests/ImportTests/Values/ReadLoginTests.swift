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
        let rows = fields.map { #"{"key":"\#($0)","value":"\#($1)"}"# }.joined(separator: ",")
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

    @Test func `no login, and one that is switched off, are not those of the folder`() throws {
        #expect(try insomnia(#""type":"none""#).login == .none)
        let off = try insomnia(#""type":"bearer","token":"t","disabled":true"#)
        #expect(off.login == .none && off.notices == ["lost R: The login is switched off and is left out."])
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
