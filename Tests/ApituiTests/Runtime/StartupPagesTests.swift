import Testing

@testable import apitui

struct StartupPagesTests {
    @Test func `code and first tables are given back, nothing that was ever written to`() {
        let maps = """
            00001000-00003000 r--p 00000000 fe:00 12 /usr/bin/a b
            00003000-00004000 r-xp 00002000 fe:00 12                    /usr/bin/a b
            00004000-00005000 r--p 00003000 fe:00 12 /usr/bin/a b
            00005000-00006000 rw-p 00004000 fe:00 12 /usr/bin/a b
            00006000-00007000 rw-p 00000000 00:00 0 [heap]
            00007000-00008000 r-xp 00000000 00:00 0 [vdso]
            00008000-00009000 r--p 00000000 00:00 0
            00009000-0000a000 rw-s 00000000 fe:00 13 /home/x/cache.sqlite-shm
            0000b000-0000a000 r-xp 00000000 fe:00 13 /x
            """
        #expect(StartupPages.droppable(inMaps: maps) == [0x1000..<0x3000, 0x3000..<0x4000])
    }

    @Test func `the program goes on afterwards, and its own code is among what is given back`() {
        #expect(!StartupPages.droppable(inMaps: StartupPages.mapsOfThisProcess()).isEmpty)
        StartupPages.giveBack()
        #expect([3, 1, 2].sorted() == [1, 2, 3])
    }
}
