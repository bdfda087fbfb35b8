/// The words of a command line as a shell splits them, where nothing has more than single quotation marks.
public func commandLineWords(_ line: some StringProtocol) -> [String] {
    var (words, word, isQuoted, isWord) = ([String](), "", false, false)
    for character in line {
        if character == "'" {
            (isQuoted, isWord) = (!isQuoted, true)
        } else if character == " ", !isQuoted {
            if isWord { words.append(word) }
            (word, isWord) = ("", false)
        } else {
            word.append(character)
            isWord = true
        }
    }
    return isWord ? words + [word] : words
}
