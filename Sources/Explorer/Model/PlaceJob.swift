import Bodies
import JSONPath

/// A place of a body that the user wants to see.
enum WantedPlace: Sendable, Hashable {
    /// Of the view in use, from 0.
    case line(Int)
    case byte(Int)
    case path([JSONPathQuery.Step])

    /// Reads `120`, `@1024` or `@0x400`, `$.list[3]` or `.list[3]`.
    ///
    /// - Parameter filterKey: opens the filter, which takes other paths, too.
    /// - Returns: a sentence if it is none of them.
    static func read(_ text: String, filterKey: String) -> Result<WantedPlace, Refusal> {
        let text = text.drop { $0 == " " }
        if text.first == "@" {
            let digits = text.dropFirst()
            let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
            let offset = isHexadecimal ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
            guard let offset, offset >= 0 else {
                return .failure("After @ comes the number of a byte: @1024 or @0x400.")
            }
            return .success(.byte(offset))
        }
        if let line = Int(text) {
            return line > 0 ? .success(.line(line - 1)) : .failure("Lines are counted from 1.")
        }
        guard let first = text.first, "$.[".contains(first) else {
            return .failure("Type the number of a line, @ and the number of a byte, or a path such as $.list[3].")
        }
        do throws(JSONPathParser.SyntaxError) {
            let query = try JSONPathParser.parse((first == "$" ? "" : "$") + text)
            guard let steps = query.singularSteps else {
                return .failure(
                    Refusal(
                        sentence: "That path can lead to several values; \(filterKey) shows all that it selects."))
            }
            return .success(.path(steps))
        } catch {
            return .failure(Refusal(sentence: "Not a path: \(error.reason)."))
        }
    }

    struct Refusal: Error, Hashable, ExpressibleByStringLiteral {
        var sentence: String

        init(sentence: String) { self.sentence = sentence }
        init(stringLiteral value: String) { sentence = value }
    }
}

/// The search for the place that a JSON path leads to.
package struct PlaceJob: Sendable {
    package typealias ID = Int

    let id: ID
    let steps: [JSONPathQuery.Step]
    let body: BodyDocument

    package enum News: Sendable, Hashable {
        /// The number of bytes that were looked at.
        case progress(Int)
        case ended(JSONDescent)
    }

    /// Blocks until it is found or stopped.
    /// - Parameter isStopped: asked now and then, with how many bytes were looked at.
    func work(isStopped: (Int) -> Bool) -> JSONDescent { body.descend(steps, isStopped: isStopped) }
}
