import TestSupport
import Testing

@testable import NetEngine

/// The bytes that each part of a request may have as they are (RFC 3986, RFC 9110 §5.6.2).
@Suite struct CharacterClassTests {
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private static let digits = "0123456789"
    private static let small = "abcdefghijklmnopqrstuvwxyz"

    private func allowed(_ isAllowed: (UInt8) -> Bool) -> String {
        String(decoding: (0...255).filter(isAllowed), as: UTF8.self)
    }

    @Test func `each class has its bytes and no others`() {
        #expect(allowed(URLEncoding.isUnreserved) == "-.\(Self.digits)\(Self.letters)_\(Self.small)~")
        #expect(
            allowed(URLEncoding.isPathByte) == "!$&'()*+,-./\(Self.digits):;=@\(Self.letters)_\(Self.small)~")
        #expect(
            allowed(URLEncoding.isQueryByte) == "!$&'()*+,-./\(Self.digits):;=?@\(Self.letters)_\(Self.small)~")
        #expect(
            allowed { URLEncoding.userInfo([$0]).utf8.elementsEqual([$0]) }
                == "!$&'()*+,-.\(Self.digits):;=\(Self.letters)_\(Self.small)~")
        #expect(
            allowed(HTTPToken.isTokenByte) == "!#$%&'*+-.\(Self.digits)\(Self.letters)^_`\(Self.small)|~")
        #expect(
            allowed { PercentEncoding.form(String(Unicode.Scalar($0))).utf8.elementsEqual([$0]) }
                == "*-.\(Self.digits)\(Self.letters)_\(Self.small)")
        #expect(allowed { URLEncoding.hexValue($0) != nil } == "\(Self.digits)ABCDEFabcdef")
        #expect(allowed(ASCII.isLetter) == Self.letters + Self.small)
        #expect(allowed(ASCII.isDigit) == Self.digits)
        #expect(allowed { JSONText.isSpace($0) } == "\t\n\r ")
    }

    @Test func `what is not allowed becomes triplets, a space of a form a plus`() {
        #expect(PercentEncoding.form(" ~*é+%41") == "+%7E*%C3%A9%2B%2541")
        #expect(PercentEncoding.component("a/b ~é%41+") == "a%2Fb%20~%C3%A9%2541%2B")
        #expect(URLEncoding.component("a/%41") == "a%2F%2541")
        #expect(URLEncoding.path(Array("%4".utf8)) == "%254")
        #expect(URLEncoding.query(Array("%4g%4G%aF%".utf8)) == "%254g%254G%aF%25")
        #expect(URLEncoding.decode(Array("%41%4%4g%aF%".utf8)) == Array("A%4%4g".utf8) + [0xAF, 0x25])
    }

    private static let extended: FilledTable = """
        UTF-8'en'na%C3%AFve.txt -> naïve.txt
        utf-8''a'b -> a'b
        ISO-8859-1''%E4 -> ä
        UTF-8''%FF -> nil
        UTF-8'a -> nil
        koi8-r''a -> nil
        """

    @Test func `an extended value is in one of two encodings`() {
        #expect(Self.extended.filled { ExtendedValue.text(Array($0.utf8)) } == Self.extended.text)
    }

    private static let idempotent: FilledTable = """
        GET -> true
        HEAD -> true
        OPTIONS -> true
        TRACE -> true
        PUT -> true
        DELETE -> true
        POST -> false
        PATCH -> false
        CONNECT -> false
        get -> false
        PROPFIND -> true
        REPORT -> true
        SEARCH -> true
        QUERY -> true
        PRI -> true
        PROPPATCH -> false
        propfind -> false
        """

    @Test func `PUT, DELETE and the safe methods may be repeated`() {
        #expect(Self.idempotent.filled { HTTPMethod($0).map { "\($0.isIdempotent)" } } == Self.idempotent.text)
        #expect(HTTPMethod("") == nil && HTTPMethod("A B") == nil && HTTPMethod("~")?.rawValue == "~")
    }
}
