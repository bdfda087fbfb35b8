import Testing

@testable import NetEngine

@Suite struct PlainURLTests {
    private static let written = [
        "http://127.0.0.1:18423/small", "http://example.com/", "https://example.com:443/a", "http://example.com:80/a",
        "https://example.com:80/a", "http://a.b-c_d~e/x?y=1&z=%20?", "http://h/?", "http://h/a%zz", "http://h/a%2f",
        "http://h/a b",
        "http://H/", "HTTP://h/", "http://h", "http://h?q", "http://h#f", "http://h/#f", "http://h/a?b#c",
        "http://u@h/",
        "http://u:80@h/", "http://h:0/", "http://h:65535/", "http://h:65536/", "http://h:000080/", "http://h:00080/",
        "http://h:/", "http://h:8a/", "http://1.2.3.4/", "http://1.2.3.4./", "http://1.2.3/", "http://0x7f.1/",
        "http://017700000001/", "http://256.256.256.256/", "http://1.2.3.4.5/", "http://1..2/", "http://4294967295/",
        "http://4294967296/", "http://09.1/", "http://1.2.3.4x/", "http://[::1]/", "http:///", "http://./",
        "http://h./",
        "http://%31.2.3.4/", "http://0x/", "http://0x.0x/", "http://h/\u{e9}", "http://\u{e9}/", " http://h/ ", "h/",
        "http:/h",
        "http://100.20.3.0/", "http://255.255.255.255:1/?a/b", "http://h/a\u{0}", "ftp://h/",
    ]

    @Test(arguments: written)
    func `the short way reads a URL as the careful one does, or leaves it`(text: String) throws {
        guard let plain = HTTPURL.plain(text) else { return }
        #expect(try HTTPURL.parseCarefully(text) == plain)
    }

    @Test func `the short way takes what most requests have`() {
        #expect(HTTPURL.plain("http://127.0.0.1:8080/a?b=c")?.description == "http://127.0.0.1:8080/a?b=c")
        #expect(HTTPURL.plain("https://example.com/a/b%20c")?.host == nil)
        #expect(HTTPURL.plain("https://api.example.com/v1/users?page=2")?.query == "page=2")
    }

    @Test(arguments: [0, 1, 9, 10, 99, 100, 255, 256, 0x7f00_0001, 0xc0a8_00ff, 0xffff_ffff] as [UInt32])
    func `an IPv4 address written with dots is read back`(address: UInt32) {
        let octets = [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
        #expect(IPv4Text.dotted(address) == octets)
        #expect(IPv4Text.address(octets) == address)
    }
}
