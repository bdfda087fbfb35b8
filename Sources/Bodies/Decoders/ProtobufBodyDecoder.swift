import Base
import NetEngine

/// Protocol Buffers without their schema, as a tree: field numbers, wire types, and what the bytes probably mean.
package enum ProtobufBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .protobuf }
    package static var mostBytes: Int { 8 << 20 }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        let words: Set<Substring> = ["protobuf", "vnd.google.protobuf", "protobuffer", "proto", "grpc", "grpc-web"]
        return words.contains(type.subtype) || type.essence.hasPrefix("application/grpc")
            || ["pb", "protobuf"].contains(fileName)
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        var readings = ProtobufReading.all(input.bytes, isGRPC: input.type.essence.contains("grpc"))
        // The sort keeps the order of equals: the simplest comes first.
        readings.sort { $0.score > $1.score }
        guard !readings.isEmpty else {
            var messages = ProtobufMessages(input.bytes, .textFirst)
            throw messages.read(0..<input.bytes.count) ?? DecodingRefusal("it is empty")
        }
        let chosen = readings[max(0, input.reading) % readings.count]
        let json = try chosen.written()
        let count = Formatting.count(chosen.frames.count, "message")
        let note = readings.count > 1 ? ", one of \(readings.count) readings: \(chosen.name)" : ""
        return ReadableBody(kind, count + note, .tree(json), readings: readings.map(\.name))
    }
}

/// One way to understand the bytes.
struct ProtobufReading {
    /// What fields with a length are taken for, where several things are possible.
    enum Preference: CaseIterable, Sendable { case textFirst, messageFirst, bytesOnly }

    let name: String
    /// Where the messages are.
    let frames: [Range<Int>]
    let preference: Preference
    let messages: ProtobufMessages
    /// The share of bytes that are understood, less a little for each doubt.
    let score: Double

    /// Those that explain every byte; two that say the same are one.
    static func all(_ bytes: UnsafeBufferPointer<UInt8>, isGRPC: Bool) -> [ProtobufReading] {
        guard !bytes.isEmpty else { return [] }
        let framings: [(String, [Range<Int>]?, Double)] = [
            ("a message", [0..<bytes.count], isGRPC ? -0.5 : 0),
            ("gRPC messages", ProtobufFraming.gRPC(bytes), isGRPC ? 0.5 : 0),
            ("messages with their length", ProtobufFraming.delimited(bytes), -0.3),
        ]
        var found: [ProtobufReading] = []
        for (framing, frames, bonus) in framings {
            guard let frames else { continue }
            var seen: [[ProtobufMessages.Node]] = []
            for preference in Preference.allCases {
                var messages = ProtobufMessages(bytes, preference)
                guard frames.allSatisfy({ messages.read($0) == nil }) else { break }
                guard !seen.contains(messages.nodes) else { continue }
                seen.append(messages.nodes)
                found.append(
                    ProtobufReading(
                        name: framing + preference.note, frames: frames, preference: preference, messages: messages,
                        score: messages.score + bonus - preference.doubt))
            }
        }
        return found
    }

    func written() throws(DecodingRefusal) -> [UInt8] {
        var writer = ProtobufWriter(messages)
        return try writer.written(frames)
    }
}

extension ProtobufReading.Preference {
    var note: String {
        switch self {
        case .textFirst: ""
        case .messageFirst: ", text as messages"
        case .bytesOnly: ", nothing nested"
        }
    }

    var doubt: Double {
        switch self {
        case .textFirst: 0
        case .messageFirst: 0.1
        case .bytesOnly: 0.2
        }
    }
}

/// Messages one after the other.
enum ProtobufFraming {
    /// gRPC puts a flag and a length of four bytes before each message. Compressed ones are not read.
    static func gRPC(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        var frames: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            guard place + 5 <= bytes.count else { return nil }
            let count = bytes[(place + 1)..<(place + 5)].reduce(0) { $0 << 8 | Int($1) }
            // The trailers of gRPC-Web are text after the messages.
            if bytes[place] == 0x80, !frames.isEmpty, place + 5 + count == bytes.count { return frames }
            guard bytes[place] == 0, count <= bytes.count - place - 5 else { return nil }
            frames.append(place + 5..<place + 5 + count)
            place += 5 + count
        }
        return frames
    }

    /// Each message after its length as a varint, as `writeDelimitedTo` writes.
    static func delimited(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        var frames: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            guard let (count, next) = ProtobufMessages.varint(bytes, place, bytes.count), count > 0,
                count <= UInt64(bytes.count - next)
            else { return nil }
            frames.append(next..<next + Int(count))
            place = next + Int(count)
        }
        return frames
    }
}
