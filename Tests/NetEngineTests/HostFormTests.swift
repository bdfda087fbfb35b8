import Testing

@testable import NetEngine

/// The forms of addresses and names of hosts, each at its ends.
@Suite struct HostFormTests {
    private static let addresses: [(text: String, dotted: String)] = [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("1.2.3", "1.2.0.3"), ("0x7f.1", "127.0.0.1"),
        ("017.0.0.1", "15.0.0.1"), ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("1.", "0.0.0.1"), ("256", "0.0.1.0"),
        ("4294967295", "255.255.255.255"), ("1.16777215", "1.255.255.255"), ("1.2.65535", "1.2.255.255"),
        ("1.2.3.255", "1.2.3.255"), ("255.255.255.255", "255.255.255.255"), ("1.2.3.4.", "1.2.3.4"),
        ("0x64c80963", "100.200.9.99"), ("10.0.0.010", "10.0.0.8"),
    ]

    @Test func `numbers are addresses in each of their forms`() {
        for (text, dotted) in Self.addresses {
            #expect(IPv4Text.address(text).map(IPv4Text.dotted) == dotted, "\(text)")
            let octets = IPv4Text.octets(text)?.map { String($0) }.joined(separator: ".")
            #expect(octets == dotted, "\(text)")
        }
    }

    @Test func `what is one too large or not a number is a name`() {
        let names = [
            "", ".", "4294967296", "1.16777216", "1.2.65536", "1.2.3.256", "256.1", "1.256.1", "1.2.3.4.5",
            "1.2.3.4..", "1..2", ".1", "08", "0xg", "a.1", "1.2.3.x", "1a", "00000000000000001", "-1", "1 ",
        ]
        #expect(names.filter { IPv4Text.address($0) != nil } == [])
    }

    @Test func `names are compared in one form`() throws {
        let cases = [
            ("ExAmPle.COM", "example.com"), ("%41b.c", "ab.c"), ("0X7F.1", "127.0.0.1"), ("1.2.3.4.5", "1.2.3.4.5"),
            ("\u{212A}elvin", "kelvin"), ("a_b-c~d.e", "a_b-c~d.e"), ("example.com.", "example.com."),
        ]
        for (written, host) in cases {
            let canonical = try HostName.canonical(Array(written.utf8))
            #expect(canonical == host, "\(written)")
        }
    }

    @Test func `names with other characters, without any or with too many are refused`() throws {
        let longest = String(repeating: "a", count: 254)
        let canonical = try HostName.canonical(Array(longest.utf8))
        #expect(canonical == longest)
        let bad = ["", "a b", "a%20b", "a/b", "a:b", "a\u{7F}", "a%00", "a@b", "a[b", "a%", longest + "a"]
        for name in bad {
            #expect(throws: EngineError.self, "\(name)") { _ = try HostName.canonical(Array(name.utf8)) }
        }
        #expect(throws: EngineError.self) { _ = try HostName.canonical([0x61, 0xFF]) }
    }

    @Test func `addresses in brackets have one form and keep their zone`() throws {
        let cases = [
            ("::1", "[::1]"), ("FE80::A", "[fe80::a]"), ("fe80::1%25eth0", "[fe80::1%25eth0]"),
            ("FE80::1%25enP2", "[fe80::1%25enP2]"),
            ("fe80::1%eth0", "[fe80::1%25eth0]"), ("::FFFF:1.2.3.4", "[::ffff:1.2.3.4]"),
            ("0:0:0:0:0:0:0:1", "[::1]"), ("2001:0DB8:0:0:1:0:0:1", "[2001:db8::1:0:0:1]"),
            ("::ffff:7f00:1", "[::ffff:127.0.0.1]"), ("fe80:0::0a%25eth0", "[fe80::a%25eth0]"),
        ]
        for (written, host) in cases {
            let form = try HostName.ipv6(Array(written.utf8))
            #expect(form == host, "\(written)")
        }
        for bad in ["", "1.2.3.4", ":::", "::g", "fe80::1%", "fe80::1%25", "fe80::1%25a b", "1:2:3:4:5:6:7:8:9"] {
            #expect(throws: EngineError.self, "\(bad)") { _ = try HostName.ipv6(Array(bad.utf8)) }
        }
    }
}
