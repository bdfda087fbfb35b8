import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Kinds of body and login, and what may be written at the cursor, as values.
@Suite struct RequestPartsTests {
    private static func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    private static func request(_ text: String) throws -> SavedRequest {
        try #require(document(text).requests.first)
    }

    // MARK: Kinds of body

    /// A request of each kind of body.
    private static let bodies: [(kind: BodyType, text: String)] = [
        (.none, "POST http://h/\n"), (.none, "POST http://h/\nContent-Type: application/json\n"),
        (.json, "POST http://h/\nContent-Type: application/vnd.api+json\n\n{}\n"),
        (.xml, "POST http://h/\nContent-Type: text/xml\n\n<a/>\n"),
        (.form, "POST http://h/\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\n\na=1\n"),
        (.multipart, "POST http://h/\nContent-Type: multipart/form-data; boundary=x\n\n--x\n\na\n--x--\n"),
        (.graphQL, "POST http://h/\nContent-Type: application/json\n\nquery { a }\n"),
        (.graphQL, "GRAPHQL http://h/\n\n{ a }\n"), (.text, "POST http://h/\n\nhello\n"),
        (.file, "POST http://h/\nContent-Type: application/json\n\n< ./a.json\n"),
        (.file, "POST http://h/\n\n<@ ./a.json\n"), (.text, "POST http://h/\nContent-Type: text/html\n\n<p>\n"),
        (.text, "POST http://h/\nX-A: application/json\n\nhello\n"),
        (.text, "POST http://h/\n# Content-Type: application/json\n\nhello\n"),
    ]

