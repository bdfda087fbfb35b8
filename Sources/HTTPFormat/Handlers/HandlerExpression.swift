import Base
import Pattern

/// A value or a condition of a script.
package indirect enum HandlerExpression: Sendable, Hashable {
    case undefined
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    /// `[1, 2]`.
    case list([HandlerExpression])
    /// `{ a: 1, "b c": 2 }`.
    case object([HandlerMember])
    /// A local variable: its number and its name.
    case local(Int, String)
    case response(HandlerResponsePart)
    /// `response.headers.valueOf(name)`.
    case header(HandlerExpression, HeaderForm)
    /// `client.global.get("x")` and the like.
    case variable(String)
    /// `$uuid`, `$random.alphabetic(8)`: a value that is made before the request is sent, as between braces.
    case dynamic(String)
    /// The time: of the send above a request, of the response below it.
    case time(HandlerTime)
    /// Members and methods of a value.
    case chain(HandlerExpression, [HandlerLink])
    case function(HandlerFunction, [HandlerExpression])
    /// `/pattern/.test(text)`.
    case matches(HandlerPattern, HandlerExpression)
    /// `jsonPath(value, path)` with a path that may lead to several values: an array.
    case query(String, HandlerExpression)
    /// A call of a function of the script: its place in `HandlerScript.functions` and its name.
    case call(Int, String, [HandlerExpression])
    case not(HandlerExpression)
    case negative(HandlerExpression)
    case toNumber(HandlerExpression)
    case typeOf(HandlerExpression)
    /// `a + b + c`, from left to right.
    case sum([HandlerExpression])
    case arithmetic(Arithmetic, HandlerExpression, HandlerExpression)
    case comparison(Comparison, HandlerExpression, HandlerExpression)
    case all([HandlerExpression])
    case any([HandlerExpression])
    /// `a ?? b`.
    case firstPresent([HandlerExpression])
    case choice(HandlerExpression, HandlerExpression, HandlerExpression)

    package enum HeaderForm: Sendable, Hashable {
        /// The first value, or null.
        case valueOf
        /// An array.
        case valuesOf
        /// As httpYac has it: all values as one text, cookies as an array, or undefined.
        case member
    }

    package enum Arithmetic: String, Sendable, Hashable {
        case minus = "-"
        case times = "*"
        case divided = "/"
        case remainder = "%"
    }

    package enum Comparison: String, Sendable, Hashable {
        case identical = "==="
        case notIdentical = "!=="
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// `"name" in object`.
        case isIn = "in"
    }
}

/// How a script asks for the time.
package enum HandlerTime: String, Sendable, Hashable {
    case milliseconds = "Date.now()"
    case iso = "new Date().toISOString()"
}

/// What a script reads of the response, beside headers.
package enum HandlerResponsePart: String, Sendable, Hashable {
    case status = "response.status"
    case reason = "response.statusText"
    case body = "response.body"
    case parsedBody = "response.parsedBody"
    case mimeType = "response.contentType.mimeType"
    case charset = "response.contentType.charset"
    case headers = "response.headers"
}

/// A member of an object that a script writes.
package struct HandlerMember: Sendable, Hashable {
    package var name: String
    package var value: HandlerExpression
}

/// A regular expression as a script writes it.
package struct HandlerPattern: Sendable, Hashable {
    package var source: String
    package var flags: String

    /// The text that `Pattern` reads in its common syntax.
    package var text: String {
        let flags = flags.filter { "ims".contains($0) }
        return flags.isEmpty ? source : "(?\(flags))\(source)"
    }

    /// Whether it can match an empty text, or has groups whose texts a script could ask for.
    var isBeyondMatch: Bool {
        var bytes = Array(source.utf8)[...]
        var isInSet = false
        while let byte = bytes.popFirst() {
            switch byte {
            case Byte.backslash:
                let escaped = bytes.popFirst()
                // Between two characters there is no text.
                if !isInSet, escaped == UInt8(ascii: "b") || escaped == UInt8(ascii: "B") { return true }
            case Byte.openBracket: isInSet = true
            case Byte.closeBracket: isInSet = false
            case Byte.openParenthesis where !isInSet:
                if !bytes.starts(with: "?:".utf8) { return true }
            default: break
            }
        }
        guard let pattern = try? Pattern(text, syntax: .common(ignoresCase: false)) else { return true }
        return (try? pattern.isFound(in: [])) != false
    }
}

