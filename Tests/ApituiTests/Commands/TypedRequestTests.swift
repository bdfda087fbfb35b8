import Testing

@testable import apitui

@Suite struct TypedRequestTests {
    @Test(arguments: [
        "http://h", "HTTPS://h/x", "http://", "{{base}}/x", "localhost", "localhost/x", "localhost:80", "h:80/x",
        "127.0.0.1:8080", "[::1]:80/x?a#b", "api.http.example:80",
    ])
    func `a word is a URL by its beginning`(word: String) {
        #expect(TypedRequest.isURL(word) { _ in false })
    }

    @Test(arguments: [
        "a.http", "a.http:12", "a.rest:3", "a.http#x", "example.com", "example.com/x", "-", "-:3", "h:x/y", ":80", "",
    ])
    func `any other word names a file`(word: String) {
        #expect(!TypedRequest.isURL(word) { _ in false })
    }

    @Test(arguments: [
        ("localhost", "localhost"), ("odd:12", "odd"), ("h:80/x", "h:80/x"), ("{{a}}.http", "{{a}}.http"),
    ])
    func `a file of that name comes first`(word: String, file: String) {
        #expect(!TypedRequest.isURL(word) { $0 == file })
    }
}