    @Test func `the kind of a body is known by its type, its file or its query`() throws {
        for (kind, text) in Self.bodies { #expect(BodyType(of: try Self.request(text)) == kind, "\(text)") }
    }

    @Test(arguments: BodyType.allCases)
    func `a body that is made another kind is of that kind, with its media type`(kind: BodyType) throws {
        let written: Set<BodyType> = [.json, .xml, .form, .multipart, .text]
        for (old, text) in Self.bodies where !text.hasPrefix("GRAPHQL") {
            let before = try Self.request(text)
            var document = Self.document(text)
            for edit in kind.edits(of: before) { document = try document.applying(edit, toRequest: 0) }
            let after = try #require(document.requests.first)
            let isKept = written.contains(old) && written.contains(kind)
            // A text that is still empty is no body yet.
            let isEmpty = old != kind && !isKept && kind.template.isEmpty
            #expect(BodyType(of: after) == (isEmpty ? .none : kind), "\(old) to \(kind): \(after.body.text)")
            if old == kind {
                #expect(String(decoding: document.bytes, as: UTF8.self) == text, "nothing changes")
                continue
            }
            #expect(after.body.text == (isKept ? before.body.text : kind.template), "\(old) to \(kind)")
            switch kind.mediaType {
            case nil: #expect(after.contentType.isEmpty)
            case let type?:
                // A type that says the same already stays as it is written.
                let isFitting =
                    kind != .multipart && before.contentType != "" && after.contentType == before.contentType
                #expect(after.contentType == type || isFitting, "\(old) to \(kind): \(after.contentType)")
            }
            #expect(after.headers.count { $0.isEnabled && $0.name == "Content-Type" } == (kind == .none ? 0 : 1))
        }
    }

    // MARK: What may be written at the cursor

    private static func place(
        _ before: String, _ after: String = "", _ field: CompletionPlace.Field = .url
    ) -> CompletionPlace? {
        CompletionPlace(.init(before: before[...], after: after[...]), in: field) { ["login", "a.b"].contains($0) }
    }

    @Test(
        arguments: [
            ("{{", .variable, ""), ("x{{ba", .variable, "ba"), ("{{ ba", .variable, "ba"), ("{{%ba", .variable, "ba"),
            ("{{$gu", .dynamic, "$gu"), ("{{a}}{{b", .variable, "b"), ("{{log.x", .variable, "log.x"),
            ("{{login.", .side(of: "login"), ""), ("{{login.resp", .side(of: "login"), "resp"),
            ("{{login.response.", .part(of: "login", .response), ""),
            ("{{login.request.bo", .part(of: "login", .request), "bo"),
            ("{{login.response.headers.X", .header(of: "login", .response), "X"),
            ("{{login.response.header.", .header(of: "login", .response), ""),
            ("{{login.request.cookies.s", .cookie(of: "login", .request), "s"),
            ("{{login.response.cookie.s", .cookie(of: "login", .response), "s"),
            ("{{login.response.body.", .member(of: "login", .response, path: ""), ""),
            ("{{login.response.body.$.a.b", .member(of: "login", .response, path: "$.a."), "b"),
            ("{{a.b.response.status", .part(of: "a.b", .response), "status"),
        ] as [(String, CompletionPlace.Kind, String)])
    func `within braces it is a variable or a part of a response`(
        before: String, kind: CompletionPlace.Kind, typed: String
    ) throws {
        for field in [CompletionPlace.Field.url, .body, .headerValue(of: "X-Own"), .method] {
            let open = try #require(Self.place(before, "", field))
            #expect(open.kind == kind && open.typed == typed, "\(field): \(open)")
            #expect(open.wantsClosing && !open.isClosed && open.isInBraces)
            let closed = try #require(Self.place(before, "}} x", field))
            #expect(!closed.wantsClosing && closed.isClosed && closed.isInBraces)
        }
    }

    @Test func `outside of braces the field decides`() {
        func words(_ place: CompletionPlace?) -> String? { place.map { "\($0.kind) [\($0.typed)]" } }
        #expect(words(Self.place("PO", "", .method)) == "method [PO]")
        #expect(words(Self.place("Acc", "", .headerName)) == "headerName [Acc]")
        #expect(
            words(Self.place("gzip, de", "", .headerValue(of: "accept-encoding")))
                == "headerValue(of: \"accept-encoding\") [de]")
        #expect(
            words(Self.place("gzip,", "", .headerValue(of: "Accept-Encoding")))
                == "headerValue(of: \"Accept-Encoding\") []")
        #expect(
            words(Self.place("a, b", "", .headerValue(of: "Content-Type")))
                == "headerValue(of: \"Content-Type\") [a, b]")
        #expect(Self.place("x", "", .headerValue(of: "X-Own")) == nil)
        #expect(Self.place("{{a}}", "", .url) == nil && Self.place("http", "", .url) == nil)
        #expect(Self.place("x", "", .parameter) == nil && Self.place("x", "", .variable) == nil)
        for (line, folder, typed) in [
            ("< ", "", ""), ("< da", "", "da"), ("< ./data/o", "./data/", "o"), ("<@ data/", "data/", ""),
            ("<@latin1 data/o", "data/", "o"), ("<  x", "", "x"),
        ] {
            #expect(words(Self.place(line, "", .body)) == "file(folder: \"\(folder)\") [\(typed)]", "\(line)")
        }
        for line in ["<", "<a", "<@", " < x", "x < y", "<@latin1", ""] {
            #expect(Self.place(line, "", .body) == nil, "\(line)")
        }
    }

    // MARK: The list

    private static func completion(_ typed: String, _ entries: [String]) -> Completion {
        let place = CompletionPlace(kind: .variable, typed: typed)
        return Completion(place, entries.map { CompletionEntry(text: $0, note: .text("")) })
    }

    private static func shown(_ completion: Completion) -> [String] {
        completion.shown.indices.compactMap { completion.entry($0)?.text }
    }

    @Test func `what is typed whole comes first, then what begins with it, then what holds its letters`() {
        let entries = ["xbase", "base_url", "bXaXsXe", "base", "other"]
        let list = Self.completion("base", entries)
        #expect(Self.shown(list).prefix(2) == ["base", "base_url"] && Set(Self.shown(list)).count == 4)
        #expect(list.selection == 0 && !list.hasMoved)
        #expect(
            Self.shown(Self.completion(" ", entries)).isEmpty && Self.shown(Self.completion("", entries)) == entries)
        #expect(Self.shown(Self.completion("BASE", entries)).first == "base", "whatever its letter case")
        let all = Self.completion("", entries)
        #expect(Self.shown(all) == entries && all.selection == nil && all.selected == nil)
        #expect(Self.shown(Self.completion("zz", entries)).isEmpty && !Self.completion("zz", entries).isVisible)
    }

    @Test func `moving goes round, and typing begins again`() {
        var list = Self.completion("", ["a", "b", "c"])
        list.move(by: -1)
        #expect(list.selected?.text == "c" && list.hasMoved)
        list.move(by: 1)
        #expect(list.selected?.text == "a")
        list.move(by: 1)
        #expect(list.selected?.text == "b")
        list.take(CompletionPlace(kind: .variable, typed: "c"))
        #expect(list.selected?.text == "c" && !list.hasMoved)
        var down = Self.completion("", ["a", "b"])
        down.move(by: 1)
        #expect(down.selected?.text == "a")
        down.take(CompletionPlace(kind: .variable, typed: ""))
        #expect(down.selected?.text == "a" && down.hasMoved, "the cursor moved, and nothing was typed")
        var none = Self.completion("", [])
        none.move(by: 1)
        #expect(none.selected == nil && !none.hasMoved && !none.isVisible)
    }

    @Test func `a list of what is typed already is not shown, unless braces are to be closed`() {
        #expect(!Self.completion("base", ["base"]).isVisible && Self.completion("bas", ["base"]).isVisible)
        #expect(Self.completion("base", ["base", "base_url"]).isVisible)
        var place = CompletionPlace(kind: .variable, typed: "base")
        place.wantsClosing = true
        #expect(Completion(place, [CompletionEntry(text: "base", note: .text(""))]).isVisible)
    }

    @Test func `a note shows a value that may be shown, cut where it is long, and its source`() {
        func note(_ note: CompletionEntry.Note) -> String { CompletionEntry(text: "x", note: note).noteText }
        #expect(note(.value("v", isHidden: false, source: "env dev")) == "v  env dev")
        #expect(note(.value(nil, isHidden: false, source: "env dev")) == "env dev")
        #expect(note(.value("v", isHidden: true, source: "env dev")) == "(private)  env dev")
        #expect(note(.value(nil, isHidden: true, source: "env dev")) == "(private)  env dev")
        let long = String(repeating: "v", count: 120)
        #expect(note(.value(long, isHidden: false, source: "s")) == "\(long)  s")
        #expect(note(.value(long + "w", isHidden: false, source: "s")) == "\(long)…  s")
        #expect(note(.text("t")) == "t" && note(.example("e")) == "e")
        let files = CompletionEntry.files(["a.json", "data/"])
        #expect(files.map(\.noteText) == ["", "folder"] && files.map(\.continues) == [false, true])
    }

    // MARK: Logins

    @Test func `each kind of login asks for its fields, and hides what is secret`() {
        func fields(_ kind: AuthKind, _ grant: OAuthGrant = .clientCredentials) -> [AuthField] { kind.fields(grant) }
        #expect(fields(.none).isEmpty && fields(.basic) == [.user, .password] && fields(.digest) == fields(.basic))
        #expect(fields(.bearer) == [.token] && fields(.apiKey) == [.keyName, .key, .place])
        #expect(fields(.aws) == [.keyID, .secretKey, .region, .service, .sessionToken])
        #expect(fields(.certificate) == [.certificate, .certificateKey, .passphrase])
        let (head, tail): ([AuthField], [AuthField]) = (
            [.login, .grant, .tokenURL], [.clientID, .clientSecret, .scope]
        )
        for (grant, own) in [
            (.clientCredentials, []), (.password, [.username, .loginPassword]), (.authorizationCode, [.authURL]),
            (.deviceAuthorization, [.deviceURL]),
        ] as [(OAuthGrant, [AuthField])] {
            #expect(fields(.oauth2, grant) == head + own + tail)
        }
        let secrets: [AuthField] = [
            .password, .token, .key, .secretKey, .sessionToken, .loginPassword, .clientSecret, .passphrase,
        ]
        for kind in AuthKind.allCases {
            #expect(kind.isInRequest == (kind != .certificate))
            for grant in OAuthGrant.allCases {
                for field in fields(kind, grant) { #expect(field.isSecret == secrets.contains(field), "\(field)") }
            }
        }
        #expect(
            AuthField.place.choices == ["header", "query"]
                && AuthField.grant.choices == OAuthGrant.allCases.map(\.rawValue))
        #expect(AuthField.storage.choices.count == 2 && AuthField.user.choices.isEmpty)
        #expect(
            [AuthField.token, .sessionToken, .key, .secretKey, .password, .loginPassword].map(\.variable)
                == ["token", "token", "apiKey", "secretKey", "password", "password"])
    }
}
