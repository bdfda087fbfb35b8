import Base
import NetEngine

/// What the header of an image says, and the picture itself where it can be drawn.
package enum ImageBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .image }
    package static var mostBytes: Int { .max }
    /// Headers are looked for in this many bytes: photographs have a small picture before theirs.
    private static let headBytes = 1 << 20

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        type.isImage || ["png", "jpg", "jpeg", "gif", "webp", "bmp"].contains(fileName)
    }

    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool {
        head.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]) || head.starts(with: [0xFF, 0xD8, 0xFF])
            || head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8)
            || (head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8))
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        let head = Array(input.bytes.prefix(headBytes))
        guard let facts = ImageFacts(head) else {
            throw DecodingRefusal("it begins like no image that is known here, or ends before its size", at: 0)
        }
        guard facts.width > 0, facts.height > 0 else { throw DecodingRefusal("an image without a pixel") }
        let details = ImageDetails(facts.format, head, all: input.bytes)
        let format = facts.format.rawValue.uppercased()
        let size = "\(facts.width) x \(facts.height) pixels"
        var rows: [StyledRow] = [.fact("format", format), .fact("size", size, role: .number)]
        if let depth = details.depth { rows.append(.fact("depth", depth)) }
        if let frames = details.frameCount, frames != 1 {
            rows.append(.fact("animation", Formatting.count(frames, "frame"), role: .number))
        } else if details.isAnimated {
            rows.append(.fact("animation", "yes"))
        }
        rows.append(.fact("file", Formatting.byteCount(input.bytes.count)))
        do throws(DecodingRefusal) {
            let picture = try PictureReading.read(input.bytes, facts.format)
            return ReadableBody(kind, "\(format), \(size)", .picture(picture, rows))
        } catch {
            return ReadableBody(kind, "\(format), \(size)", .rows(rows + [.fact("picture", error.sentence)]))
        }
    }
}

/// More than the size, by format.
struct ImageDetails {
    /// `8 bits a channel, colour and transparency`.
    private(set) var depth: String?
    private(set) var isAnimated = false
    private(set) var frameCount: Int?

    init(_ format: ImageFacts.Format, _ head: [UInt8], all: UnsafeBufferPointer<UInt8>) {
        switch format {
        case .png: readPNG(head)
        case .gif: readGIF(all)
        case .webp: readWebP(head)
        case .bmp: if head.count > 29 { depth = "\(Int(head[28]) | Int(head[29]) << 8) bits a pixel" }
        case .jpeg: break
        }
    }

    /// ISO 15948 §11.2.2; `acTL` counts the frames of an animation.
    private mutating func readPNG(_ head: [UInt8]) {
        guard head.count > 28 else { return }
        let channels = [
            0: "grey", 2: "colour", 3: "a palette", 4: "grey and transparency", 6: "colour and transparency",
        ]
        let interlaced = head[28] == 1 ? ", interlaced" : ""
        depth =
            "\(Formatting.count(Int(head[24]), "bit")) a channel, \(channels[Int(head[25])] ?? "unknown colours")\(interlaced)"
        var place = 8
        while place + 12 <= head.count {
            let length = head[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = head[place + 4..<place + 8]
            if name.elementsEqual("IDAT".utf8) { return }
            if name.elementsEqual("acTL".utf8), place + 12 <= head.count {
                isAnimated = true
                frameCount = head[place + 8..<place + 12].reduce(0) { $0 << 8 | Int($1) }
            }
            place += 12 + length
        }
    }

    /// Counts the images of the file, block by block.
    private mutating func readGIF(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count > 13 else { return }
        let flags = bytes[10]
        depth = "\(Formatting.count(Int(flags >> 4 & 7) + 1, "bit")) a channel, a palette"
        var place = 13 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        var count = 0
        blocks: while place < bytes.count {
            switch bytes[place] {
            case 0x2C:
                guard place + 10 < bytes.count else { break blocks }
                count += 1
                let local = bytes[place + 9]
                place += 11 + (local & 0x80 == 0 ? 0 : 3 << (Int(local & 7) + 1))
            case 0x21: place += 2
            default: break blocks
            }
            while place < bytes.count, bytes[place] != 0 {
                countWork(1)
                place += 1 + Int(bytes[place])
            }
            place += 1
        }
        isAnimated = count > 1
        frameCount = max(1, count)
    }

    /// RFC 9649 §2.7.
    private mutating func readWebP(_ head: [UInt8]) {
        guard head.count > 20, head[12..<16].elementsEqual("VP8X".utf8) else { return }
        isAnimated = head[20] & 2 != 0
        depth = head[20] & 0x10 != 0 ? "colour and transparency" : "colour"
    }
}
