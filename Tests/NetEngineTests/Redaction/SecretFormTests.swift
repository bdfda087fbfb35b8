import TestSupport
import Testing

@testable import NetEngine

/// In which forms a secret is looked for, and which fields hold one.
@Suite struct SecretFormTests {
    private static let secret = "k /\"'&<>ä"

    @Test func `a secret is found in each form that a message may have it in`() {
        let forms = SecretForms.all(of: Self.secret)
        let texts = [
            Self.secret, "k%20%2F%22%27%26%3C%3E%C3%A4", "k%20%2f%22%27%26%3c%3e%c3%a4", "k+%2F%22%27%26%3C%3E%C3%A4",
            "k%20/%22'&%3C%3E%C3%A4", "k%20/\"'&<>%C3%A4", "k%2520%252F%2522%2527%2526%253C%253E%25C3%25A4",
            #"k /\"'&<>ä"#,
            #"k \/\"'&<>ä"#, #"k /\"'&<>\u00e4"#, #"k /\\\"'&<>ä"#, "k /&quot;'&amp;&lt;&gt;ä", "k /\"'&amp;&lt;>ä",
            "k /\"'&amp;&lt;&gt;ä", "k /&quot;&apos;&amp;&lt;&gt;ä", "k /&quot;&#39;&amp;&lt;&gt;ä",
            "k /&#34;&#39;&amp;&lt;&gt;ä", "k /&#34;&#x27;&amp;&lt;&gt;ä", Base64.encode(Self.secret),
        ]
        // The end of Base64 depends on what follows.
        #expect(texts.dropLast().filter { !forms.contains(Array($0.utf8)) } == [])
        let latin1 = Array("k /\"'&<>".utf8) + [0xE4]
        #expect(forms.contains(latin1))
        for before in ["", "x", "xy"] {
            let text = Array(Base64.encode(before + Self.secret + "z").utf8)
            #expect(forms.contains { !$0.isEmpty && ByteSearch.contains($0, in: text) }, "after \(before)")
        }
    }

    @Test func `what is shorter than four bytes is not looked for, nor short lines of a secret`() {
        #expect(SecretForms.all(of: "abc").isEmpty && SecretForms.base64(of: "abc").usual.isEmpty)
        #expect(SecretForms.all(of: "abcd").contains(Array("abcd".utf8)))
        let lines = SecretForms.all(of: " 12345678 \nshort12\r\nABCDEFGH")
        #expect(lines.contains(Array("12345678".utf8)) && lines.contains(Array("abcdefgh".utf8)))
        #expect(!lines.contains(Array("short12".utf8)))
        #expect(lines.contains(Array("12345678\rshort12\rABCDEFGH".utf8)))
        let two = SecretForms.all(of: "ab12\ncd34")
        #expect(two.contains(Array("ab12\r\ncd34".utf8)) && two.contains(Array("ab12\rcd34".utf8)))
    }

    private static let kinds: FilledTable = """
        Accept -> plain
        Location -> address
        content-location -> address
        REFERER -> address
        Origin -> address
        Cookie -> cookie
        Set-Cookie -> setCookie
        Authorization -> authorization
        proxy-authorization -> authorization
        X-Api-Key -> secret
        Pin -> secret
        My-Pin -> plain
        """

    @Test func `each field is of a kind by its name`() {
        let rules = NameRules(Redaction(), names: ["PIN"], paths: [])
        #expect(Self.kinds.filled { "\(rules.kind(ofField: Array($0.utf8)))" } == Self.kinds.text)
        // The second time it is remembered.
        #expect(Self.kinds.filled { "\(rules.kind(ofField: Array($0.utf8)))" } == Self.kinds.text)
    }

    private static let marks: FilledTable = """
        TOKEN -> <secret:TOKEN>
        a b"<> -> <secret:a_b___>
        -_.:$9 -> <secret:-_.:$9>
        é~ -> <secret:é_>
        """

    @Test func `a mark holds nothing that could end a string or an element`() {
        #expect(
            Self.marks.filled { RequestLogOptions.Secret(name: $0, value: "v").mark } == Self.marks.text)
        let secret = RequestLogOptions.Secret(name: "N", value: "v")
        #expect(
            RequestLogOptions.Secret.Form.allCases.map { secret.mark($0) }
                == ["<secret:N>", "<secret:N~base64>", "<secret:N~base64url>"])
        #expect(
            RequestLogOptions.Secret.Form.allCases.map { $0.text(of: "??>>~~~") }
                == ["??>>~~~", "Pz8+Pn5+fg==", "Pz8-Pn5-fg"])
    }

    /// A path, and a place.
    private static let paths: FilledTable = """
        $ | - -> true
        $ | a -> false
        $.a | a -> true
        $.a | a b -> false
        $.a.b | a b -> true
        $.* | a -> true
        $.* | - -> false
        $[0] | 0 -> true
        $[0] | 1 -> false
        $[*].a | 7 a -> true
        $['odd name'] | odd_name -> true
        $["x"] | x -> true
        $..a | a -> true
        $..a | x 1 a -> true
        $..a | a x -> false
        $..[0] | x 0 -> true
        $.a..b | a x b -> true
        $.a..b | x b -> false
        plain | x plain -> true
        $.a[ | x -> false
        """

    @Test func `a path hides what it names and nothing above or below`() {
        let text = Self.paths.filled { row in
            let columns = row.columns
            let steps: [DecodingStep] =
                columns[1] == "-"
                ? []
                : columns[1].split(separator: " ").map { word in
                    Int(word).map { .element($0) } ?? .member(word.replacing(bytes: "_", with: " "))
                }
            return "\(JSONPathPattern(stringLiteral: columns[0]).matches(steps))"
        }
        #expect(text == Self.paths.text)
        let broken = ["", "a", "$a", "$.", "$..", "$[", "$[]", "$[x]", "$['x\"]", "$.a.", "$[0]x"]
        #expect(broken.filter { JSONPathPattern($0) != nil } == [])
    }
}
