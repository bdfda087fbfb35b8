import Testing

@testable import Import

@Suite struct ResponsePathTests {
    @Test(
        arguments: [
            ("res.getStatus()", .status), ("res.getBody()", .body), ("res.getBody().a[0]", .json("$.a[0]")),
            ("res.getHeaders()['X']", .header("X")), ("res.getResponseTime()", .duration), ("res.getStatus", nil),
            ("res.getOther()", nil), ("req.getStatus()", nil),
        ] as [(String, ResponsePath?)])
    func `a call that only reads is a part of the response`(text: String, path: ResponsePath?) {
        #expect(ResponsePath(text, root: "res") == path)
    }

    @Test(
        arguments: [
            (.body, "body.*"), (.json("$.a[0]"), "body.$.a[0]"), (.header("ETag"), "headers.ETag"), (.status, nil),
            (.duration, nil),
        ] as [(ResponsePath, String?)])
    func `a reference names a part of a response, or all of it`(path: ResponsePath, reference: String?) {
        #expect(path.reference == reference)
    }
}
