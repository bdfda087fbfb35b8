/// Looks at the content of a file that a part of the program above this one knows. It changes nothing.
package struct ContentCheck: Sendable {
    /// The name in the state or the configuration folder.
    package var name: String
    package var id: String
    package var title: String
    /// Whether it is in the folder of the configuration, which is the user's own.
    package var isConfiguration: Bool
    /// Whether a folder has that name, and not a file.
    package var isFolder: Bool
    package var mostBytes: Int
    /// Gets the path and the bytes, none of a folder.
    package var check: @Sendable (String, [UInt8]) -> KeptItem.Content

    package init(
        _ name: String, id: String, title: String, isConfiguration: Bool = false, isFolder: Bool = false,
        mostBytes: Int = 1 << 20,
        check: @escaping @Sendable (String, [UInt8]) -> KeptItem.Content
    ) {
        self.name = name
        self.id = id
        self.title = title
        self.isConfiguration = isConfiguration
        self.isFolder = isFolder
        self.mostBytes = mostBytes
        self.check = check
    }
}
