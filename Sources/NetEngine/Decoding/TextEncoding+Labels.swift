/// The encodings known here: those of the WHATWG Encoding standard §4.2, and a few that old mail, mainframes and DOS
/// left behind.
///
/// A fixed list, not everything that the C library knows: the label comes from the server, and the library's rarer
/// converters have a history of crashes and endless loops on hostile bytes.
struct EncodingEntry: Sendable {
    /// Canonical, for people.
    let name: String
    /// What the C library calls it. Where browsers read a larger set than the label says, the larger set.
    let iconvName: String

    /// By lower-case label; nil if it is not known.
    static func entry(label: String) -> EncodingEntry? { byLabel[label] }
    static func entry(name: String) -> EncodingEntry? { byLabel[name.lowercased()] }

    private static let byLabel: [String: EncodingEntry] = {
        var table: [String: EncodingEntry] = [:]
        for (name, iconvName, labels) in rows {
            let entry = EncodingEntry(name: name, iconvName: iconvName)
            for label in [name.lowercased()] + labels.split(separator: " ").map(String.init) { table[label] = entry }
        }
        return table
    }()

    /// Canonical names, in the order of the table.
    static var names: [String] { rows.map(\.name) }

    private static let rows: [(name: String, iconvName: String, labels: String)] = [
        ("UTF-8", "UTF-8", "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"),
        ("UTF-16BE", "UTF-16BE", "unicodefffe"),
        ("UTF-16LE", "UTF-16LE", "utf-16 utf16 unicode ucs-2 iso-10646-ucs-2 csunicode unicodefeff"),
        ("UTF-32BE", "UTF-32BE", "utf-32 utf32 ucs-4"),
        ("UTF-32LE", "UTF-32LE", ""),
        (
            "windows-1252", "CP1252",
            "cp1252 x-cp1252 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 latin1 latin-1 l1 "
                + "cp819 ibm819 csisolatin1 us-ascii ascii ansi_x3.4-1968"
        ),
        ("IBM866", "CP866", "866 cp866 csibm866"),
        ("ISO-8859-2", "ISO-8859-2", "iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 iso-ir-101 latin2 l2 csisolatin2"),
        ("ISO-8859-3", "ISO-8859-3", "iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 iso-ir-109 latin3 l3 csisolatin3"),
        ("ISO-8859-4", "ISO-8859-4", "iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 iso-ir-110 latin4 l4 csisolatin4"),
        (
            "ISO-8859-5", "ISO-8859-5",
            "iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso-ir-144 cyrillic csisolatincyrillic"
        ),
        (
            "ISO-8859-6", "ISO-8859-6",
            "iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso-ir-127 arabic asmo-708 ecma-114 csisolatinarabic "
                + "iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i"
        ),
        (
            "ISO-8859-7", "ISO-8859-7",
            "iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 iso-ir-126 greek greek8 ecma-118 elot_928 csisolatingreek "
                + "sun_eu_greek"
        ),
        (
            "ISO-8859-8", "ISO-8859-8",
            "iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 iso-ir-138 hebrew visual csisolatinhebrew iso-8859-8-e "
                + "iso-8859-8-i logical csiso88598e csiso88598i"
        ),
        ("ISO-8859-10", "ISO-8859-10", "iso8859-10 iso885910 iso-ir-157 latin6 l6 csisolatin6"),
        ("ISO-8859-13", "ISO-8859-13", "iso8859-13 iso885913"),
        ("ISO-8859-14", "ISO-8859-14", "iso8859-14 iso885914"),
        ("ISO-8859-15", "ISO-8859-15", "iso8859-15 iso885915 iso_8859-15 latin9 latin-9 l9 csisolatin9"),
        ("ISO-8859-16", "ISO-8859-16", "iso8859-16 iso885916"),
        ("KOI8-R", "KOI8-R", "koi koi8 koi8_r cskoi8r"),
        ("KOI8-U", "KOI8-U", "koi8-ru"),
        ("macintosh", "MACINTOSH", "mac x-mac-roman csmacintosh"),
        ("windows-874", "CP874", "dos-874 tis-620 iso-8859-11 iso8859-11 iso885911"),
        ("windows-1250", "CP1250", "cp1250 x-cp1250"),
        ("windows-1251", "CP1251", "cp1251 x-cp1251"),
        ("windows-1253", "CP1253", "cp1253 x-cp1253"),
        (
            "windows-1254", "CP1254",
            "cp1254 x-cp1254 iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 latin5 l5 csisolatin5"
        ),
        ("windows-1255", "CP1255", "cp1255 x-cp1255"),
        ("windows-1256", "CP1256", "cp1256 x-cp1256"),
        ("windows-1257", "CP1257", "cp1257 x-cp1257"),
        ("windows-1258", "CP1258", "cp1258 x-cp1258"),
        ("x-mac-cyrillic", "MAC-UK", "x-mac-ukrainian"),
        (
            "GB18030", "GB18030",
            "gbk gb2312 gb_2312 gb_2312-80 chinese iso-ir-58 x-gbk cp936 csgb2312 csiso58gb231280"
        ),
        ("Big5", "BIG5-HKSCS", "big5-hkscs cn-big5 x-x-big5 csbig5"),
        ("EUC-JP", "EUC-JP", "x-euc-jp cseucpkdfmtjapanese"),
        ("ISO-2022-JP", "ISO-2022-JP", "csiso2022jp"),
        ("Shift_JIS", "CP932", "shift-jis sjis x-sjis ms_kanji ms932 windows-31j cp932 csshiftjis"),
        (
            "EUC-KR", "UHC",
            "ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean iso-ir-149 windows-949 cp949 cseuckr csksc56011987"
        ),
        ("UTF-7", "UTF-7", "utf7 unicode-1-1-utf-7"),
        ("IBM437", "CP437", "cp437 437 cspc8codepage437"),
        ("IBM850", "CP850", "cp850 850 cspc850multilingual"),
        ("IBM037", "IBM037", "cp037 ebcdic-cp-us csibm037"),
        ("IBM500", "IBM500", "cp500 ebcdic-cp-be ebcdic-cp-ch csibm500"),
        ("IBM1047", "IBM1047", "cp1047 ibm-1047"),
    ]
}
