import Base
import NetEngine

/// Texts of Postman in our dialect: its random values become ours.
enum PostmanText {
    static func translated(_ text: String) -> String {
        guard text.utf8.contains(Byte.openBrace), text.contains(bytes: "{{$") || text.contains(bytes: "{{ $") else {
            return text
        }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let inside = rest[open.upperBound..<close.lowerBound].trimmingWhitespace()
            guard inside.first == "$", inside.dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
            else {
                result += rest[..<close.upperBound]
                rest = rest[close.upperBound...]
                continue
            }
            result += rest[..<open.lowerBound] + dynamic(String(inside.dropFirst()))
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    private static func dynamic(_ name: String) -> String {
        if let known = values[name] { return known }
        // Names, words and sentences: letters do as well.
        return name.hasPrefix("random") ? "{{$random.alphabetic(8)}}" : "{{$\(name)}}"
    }

    private static let values: [String: String] = [
        "guid": "{{$guid}}", "randomUUID": "{{$guid}}", "timestamp": "{{$timestamp}}",
        "isoTimestamp": "{{$isoTimestamp}}", "randomInt": "{{$randomInt}}",
        "randomAlphaNumeric": "{{$random.alphanumeric(1)}}", "randomPassword": "{{$random.alphanumeric(15)}}",
        "randomEmail": "{{$random.email}}", "randomExampleEmail": "{{$random.email}}", "randomBoolean": "true",
        "randomPrice": "{{$random.integer(1,1000)}}.{{$random.integer(10,100)}}",
        "randomPhoneNumber": "{{$random.integer(1000000000,9999999999)}}",
        "randomPhoneNumberExt": "{{$random.integer(1000000000,9999999999)}}",
        "randomIP": "10.{{$random.integer(0,256)}}.{{$random.integer(0,256)}}.{{$random.integer(1,255)}}",
        "randomPort": "{{$random.integer(1024,65535)}}", "randomHexColor": "#{{$random.hexadecimal(6)}}",
        "randomUrl": "https://{{$random.alphabetic(8)}}.example.com",
        "randomDomainName": "{{$random.alphabetic(8)}}.example.com",
        "randomDateFuture": "{{$isoTimestamp}}", "randomDatePast": "{{$isoTimestamp}}",
        "randomDateRecent": "{{$isoTimestamp}}", "randomCreditCardMask": "{{$random.integer(1000,10000)}}",
        "randomBankAccount": "{{$random.integer(10000000,99999999)}}", "randomLatitude": "{{$random.float(-90,90)}}",
        "randomLongitude": "{{$random.float(-180,180)}}", "randomCountryCode": "DE", "randomLocale": "en",
        "randomStreetAddress": "{{$random.integer(1,1000)}} {{$random.alphabetic(8)}}",
        "randomSemver": "{{$random.integer(0,10)}}.{{$random.integer(0,10)}}.{{$random.integer(0,10)}}",
    ]

    /// Whether a text has a random value of Postman that is another one now.
    static func isApproximate(_ text: String) -> Bool {
        text.contains(bytes: "{{$random") && !["{{$randomInt}}", "{{$randomUUID}}"].contains(text)
    }

    /// The random values in a text that have no counterpart here, each once.
    static func unknown(in text: ArraySlice<UInt8>) -> [String] {
        let mark = Array("{{$random".utf8)
        var names: [String] = []
        for offset in ByteSearch.offsets(of: mark, in: Array(text)) {
            let rest = text[(text.startIndex + offset + 3)...]
            let name = rest.prefix { LineText.isLetter($0) || LineText.isDigit($0) }
            let word = String(decoding: name, as: UTF8.self)
            if values[word] == nil, !names.contains(word), names.count < 20 { names.append(word) }
        }
        return names
    }
}
