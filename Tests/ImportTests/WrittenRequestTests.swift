import Testing

@testable import Import

/// What the samples of the readers are as request files.
@Suite struct WrittenRequestTests {
    @Test func `a request of Bruno`() throws {
        let collection = try ReaderProbe(reader: BrunoReader.self).read("Create.bru", BrunoReaderTests.sample)
        let text = ImportedText.text(collection.files())
        #expect(
            text.contains(
                #"""
                ### Create
                # @name Create
                # Makes a **user**.
                # @tag smoke
                # @no-redirect
                # @no-auto-encoding
                # @timeout 2500 ms
                # @assert status == 201
                # @assert body $.name includes Ada

                # Bruno would run this after the response; it is not run here:
                # | test("ok", function() {});
                #
                # Bruno would do this with the response; there is nothing like it here:
                # | n: res.body.list.filter(x => x)
                # | ~res.body.x: isNull
                # | res.body.id: isJson
                @id = 7
                @local = 1
                < {%
                client.global.set("a", 1);
                %}
                POST {{host}}/users/{{id}}
                    ?full=true
                    # &page=2
                Accept: application/json
                # X-Debug: 1
                Authorization: Bearer {{token}}
                Content-Type: application/json

                {
                  "name": "{{$guid}}"
                }

                > {% client.global.set("userId", response.body.data[0].id); %}
                > {% client.global.set("etag", response.headers.valueOf("etag")); %}
                """#))
    }

    @Test func `requests of Hurl`() throws {
        let collection = try ReaderProbe(reader: HurlReader.self).read("a.hurl", HurlReaderTests.sample)
        let text = ImportedText.text(collection.files())
        #expect(
            text.contains(
                #"""
                ### Log in
                # @name Log_in
                # The token is kept.
                # @no-reject-unauthorized
                # @timeout 30 s
                # @sleep 500
                # @assert status == 200
                # @assert header Content-Type == application/json
                # @assert body $.items.length == 2
                # @assert body $.name startsWith A
                # @assert body $.id != undefined
                # @assert body $.none == undefined
                # @assert duration < 1000

                # Hurl would do this with the response; there is nothing like it here:
                # | HTTP/1.1
                # | part: body regex /x/
                # | cookie "session" exists
                # | strange "x" == 1
                POST https://{{host}}/login?lang=de
                Accept: application/json
                X-Hash: a#b
                Cookie: {{cookie}}
                Content-Type: application/json

                {
                    "user": "ada",
                    "n": {{n}},
                    "text": "} \" ]"
                }

                > {% client.global.set("token", response.body.token); %}
                > {% client.global.set("etag", response.headers.valueOf("ETag")); %}
                """#))
        #expect(
            text.contains(
                #"""
                # @no-redirect
                GET https://{{host}}/me
                Authorization: Bearer {{token}}
                """#))
    }

    @Test func `a recorded request`() throws {
        let collection = try ReaderProbe(reader: HARReader.self).read("a.har", HARReaderTests.sample)
        let text = ImportedText.text(collection.files())
        #expect(
            text.contains(
                #"""
                POST https://x.test/items
                # @name post_https_x_test_items
                POST https://x.test/items?q=a%20b&n=1
                Accept: */*
                # If-None-Match: "1"
                Authorization: Bearer {{token}}
                Content-Type: application/json
                Cookie: {{cookie}}

                {"user": "ada", "password": "{{password}}"}
                """#))
        #expect(text.contains(#""password": "lovelace""#))
        #expect(text.contains(#""cookie": "s=1; t=2""#))
    }

    @Test func `requests of Insomnia`() throws {
        let collection = try ReaderProbe(reader: InsomniaReader.self).read("a.json", InsomniaReaderTests.version4)
        let text = ImportedText.text(collection.files())
        #expect(
            text.contains(
                #"""
                ### Log in
                # @name Log_in
                # The token.

                # Insomnia would run this after the response; it is not run here:
                # | // Status
                # | expect(1)
                POST {{host}}/login
                X-All: 1
                Content-Type: application/json

                {"at": "{{$isoTimestamp}}"}
                """#))
        #expect(
            text.contains(
                #"""
                ### Me
                # @name Me
                # @no-redirect
                # @ref Log_in

                # Insomnia would run this after the response; it is not run here:
                # | insomnia.test()
                @id = 7
                GET {{host}}/users/{{id}}
                    ?q={{a}}
                    # &off=1
                X-All: 1
                X-Token: {{Log_in.response.body.$.token}}
                # X-Id: {{$guid}}
                Authorization: Basic u {{p}}
                """#))
    }

    @Test func `all readers know their own samples, and no other`() {
        let samples: [(ImportKind, String)] = [
            (.bruno, BrunoReaderTests.sample), (.bruno, BrunoReaderTests.yaml), (.hurl, HurlReaderTests.sample),
            (.har, HARReaderTests.sample), (.insomnia, InsomniaReaderTests.version4),
            (.insomnia, InsomniaReaderTests.version5),
        ]
        for (kind, text) in samples {
            let source = ImportSource(name: "pasted", bytes: Array(text.utf8))
            let found = ImportReaders.all.filter { $0.recognises(source) == .yes }.map { $0.kind }
            #expect(found == [kind])
        }
    }
}
