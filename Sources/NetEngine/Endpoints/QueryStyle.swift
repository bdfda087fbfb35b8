#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How arrays and objects inside a value are written as items of a query or fields of a form. No standard defines it: see
/// the server's documentation.
public struct QueryStyle: Sendable, Hashable {
    /// How the name of an array becomes that of its elements.
    public enum Arrays: Sendable, Hashable {
        /// `tag=a&tag=b`, which `FormFormat` reads back. The elements cannot be objects or arrays: which members belong
        /// together would be lost.
        case repeated
        /// `tag[]=a&tag[]=b`, as PHP and Rails read it, and Alamofire writes it by default.
        case brackets
        /// `tag[0]=a&tag[1]=b`, counted from 0.
        case indices
    }

    /// How the name of an object becomes that of its members.
    public enum Members: Sendable, Hashable {
        /// `user[name]=a`.
        case brackets
        /// `user.name=a`.
        case dots
    }

    /// Default `repeated`.
    public var arrays: Arrays
    /// Default `brackets`.
    public var members: Members

    /// - `arrays`: default `repeated`.
    /// - `members`: default `brackets`.
    public init(arrays: Arrays = .repeated, members: Members = .brackets) {
        self.arrays = arrays
        self.members = members
    }

    fileprivate func member(_ name: String, of object: String?) -> String {
        guard let object else { return name }
        return members == .brackets ? "\(object)[\(name)]" : "\(object).\(name)"
    }

    fileprivate func element(_ index: Int, of array: String) -> String {
        switch arrays {
        case .repeated: array
        case .brackets: "\(array)[]"
        case .indices: "\(array)[\(index)]"
        }
    }
}

extension [QueryItem] {
    /// The members of a value as items, in the order of their names (by the bytes of UTF-8), so that equal values are equal
    /// queries. Elements of an array keep their order.
    ///
    /// Numbers are written as in JSON, flags as `true` and `false`. A member that is nil, an empty array and an empty
    /// object are left out; a value that is nil has no items.
    /// - Parameters:
    ///   - value: an object: a type with named members, or a dictionary.
    ///   - style: how arrays and objects in it are written; default `tag=a&tag=b` and `user[name]=a`.
    ///   - encoder: decides how dates, data and names are written; default dates in ISO 8601 (`2026-11-26T19:02:00Z`), data
    ///     in Base64, names as the type has them.
    /// - Throws: `request-build` if the value cannot be encoded, has no names, or has an array that the style cannot express.
    public init(
        encoding value: some Encodable, style: QueryStyle = QueryStyle(), encoder: JSONEncoder? = nil
    ) throws(EngineError) {
        self = try QueryFlattening.items(of: value, style, encoder, part: "Query")
    }
}

extension EndpointBody {
    /// A value as `application/x-www-form-urlencoded`, encoded at once: the items of `[QueryItem](encoding:style:encoder:)`.
    /// A value that they cannot express fails the request with `request-build`.
    public static func form(
        _ value: some Encodable, style: QueryStyle = QueryStyle(), encoder: JSONEncoder? = nil
    ) -> EndpointBody {
        do throws(EngineError) {
            return form(try QueryFlattening.items(of: value, style, encoder, part: "Body"))
        } catch {
            return EndpointBody(failure: error)
        }
    }
}

/// Makes items of the JSON of a value.
private struct QueryFlattening {
    private let style: QueryStyle
    /// The part of the request, for errors.
    private let part: String
    private var cursor: JSONCursor

    static func items(
        of value: some Encodable, _ style: QueryStyle, _ encoder: JSONEncoder?, part: String
    ) throws(EngineError) -> [QueryItem] {
        let encoder = encoder ?? standardEncoder()
        let json: [UInt8]
        do { json = Array(try encoder.encode(value)) } catch {
            throw EngineError(
                .requestBuild, "\(part): the value cannot be written: \(EndpointBody.words(error)).",
                hint: "Correct the value, or its encoding.")
        }
        var flattening = QueryFlattening(style: style, part: part, cursor: JSONCursor(json))
        do { return try flattening.whole() } catch let error as EngineError { throw error } catch {
            let reason = (error as? JSONSyntaxError)?.reason ?? "\(error)"
            throw EngineError(
                .requestBuild, "\(part): the value cannot be written: \(reason).",
                hint: "Correct the value, or its encoding.")
        }
    }

    private static func standardEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    private mutating func whole() throws -> [QueryItem] {
        switch try cursor.next() {
        case .null: return []
        case .objectStart: return try members(of: nil)
        default:
            throw EngineError(
                .requestBuild, "\(part): the value has no members; each item needs a name.",
                hint: "Encode a type with members, or a dictionary.")
        }
    }

    private mutating func members(of object: String?) throws -> [QueryItem] {
        var members: [(name: String, items: [QueryItem])] = []
        while let name = try cursor.nextName() {
            let name = try cursor.text(name)
            members.append((name, try items(try cursor.next(), style.member(name, of: object))))
        }
        return members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.flatMap(\.items)
    }

    private mutating func items(_ token: JSONReader.Token, _ name: String) throws -> [QueryItem] {
        WorkMeter.count(1)
        switch token {
        case .null: return []
        case .objectStart: return try members(of: name)
        case .arrayStart: return try elements(of: name)
        case .string: return [QueryItem(name, try cursor.text(cursor.string))]
        default: return [QueryItem(name, cursor.written(try cursor.value(token)))]
        }
    }

    private mutating func elements(of array: String) throws -> [QueryItem] {
        var items: [QueryItem] = []
        var index = 0
        while true {
            let token = try cursor.next()
            guard token != .arrayEnd else { return items }
            guard style.arrays != .repeated || (token != .objectStart && token != .arrayStart) else {
                throw EngineError(
                    .requestBuild,
                    "\(part): the elements of the array \(EngineError.quoted(array)) are objects or arrays, which a repeated name cannot express.",
                    hint: "Write arrays with indices, or with brackets, as the server reads them.")
            }
            items += try self.items(token, style.element(index, of: array))
            index += 1
        }
    }
}
