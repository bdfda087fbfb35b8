import Base
import Testing

@testable import DescriptionDrafts

/// Lists of words that decide what is secret, personal or made for the occasion, each entry by itself.
@Suite struct WordListTests {
    @Test(arguments: [
        "page", "next", "prev", "previous", "continuation", "continue", "cursor", "sync", "csrf", "xsrf", "refresh",
        "device", "push", "reset", "invite", "invitation", "verification", "confirmation", "idempotency", "sig",
        "signature", "code", "password", "pass", "pwd", "verifier", "assertion", "count", "tokens",
    ])
    func `a token of something else is no credential`(word: String) {
        #expect(SecretWords.isCredential(field: "x-my-token") && SecretWords.isCredential(query: "my_token"))
        #expect(
            !SecretWords.isCredential(field: "x-\(word)-token") && !SecretWords.isCredential(query: "\(word)_token"))
    }

    @Test(arguments: [
        "name", "login", "user", "username", "email", "mail", "phone", "mobile", "address", "street", "city", "zip",
        "title", "id", "ids", "owner", "author", "creator", "assignee", "slug", "key", "code", "hash", "birthday",
    ])
    func `values about people, and those that name one of many, are not listed`(word: String) {
        #expect(SecretWords.mayListValues(of: "pet_colour"))
        #expect(!SecretWords.mayListValues(of: word) && !SecretWords.mayListValues(of: "pet-\(word)"))
    }

    @Test(arguments: [
        "token", "tokens", "reset", "verify", "verification", "invite", "invites", "invitation", "invitations",
        "confirm", "confirmation", "activate", "activation", "unsubscribe", "magic", "secret", "secrets", "password",
        "session", "sessions", "share", "shares",
    ])
    func `what follows one of these in a path may be a secret`(word: String) {
        func isAnnounced(_ text: String) -> Bool {
            IdentifierText.isAnnounced(Array("Ab".utf8), after: Array(text.utf8))
        }
        #expect(isAnnounced(word) && isAnnounced("my-\(word)") && isAnnounced(word.uppercased()))
        #expect(!isAnnounced("un" + word + "x"))
    }

    @Test(arguments: ["I", "L", "O", "U", "i", "l", "o", "u"])
    func `a ULID has no letter that looks like a digit, and no U`(letter: Character) {
        func kind(_ text: String) -> IdentifierText.Kind? { IdentifierText.kind(ofSegment: Array(text.utf8)) }
        let ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
        #expect(kind(ulid) == .ulid && kind(ulid.lowercased()) == .ulid)
        let (head, tail) = (ulid.prefix(10), ulid.dropFirst(11))
        #expect(kind("\(head)\(letter)\(tail)") != .ulid)
        // The time of a ULID has 48 bits, so that its first digit is at most 7; it has 26 characters.
        #expect(kind("7" + ulid.dropFirst()) == .ulid && kind("8" + ulid.dropFirst()) != .ulid)
        #expect(kind(ulid + "0") != .ulid && kind(String(ulid.dropLast())) != .ulid)
    }

    @Test func `a text is written without quotation marks only if nothing else can be read from it`() {
        func isPlain(_ text: String) -> Bool { YAMLText.write(.string(text)).first != UInt8(ascii: "\"") }
        for sign in "_-./{}$+:" { #expect(isPlain("a\(sign)b"), "\(sign)") }
        #expect(isPlain("a:b") && !isPlain("a: b") && !isPlain("a:") && isPlain("/a/{b}") && isPlain("_a"))
        for sign in "#&*!|>'\"%@`,[]?=~^();<\\é" { #expect(!isPlain("a\(sign)b"), "\(sign)") }
        for text in ["", " a", "a ", "-a", ".a", "{a", "$a", "+a", "1a"] { #expect(!isPlain(text), "\(text)") }
        #expect(isPlain(String(repeating: "a", count: 200)) && !isPlain(String(repeating: "a", count: 201)))
    }
}
