import Base
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import DescriptionDrafts

/// Drafts of small groups of exchanges, and what is read into names and texts, as they were recorded (`Recorded`).
@Suite struct RecordedGroupsTests {
    /// Below `=== NAME` lines `COUNT METHOD URL STATUS TYPE REQUEST => RESPONSE`. Each line is that many exchanges, in which # is their
    /// number. Words before the method that begin with @ are headers of the request, with $ of the response; `-` is nothing.
    private static let groups = #"""
        === numbers in paths
        3 GET /users/# 200 json - => {"id": #}
        1 GET /users/me 200 json - => {"id": 1}
        1 GET /users 200 json - => [{"id": 1}]
        === two numbers are a parameter
        2 GET /users/# 200 json - => {"id": #}
        === one number
        1 GET /users/1 200 json - => {"id": 1}
        === alike names
        5 GET /shops/shop-a# 200 json - => {"name": "x", "open": true}
        5 GET /shops/shop-a#/items 200 json - => []
        1 GET /shops 200 json - => []
        === few alike names
        2 GET /shops/shop-a# 200 json - => {"name": "x", "open": true}
        1 GET /shops/about 200 html - => <p>
        === uuids, dates, mails and hashes
        1 GET /a/6ba7b810-9dad-11d1-80b4-00c04fd430c8 200 json - => {}
        1 GET /b/2026-11-21/x 200 json - => {}
        1 GET /c/ann@b.example 200 json - => {}
        1 GET /d/0123456789abcdef 200 json - => {}
        1 GET /e/01ARZ3NDEKTSV4RRFFQ69G5FAV 200 json - => {}
        1 GET /f/aB3dE5gH7jK9 200 json - => {}
        1 GET /reset/Ab-cd 200 json - => {}
        3 GET /g/#.json 200 json - => {}
        === prefixes
        2 GET /api/v1/orders/# 200 json - => {"id": #}
        2 GET /api/v2/orders/# 200 json - => {"id": #}
        === types of members
        3 GET /t 200 json - => {"int": #, "num": #.5, "text": "a#", "flag": true, "none": null, "list": [#], "deep": {"x": #}, "mixed": #}
        3 GET /t 200 json - => {"int": #, "num": #, "text": "b", "flag": false, "none": null, "list": [], "deep": {}, "mixed": "#", "more": 1}
        === words
        20 GET /w?sort=asc&state=open 200 json - => {"state": "open", "name": "ann", "kind": "k#"}
        20 GET /w?sort=desc 200 json - => {"state": "shut", "name": "bob", "kind": "k#"}
        === too few words
        10 GET /w?sort=asc 200 json - => {"state": "open"}
        9 GET /w?sort=desc 200 json - => {"state": "shut"}
        === formats
        3 GET /f 200 json - => {"at": "2026-11-2#T10:00:00Z", "day": "2026-11-2#", "id": "6ba7b810-9dad-11d1-80b4-00c04fd430c#", "mail": "a#@b.example", "url": "https://a.example/#", "ip": "192.0.2.#", "six": "2001:db8::#", "any": "x #"}
        === queries
        4 GET /q?page=#&size=1.5&on=true&tag=a&tag=b&empty=&flag&x%20y=z&f[a]=1&f[b]=2 200 json - => {}
        1 GET /q?api_key=secret&code=1&2026-11-21=1&17=1&page= 200 json - => {}
        === headers
        3 @X-Tenant:# @X-Api-Key:secret @Accept:text/html @X-Trace:t $X-Total:# $ETag:e GET /h 200 json - => {}
        1 $x-total:5 $Set-Cookie:a=b GET /h 200 json - => {}
        === logins
        2 @Authorization:Bearer_eyJh.eyJi.c GET /l 200 json - => {}
        1 @Authorization:Basic_YTpi GET /l 200 json - => {}
        1 @Authorization:Digest_x GET /l 401 json - => {}
        1 @Authorization:Token_x GET /l 200 json - => {}
        1 @Cookie:sessionid=1;theme=x GET /l2 200 json - => {}
        1 GET /l2 401 json - => {}
        1 GET /l3?key=secret 200 json - => {}
        1 @X-Api-Key:s GET /l3 200 json - => {}
        === statuses
        1 GET /s 404 json - => {}
        1 GET /s2 405 - - => -
        1 GET /s3 200 json - => {}
        1 GET /s3 404 json - => {"error": "x"}
        1 GET /s3 599 json - => {}
        1 GET /s3 600 json - => {}
        1 GET /s3 99 json - => {}
        1 GET /s3 418 - - => -
        === bodies
        3 POST /b 201 json {"a": #, "b": "x"} => {"id": #}
        1 POST /b 422 json {"a": "x"} => {"errors": [{"field": "a"}]}
        1 POST /b 400 json {" => ["
        1 POST /form 200 form a=#&b=x&b=y&c= => ok
        1 POST /form 200 form a=x => ok
        1 POST /text 200 text hello => hello
        1 POST /xml 200 xml <a/> => <a/>
        1 POST /bytes 200 octets x => x
        1 POST /odd 200 nonsense x => x
        1 POST /json 200 problem {"title": "x"} => {"title": "x"}
        === shared objects
        3 GET /users 200 json - => {"data": [{"id": #, "name": "a"}], "owner": {"id": #, "name": "b"}, "next": null}
        3 GET /posts 200 json - => {"items": [{"id": #, "author": {"id": 1, "name": "c"}}], "authors": [{"id": 1, "name": "c"}]}
        === keys that are made
        3 GET /m 200 json - => {"1#": {"a": 1}, "2#": {"a": 2, "b": 3}}
        === methods
        1 PURGE /m 200 json - => {}
        1 OPTIONS /m 204 - - => -
        1 HEAD /m 200 - - => -
        1 TRACE /m 200 - - => -
        1 PUT /m/1 200 json {} => {}
        1 PATCH /m/1 200 json {} => {}
        1 DELETE /m/1 204 - - => -
        1 POST /m/1/activate 200 json {} => {}
        1 get /m 200 json - => {}
        === urls
        1 GET https://one.example/a 200 json - => {}
        1 GET http://two.example:8080/a 200 json - => {}
        1 GET ftp://three.example/a 200 json - => {}
        1 GET https://one.example 200 json - => {}
        1 GET https://one.example/a/ 200 json - => {}
        1 GET https://one.example/a//b 200 json - => {}
        1 GET https://one.example/%E4/a%2Fb/{x}/~ 200 json - => {}
        === nothing
        0 GET /a 200 json - => {}
        === tops
        1 GET /top1 200 json - => [1, 2.5, "x", null, true, [], {}]
        1 GET /top2 200 json - => "text"
        1 GET /top3 200 json - => null
        1 GET /top4 200 json - => [[[1]]]
        """#

    private static let types = [
        "json": "application/json", "form": "application/x-www-form-urlencoded", "text": "text/plain; charset=utf-8",
        "xml": "application/xml", "html": "text/html", "octets": "application/octet-stream", "nonsense": "no type",
        "problem": "application/problem+json",
    ]

    private static func exchanges(_ line: String) -> [ObservedExchange] {
        let halves = line.split(separator: " => ", maxSplits: 1).map(String.init)
        var words = halves[0].split(separator: " ").map(String.init)
        let count = Int(words.removeFirst()) ?? 0
        var fields: (sent: [(name: String, value: String)], received: [(name: String, value: String)]) = ([], [])
        while let first = words.first, first.hasPrefix("@") || first.hasPrefix("$") {
            let pair = first.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
            let field = (name: pair[0], value: pair[1].replacing(bytes: "_", with: " "))
            if first.hasPrefix("@") { fields.sent.append(field) } else { fields.received.append(field) }
            words.removeFirst()
        }
        let body = words.dropFirst(4).joined(separator: " ")
        return (0..<count).map { number in
            func numbered(_ text: String) -> String { text.replacing(bytes: "#", with: "\(number + 1)") }
            let values = { (list: [(name: String, value: String)]) in list.map { ($0.name, numbered($0.value)) } }
            let type = types[words[3]]
            return DescriptionDraftsTests.exchange(
                words[0], numbered(words[1]), status: Int(words[2]), headers: values(fields.sent),
                body: body == "-" ? nil : numbered(body), response: halves[1] == "-" ? nil : numbered(halves[1]),
                type: type ?? "", answered: values(fields.received))
        }
    }

    private static let described = """
        openapi: 3.1.0
        info: {title: a, version: '1'}
        servers: [{url: 'https://api.example.com'}]
        paths:
          /users/{id}: {parameters: [{name: id, in: path, required: true, schema: {type: boolean}}], get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [gone], properties: {id: {type: string, format: uuid}}}}}}}}}
          /t: {get: {responses: {2XX: {description: ok, content: {'*/*': {schema: {type: object, additionalProperties: false, required: [int, more], properties: {int: {type: number}, num: {type: integer}, text: {enum: [a1, b]}, flag: {const: true}, none: {type: string, nullable: true}, list: {type: array, items: {type: string}}, deep: {type: object, required: [x]}, mixed: {anyOf: [{type: integer}, {type: 'null'}]}, never: {type: string}, secret: {writeOnly: true}}}}}}}}}
          /q: {get: {parameters: [{name: page, in: query, required: true, schema: {type: integer}}, {name: size, in: query, schema: {type: integer}}, {name: on, in: query, schema: {type: boolean}}, {name: tag, in: query, schema: {type: string}}, {name: f, in: query, style: deepObject, schema: {type: object}}, {name: rare, in: query, schema: {}}, {name: must, in: query, required: true, schema: {}}], responses: {default: {description: any}}}}
          /h: {get: {parameters: [{name: x-tenant, in: header, required: true, schema: {type: boolean}}, {name: X-Never, in: header, schema: {}}], responses: {'200': {description: ok, headers: {x-total: {required: true}, X-Must: {required: true}}, content: {text/html: {}}}, '404': {description: gone}}}}
          /b: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: integer}, c: {readOnly: true}}, required: [c]}}}}, responses: {'201': {description: made}, 4XX: {description: bad, content: {application/json: {schema: {type: object, properties: {errors: {type: array, items: {type: object, additionalProperties: {type: integer}}}}}}}}}}}
          /form: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [a, z], properties: {a: {}, b: {}}}}}}, responses: {}}}
          /f: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {at: {format: date}, day: {format: date}, ip: {format: ipv6}, any: {format: email}}}}}}}}}
          /m: {delete: {responses: {'204': {description: gone}}}}
        """

    @Test func `groups of exchanges are drafted as was recorded`() throws {
        let description = try Description.read(Array(Self.described.utf8))
        var parts: [(name: String, text: String)] = []
        for (name, body) in CaseSections.read(Self.groups) {
            let exchanges = body.split(separator: "\n").map(String.init).flatMap(Self.exchanges)
            let document = draft(exchanges)
            var text = String(decoding: document.yaml, as: UTF8.self)
            text += document.notices.map { "\($0.kind.rawValue) \($0.path ?? "-"): \($0.text)\n" }.joined()
            text += "following a description\n"
            let following = draft(exchanges, following: description)
            text += following.templates.map { "  \($0)\n" }.joined()
            let difference = DescriptionDifference(of: following, from: description)
            text += Printed(difference).text
            parts.append((name, text))
        }
        try Recorded.expect(parts, in: "draft-groups")
    }

    // MARK: words

    private static let words = """
        user users userID HTTPServer categories boxes statuses houses news analysis people data Key api_key apiKey X-Api-Key
        authorization cookie token access_token refresh_token csrf_token next_page_token session sessionId password pwd secret
        client_secret sig signature code email username title state status kind slug hash id ids v1 v1.2 v V2 api REST services
        v1234567 v12345678 public 1 0 -1 01 1.5 1. .5 -0.5 -0 1e5 123456789012345678 1234567890123456789 true null
        2026-11-21 2026-13-01 10:00:00 6ba7b810-9dad-11d1-80b4-00c04fd430c8 01ARZ3NDEKTSV4RRFFQ69G5FAV 0123456789abcdef
        aB3dE5gH a1b2c3d4 getUserAccountSettings a@b.c eyJhbGciOiJIUzI1NiIsInR5cCI6 shop-a1 line_2 invites verify-me
        abcdefghijklmnopqrstuvwxy 12-34-56-78-90-12 key keys auth Auth-Token tokens_count page_token X-CSRF-Token
        """

    @Test func `words are read as was recorded`() throws {
        var text = ""
        for word in Self.words.split(whereSeparator: \.isWhitespace).map(String.init) {
            let bytes = Array(word.utf8)
            let words = NameWords.words(word)
            text += "\(word): \(words) \(NameWords.camel(words)) \(NameWords.singular(words))"
            text += NameWords.isPlural(words) ? " plural" : ""
            text += IdentifierText.kind(ofSegment: bytes).map { ", \($0.rawValue)" } ?? ""
            text += IdentifierText.isMadeName(bytes) ? ", a made name" : ""
            text += IdentifierText.looksRandom(bytes) ? ", random" : ""
            text += ScalarText.isInteger(bytes) ? ", an integer" : ScalarText.isNumber(bytes) ? ", a number" : ""
            text += ScalarText.looksSecret(bytes) ? ", looks secret" : ""
            text += SecretWords.isCredential(field: word.lowercased()) ? ", a credential as a field" : ""
            text += SecretWords.isCredential(query: word) ? ", a credential in a query" : ""
            text += SecretWords.mayListValues(of: word) ? "" : ", values are not listed"
            text += DraftPath.isPrefix(word) ? ", a prefix" : ""
            text += IdentifierText.isAnnounced(Array("Ab".utf8), after: bytes) ? ", announces a secret" : ""
            text += "\n"
        }
        let values: JSONOutput = .object([
            ("plain", "word"), ("yes", "Yes"), ("n", "n"), ("number", "1"), ("colon", "a: b"), ("end", "a:"),
            ("space", "a "), ("first", " a"), ("dash", "-a"), ("slash", "/a/{b}"), ("under", "_x"), ("hash", "a #b"),
            ("quote", "a\"b\\c"), ("lines", "a\nb\tc\r"),
            ("odd", "\u{1B}[2J\u{200B}\u{FEFF}\u{A0}ä\u{10FFFF}\u{1F600}"),
            ("long", .string(String(repeating: "a", count: 200))),
            ("longer", .string(String(repeating: "a", count: 201))),
            ("", ""), ("a b: c", 1), ("list", [[], [:], [1, [2]], ["a": ["b": []], "c": 1], "x"]), ("null", .null),
            ("true", true), ("float", .number("1.50")), ("empty", [:]),
        ])
        try Recorded.expect(
            [
                ("words", text), ("YAML", String(decoding: YAMLText.write(values), as: UTF8.self)),
                ("YAML of a list", String(decoding: YAMLText.write([1, ["a": 1]]), as: UTF8.self)),
                ("YAML of a text", String(decoding: YAMLText.write("x"), as: UTF8.self)),
            ], in: "draft-words")
    }
}
