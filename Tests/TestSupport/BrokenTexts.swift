/// A text, then cut at each place, without each of its characters, and at every few places with each sign too many.
package func brokenTexts(_ whole: String, signs: [Character], every step: Int) -> [String] {
    let characters = Array(whole)
    var all = [whole] + characters.indices.map { String(characters[..<$0]) }
    for place in characters.indices {
        var changed = characters
        changed.remove(at: place)
        all.append(String(changed))
        for sign in signs where place % step == 0 {
            changed = characters
            changed.insert(sign, at: place)
            all.append(String(changed))
        }
    }
    return all
}