/// One step into a value.
package struct HandlerLink: Sendable, Hashable {
    package indirect enum Step: Sendable, Hashable {
        case member(String)
        case index(HandlerExpression)
        case method(HandlerMethod, [HandlerExpression])
        /// A function for each element of an array; `reduce` also has the value that it begins with.
        case each(HandlerIteration, HandlerCallback, start: HandlerExpression?)
        /// `.match(/pattern/)`: an array of the text that matches, or null.
        case match(HandlerPattern)
    }

    package var step: Step
    /// `?.`: undefined if there is nothing to step into.
    package var isOptional: Bool
}

/// The methods of texts and arrays that a script may call.
package enum HandlerMethod: String, Sendable, Hashable, CaseIterable {
    case includes, startsWith, endsWith, indexOf, lastIndexOf, hasOwnProperty, toString, trim, trimStart, trimEnd
    case toLowerCase, toUpperCase, split, substring, substr, slice, join, replace, replaceAll, at, charAt, concat
    case padStart, padEnd, `repeat`

    /// How many arguments it takes.
    var argumentCounts: ClosedRange<Int> {
        switch self {
        case .includes, .startsWith, .endsWith, .indexOf, .lastIndexOf, .hasOwnProperty, .split, .at, .charAt,
            .repeat:
            1...1
        case .trim, .trimStart, .trimEnd, .toLowerCase, .toUpperCase: 0...0
        case .substring, .substr, .padStart, .padEnd: 1...2
        case .slice: 0...2
        case .join, .toString: 0...1
        case .replace, .replaceAll: 2...2
        case .concat: 0...20
        }
    }
}

/// The methods of arrays that call a function for each element.
package enum HandlerIteration: String, Sendable, Hashable, CaseIterable {
    case find, findIndex, filter, map, some, every, forEach, reduce
}

/// A function that a script hands to a method, or that it declares.
package struct HandlerCallback: Sendable, Hashable {
    /// The local variables of its parameters.
    package var parameters: [Int]
    /// All its local variables: each call begins without their values.
    package var slots: Range<Int>
    package var body: [HandlerStatement]
    /// Its text, shortened.
    package var text: String
}

/// The functions that a script may call.
package enum HandlerFunction: String, Sendable, Hashable, CaseIterable {
    case isArray = "Array.isArray"
    /// `x instanceof Object`.
    case isObject = "instanceof Object"
    /// What a loop or a pattern in brackets goes through; not a function of JavaScript.
    case elements = "[...]"
    /// What `for (… in …)` goes through; not a function of JavaScript.
    case namesIn = "in"
    case keys = "Object.keys"
    case values = "Object.values"
    case entries = "Object.entries"
    case parse = "JSON.parse"
    /// With the number of spaces by which JSON is indented.
    case stringify = "JSON.stringify"
    case string = "String"
    case number = "Number"
    case boolean = "Boolean"
    case isNaN = "isNaN"
    case isFinite = "isFinite"
    case isInteger = "Number.isInteger"
    case isNumberNaN = "Number.isNaN"
    case isNumberFinite = "Number.isFinite"
    case parseInt = "parseInt"
    case parseFloat = "parseFloat"
    case floor = "Math.floor"
    case ceil = "Math.ceil"
    case round = "Math.round"
    case trunc = "Math.trunc"
    case abs = "Math.abs"
    case min = "Math.min"
    case max = "Math.max"
    case toBase64 = "btoa"
    case fromBase64 = "atob"
    case encodeComponent = "encodeURIComponent"
    case decodeComponent = "decodeURIComponent"

    /// The function that a script means by a name.
    static func named(_ name: String) -> HandlerFunction? {
        switch HandlerFunction(rawValue: name) {
        case .isObject, .elements, .namesIn: nil
        case let function: function
        }
    }
}

extension HandlerExpression {
    /// As JavaScript, for sentences; long ones are cut.
    package var source: String {
        var text = ""
        write(to: &text)
        return text
    }

    private static let longest = 120

