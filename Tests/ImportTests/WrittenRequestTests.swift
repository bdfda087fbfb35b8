import Testing

@testable import Import

/// What the samples of the readers are as request files.
@Suite struct WrittenRequestTests {
    @Test func `a request of Bruno`() throws {
        let collection = try ReaderProbe(reader: BrunoReader.self).read("Create.bru", BrunoReaderTests.sample)
        #expect(ImportedText.text(collection.files()) == "")
    }

    @Test func `requests of Hurl`() throws {
        let collection = try ReaderProbe(reader: HurlReader.self).read("a.hurl", HurlReaderTests.sample)
        #expect(ImportedText.text(collection.files()) == "")
    }

    @Test func `a recorded request`() throws {
        let collection = try ReaderProbe(reader: HARReader.self).read("a.har", HARReaderTests.sample)
        #expect(ImportedText.text(collection.files()) == "")
    }

    @Test func `requests of Insomnia`() throws {
        let collection = try ReaderProbe(reader: InsomniaReader.self).read("a.json", InsomniaReaderTests.version4)
        #expect(ImportedText.text(collection.files()) == "")
    }

    @Test func `all readers know their own samples, and no other`() {
        let samples: [(ImportKind, String)] = [
            (.bruno, BrunoReaderTests.sample), (.bruno, BrunoReaderTests.yaml), (.hurl, HurlReaderTests.sample),
            (.har, HARReaderTests.sample), (.insomnia, InsomniaReaderTests.version4),
            (.insomnia, InsomniaReaderTests.version5),
        ]
        for (kind, text) in samples {
            let source = ImportSource(name: "pasted", bytes: Array(text.utf8))
            let found = ImportReaders.all.filter { $0.recognises(source) == .yes }.map { $0.kind }
            #expect(found == [kind])
        }
    }
}
