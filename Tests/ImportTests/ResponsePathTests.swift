import Testing

@testable import Import

@Suite struct ResponsePathTests {
    @Test(
        arguments: [
            (.body, "body.*"), (.json("$.a[0]"), "body.$.a[0]"), (.header("ETag"), "headers.ETag"), (.status, nil),
            (.duration, nil),
        ] as [(ResponsePath, String?)])
    func `a reference names a part of a response, or all of it`(path: ResponsePath, reference: String?) {
        #expect(path.reference == reference)
    }
}
