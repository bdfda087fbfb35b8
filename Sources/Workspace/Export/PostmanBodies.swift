/// Which bodies Postman sends, for those who read and write its collections.
package enum PostmanBodies {
    private static let methodsWithoutBody: Set<String> = ["GET", "HEAD", "COPY", "PURGE", "UNLOCK"]

    /// Whether a body with this method is kept and not sent, unless `disableBodyPruning` says otherwise.
    package static func isPruned(_ method: String) -> Bool { methodsWithoutBody.contains(method.uppercased()) }
}
