import NetEngine
import Testing

@testable import NetEngineRequestLog

/// URLs of the request log, in which the marks of secrets may be anywhere.
@Suite struct StoredURLTests {
    @Test(arguments: [
        ("http://H.test:8080/a?b=c#d", "h.test", "/a"), ("https://u:p@[::1]:8443", "[::1]", ""),
        ("http://[::1]/", "[::1]", "/"), ("http://<secret:API_HOST>/a", "<secret:API_HOST>", "/a"),
        ("http://<secret:HOST>:8080/a", "<secret:HOST>", "/a"), ("<secret:BASE>/a", "<secret:BASE>", "/a"),
        ("http://u:p@x@h.test:8080/a", "h.test", "/a"), ("http://h?a=/b", "h", ""), ("http://h#/b", "h", ""),
        ("HTTP://H/A", "h", "/A"), ("http://h/a?b@c:d/e", "h", "/a"),
        ("http://<secret:H>.Test/", "<secret:H>.Test", "/"), ("http://h:/a", "h", "/a"),
        ("http://h:8o/a", "h:8o", "/a"),
    ])
    func `host and path are found`(url: String, host: String, path: String) {
        #expect(StoredURL(url).host == host)
        #expect(StoredURL(url).path == path)
    }

    @Test(arguments: [
        "http://h.test:8080/a?b=c", "https://u:p@[::1]:8443/", "http://<secret:API_HOST>/a",
        "http://<secret:HOST>:8080/a", "http://u:<secret:p>@h/",
    ])
    func `a stored URL is read as it was`(url: String) { #expect(StoredURL(url).url.description == url) }

    @Test(arguments: [
        ("http://h:80/", "http://h/"), ("https://h:443/", "https://h/"), ("http://h:443/", "http://h:443/"),
        ("https://h:80/", "https://h:80/"), ("HTTPS://h/a", "https://h/a"), ("ftp://h/a", "http://h/a"),
        ("h/a", "http://h/a"), ("http://h/a#b?c", "http://h/a"), ("http://h/?", "http://h/?"),
    ])
    func `a port that the scheme has anyway is left out, and a fragment`(text: String, url: String) {
        #expect(StoredURL(text).url.description == url)
    }

    @Test(arguments: [
        ("http://H.test:8080/a?b=c#d", "h.test:8080", "/a?b=c"), ("https://u:p@h.test?x", "h.test", "/?x"),
        ("http://u:p@x@h.test:8080/a", "h.test:8080", "/a"),
        ("http://h.test:80", "h.test", "/"), ("<secret:BASE>/a", "", "<secret:BASE>/a"),
        ("{{host}}/a", "", "{{host}}/a"), ("http://[::1]:8080/a?b", "[::1]:8080", "/a?b"), ("https://h:443/", "h", "/"),
    ])
    func `lists show host and path apart, and a text without a scheme as it is`(url: String, host: String, path: String)
    {
        let parts = StoredURL.listed(url)
        #expect(parts.host == host && parts.path == path)
    }
}
