import Testing

@testable import Pattern

/// The names that `\p{…}` may have, each with a character of it and one that is not.
@Suite struct PropertyTableTests {
    @Test(arguments: [
        ("Letter", "a", "1"), ("Cased_Letter", "a", "ª"), ("LC", "ǅ", "中"), ("Uppercase_Letter", "A", "a"),
        ("Lowercase_Letter", "a", "A"), ("Titlecase_Letter", "ǅ", "A"), ("Modifier_Letter", "ʰ", "a"),
        ("Other_Letter", "中", "a"), ("Mark", "\u{301}", "a"), ("Combining_Mark", "\u{903}", "a"),
        ("Nonspacing_Mark", "\u{301}", "\u{903}"), ("Spacing_Mark", "\u{903}", "\u{301}"),
        ("Enclosing_Mark", "\u{20DD}", "\u{301}"), ("Number", "½", "a"), ("Decimal_Number", "1", "½"),
        ("digit", "٣", "Ⅳ"),
        ("Letter_Number", "Ⅳ", "1"), ("Other_Number", "½", "1"), ("Punctuation", "!", "+"), ("punct", "_", "a"),
        ("Connector_Punctuation", "_", "-"), ("Dash_Punctuation", "-", "_"), ("Open_Punctuation", "(", ")"),
        ("Close_Punctuation", ")", "("), ("Initial_Punctuation", "«", "»"), ("Final_Punctuation", "»", "«"),
        ("Other_Punctuation", "!", "("), ("Symbol", "€", "!"), ("Math_Symbol", "+", "€"), ("Currency_Symbol", "€", "+"),
        ("Modifier_Symbol", "^", "+"), ("Other_Symbol", "©", "+"), ("Separator", " ", "_"),
        ("Space_Separator", " ", "\u{2028}"),
        ("Line_Separator", "\u{2028}", "\u{2029}"), ("Paragraph_Separator", "\u{2029}", "\u{2028}"),
        ("Other", "\u{1}", "a"), ("Control", "\u{1}", "\u{200B}"), ("cntrl", "\u{7F}", " "),
        ("Format", "\u{200B}", "\u{1}"),
        ("Private_Use", "\u{E000}", "a"), ("Unassigned", "\u{378}", "\u{E000}"), ("gc=Lu", "A", "a"),
        ("General_Category=Letter", "a", "1"), ("gc=digit", "1", "a"), ("Any", "\u{10FFFF}", ""),
        ("ASCII", "\u{7F}", "\u{80}"),
        ("ASCII_Hex_Digit", "f", "g"), ("AHex", "9", "G"), ("Alphabetic", "Ⅳ", "1"), ("Alpha", "a", "-"),
        ("Lowercase", "ª", "A"), ("Lower", "a", "1"), ("Uppercase", "Ⅳ", "a"), ("Upper", "A", "1"),
        ("White_Space", "\u{2028}", "_"), ("space", "\t", "a"), ("Emoji", "😀", "a"), ("ID_Start", "a", "1"),
        ("IDS", "Z", "_"), ("ID_Continue", "1", "-"), ("IDC", "_", " "),
    ])
    func `a name of a property stands for its characters`(name: String, inside: String, outside: String) throws {
        let pattern = try Pattern("^\\p{\(name)}$", syntax: .ecmaScript)
        #expect(try pattern.isFound(in: Array(inside.utf8)), "\(inside)")
        #expect(try !pattern.isFound(in: Array(outside.utf8)), "\(outside)")
        let other = try Pattern("^\\P{\(name)}$", syntax: .ecmaScript)
        #expect(try !other.isFound(in: Array(inside.utf8)), "\(inside)")
        #expect(try other.isFound(in: Array(outside.utf8)) == !outside.isEmpty, "\(outside)")
    }

    @Test func `other names are no properties`() {
        let names = ["letter", "Lx", "gc=", "gc=Any", "Script=Latin", "Digit", "ascii", "", "General_Category", "L="]
        #expect(names.filter { ScalarProperty(name: $0) != nil } == [])
    }
}
