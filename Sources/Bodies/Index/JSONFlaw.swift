import CBodyScan

/// The sentences about errors, those of `JSONReader`: a test holds the two together.
enum JSONFlaw {
    static func reason(_ error: cbs_error) -> String {
        switch error {
        case cbs_no_value: "a value is expected here"
        case cbs_no_name: "a name in double quotes is expected here"
        case cbs_no_colon: "a colon is expected here"
        case cbs_no_comma_in_object: "a comma or } is expected here"
        case cbs_no_comma_in_array: "a comma or ] is expected here"
        case cbs_control: "a control character must be escaped in a string"
        case cbs_unknown_escape: "there is no such escape"
        case cbs_no_hexadecimal: "four hexadecimal digits are expected after \\u"
        case cbs_unknown_word: "only true, false and null are written without quotes"
        case cbs_leading_zero: "a number may not begin with 0"
        case cbs_no_digit: "a digit is expected here"
        default: "this is not a number"
        }
    }

    struct Cut {
        /// After `the text ends`; nil if nothing came yet.
        var place: String?
        /// Whether the token that was read last is incomplete.
        var isInToken = false
    }

    /// What is missing where a text ends; nil if it is whole.
    static func cut(_ scan: cbs_json) -> Cut? {
        let container = scan.newer & 1 == 1 ? "inside an object" : "inside an array"
        switch cbs_state(UInt32(scan.state)) {
        case cbs_value where scan.rows == 0: return Cut()
        case cbs_value, cbs_member, cbs_value_or_close: return Cut(place: "where a value is expected")
        case cbs_name_or_close, cbs_name, cbs_colon: return Cut(place: "inside an object")
        case cbs_string, cbs_escape, cbs_hexadecimal: return Cut(place: "inside a string", isInToken: true)
        case cbs_minus, cbs_point, cbs_exponent, cbs_exponent_sign:
            return Cut(place: "inside a number", isInToken: true)
        case cbs_word:
            let word = scan.word == UInt8(ascii: "t") ? "true" : scan.word == UInt8(ascii: "f") ? "false" : "null"
            guard scan.matched == word.utf8.count else { return Cut(place: "inside \(word)", isInToken: true) }
        default: break
        }
        // A number or word is whole, but not what it is in.
        return scan.depth > 0 ? Cut(place: container) : nil
    }
}
