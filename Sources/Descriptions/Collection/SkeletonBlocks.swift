import HTTPFormat

/// The blocks of a file of requests, which are filled in one by one.
struct SkeletonBlocks {
    let skeleton: [UInt8]
    /// Where each block is in the skeleton.
    let ranges: [Range<Int>]

    /// The file with some of its blocks filled in.
    func filled(_ indices: some Collection<Int>, _ block: (Int) -> [UInt8]) -> [UInt8] {
        let wanted = Set(indices)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(skeleton.count + wanted.count * 500)
        var copied = 0
        for index in wanted.sorted() where ranges.indices.contains(index) {
            bytes += skeleton[copied..<ranges[index].lowerBound]
            bytes += block(index)
            copied = ranges[index].upperBound
        }
        return bytes + skeleton[copied...]
    }

    /// Where the block of a request is in a document of the file; nil if it is no longer the skeleton.
    func place(of index: Int, _ request: SavedRequest, in document: HTTPDocument) -> Range<Int>? {
        guard !request.lines.isEmpty else { return nil }
        let start = document.lines.start(request.lines.lowerBound - 1)
        let end = document.lines.end(request.lines.upperBound - 2)
        return document.bytes[start..<end].elementsEqual(skeleton[ranges[index]]) ? start..<end : nil
    }
}