    private func write(to text: inout String) {
        guard text.utf8.count < Self.longest else {
            if !text.hasSuffix("…") { text += "…" }
            return
        }
        switch self {
        case .undefined: text += "undefined"
        case .null: text += "null"
        case .bool(let flag): text += String(flag)
        case .number(let number): text += HandlerNumber.text(number)
        case .text(let literal): text += "\"\(literal.prefix(Self.longest))\""
        case .local(_, let name): text += name
        case .response(let part): text += part.rawValue
        case .header(let name, let form):
            switch form {
            case .valueOf: Self.write("response.headers.valueOf", [name], to: &text)
            case .valuesOf: Self.write("response.headers.valuesOf", [name], to: &text)
            case .member:
                text += "response.headers["
                name.write(to: &text)
                text += "]"
            }
        case .variable(let name): text += "{{\(name)}}"
        case .dynamic(let name): text += name
        case .time(let form): text += form.rawValue
        case .list(let elements):
            text += "["
            Self.write(elements, ", ", to: &text)
            text += "]"
        case .object(let members):
            text += "{"
            for (place, member) in members.enumerated() {
                text += "\(place > 0 ? ", " : " ")\(member.name): "
                member.value.write(to: &text)
                if text.hasSuffix("…") { return }
            }
            text += members.isEmpty ? "}" : " }"
        case .matches(let pattern, let operand):
            Self.write("/\(pattern.source.prefix(Self.longest))/\(pattern.flags).test", [operand], to: &text)
        case .query(let path, let operand): Self.write("jsonPath", [operand, .text(path)], to: &text)
        case .call(_, let name, let arguments): Self.write(name, arguments, to: &text)
        case .function(.elements, let arguments), .function(.namesIn, let arguments):
            arguments.first?.write(to: &text)
        case .function(.isObject, let arguments):
            arguments.first?.writeOperand(to: &text)
            text += " instanceof Object"
        case .chain(let base, let links):
            base.writeOperand(to: &text)
            for link in links { link.write(to: &text) }
        case .function(let function, let arguments): Self.write(function.rawValue, arguments, to: &text)
        case .not(let operand): operand.write("!", to: &text)
        case .negative(let operand): operand.write("-", to: &text)
        case .toNumber(let operand): operand.write("+", to: &text)
        case .typeOf(let operand): operand.write("typeof ", to: &text)
        case .sum(let terms): Self.write(terms, " + ", to: &text)
        case .all(let terms): Self.write(terms, " && ", to: &text)
        case .any(let terms): Self.write(terms, " || ", to: &text)
        case .firstPresent(let terms): Self.write(terms, " ?? ", to: &text)
        case .arithmetic(let sign, let left, let right): Self.write([left, right], " \(sign.rawValue) ", to: &text)
        case .comparison(let sign, let left, let right): Self.write([left, right], " \(sign.rawValue) ", to: &text)
        case .choice(let condition, let then, let otherwise):
            condition.writeOperand(to: &text)
            text += " ? "
            then.writeOperand(to: &text)
            text += " : "
            otherwise.writeOperand(to: &text)
        }
    }

    /// In parentheses if it has an operator.
    private func writeOperand(to text: inout String) {
        switch self {
        case .sum, .all, .any, .firstPresent, .arithmetic, .comparison, .choice:
            text += "("
            write(to: &text)
            text += ")"
        default: write(to: &text)
        }
    }

    private func write(_ sign: String, to text: inout String) {
        text += sign
        writeOperand(to: &text)
    }

    private static func write(_ terms: [HandlerExpression], _ sign: String, to text: inout String) {
        for (place, term) in terms.enumerated() {
            if place > 0 { text += sign }
            if sign == ", " { term.write(to: &text) } else { term.writeOperand(to: &text) }
            if text.hasSuffix("…") { return }
        }
    }

    fileprivate static func write(_ name: String, _ arguments: [HandlerExpression], to text: inout String) {
        text += "\(name)("
        write(arguments, ", ", to: &text)
        text += ")"
    }

    /// The expression with the first of its links.
    package static func source(_ base: HandlerExpression, _ links: ArraySlice<HandlerLink>) -> String {
        links.isEmpty ? base.source : HandlerExpression.chain(base, Array(links)).source
    }
}

extension HandlerLink {
    fileprivate func write(to text: inout String) {
        switch step {
        case .member(let name): text += (isOptional ? "?." : ".") + name
        case .index(let index):
            text += (isOptional ? "?.[" : "[") + index.source + "]"
        case .method(let method, let arguments):
            HandlerExpression.write((isOptional ? "?." : ".") + method.rawValue, arguments, to: &text)
        case .each(let iteration, let callback, let start):
            text += (isOptional ? "?." : ".") + "\(iteration.rawValue)(\(callback.text)"
            if let start { text += ", \(start.source)" }
            text += ")"
        case .match(let pattern): text += "\(isOptional ? "?." : ".")match(/\(pattern.source)/\(pattern.flags))"
        }
    }
}
