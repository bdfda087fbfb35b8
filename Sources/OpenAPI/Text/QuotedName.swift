/// A name from outside for a sentence: in quotation marks, and not too long.
package func quoted(_ name: some StringProtocol) -> String {
    let head = name.unicodeScalars.prefix(81)
    guard head.count > 80 else { return "'\(name)'" }
    return "'\(String(String.UnicodeScalarView(head.dropLast())))…'"
}
