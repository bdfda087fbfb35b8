import Base
import TestSupport
import Testing

@Suite struct ByteSizeTests {
    private static let sizes = """
        none -> \(Int.max)
        NONE -> \(Int.max)
        0 -> 0
        7 -> 7
        7b -> 7
        7 B -> 7
        1.4 -> 1
        1.5 -> 2
        .5k -> 500
        1k -> 1000
        1K -> 1000
        1kb -> 1000
        1ki -> 1024
        1 KiB -> 1024
        10MB -> 10000000
        64 MiB -> 67108864
        1.5g -> 1500000000
        2t -> 2000000000000
        1TiB -> 1099511627776
        999999t -> 999999000000000000
        1000000t -> \(Int.max)
        -1 -> nil
        1p -> nil
        1kx -> nil
        1 bb -> nil
        1kibb -> nil
        1.2.3k -> nil
        1_000 -> nil
        kb -> nil
        no -> nil
        """

    @Test func `a size is read in units of powers of ten or two`() {
        #expect(FilledTable(Self.sizes).filled { ByteSize.read($0).map(String.init) } == Self.sizes)
        #expect(ByteSize.read("") == nil)
        #expect(ByteSize.read("1 \t k") == 1000)
    }
}
