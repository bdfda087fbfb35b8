import JSONPath

extension SampleMaker {
    /// The members of a form that are files: strings in a binary format, of another media type, or arrays of them.
    package func files(of media: MediaType) -> Set<String> {
        var files: Set<String> = []
        for field in media.fields where documents.value(field.place).text("type") == "file" { files.insert(field.name) }
        guard let place = media.schema else { return files }
        for (name, places) in MergedSchema([place], documents, version).properties {
            let schema = MergedSchema(places, documents, version)
            let isBinary = [places, schema.items].contains { places in
                places.contains { saysBinary(documents.value($0)) }
            }
            if isBinary || schema.strings.formats.contains("binary") { files.insert(name) }
        }
        return files
    }

    private func saysBinary(_ schema: DescriptionValue) -> Bool {
        guard let schema = try? schema.followed() else { return false }
        if schema.text("format") == "binary" { return true }
        return schema.text("contentMediaType") != nil && schema["contentEncoding"] == nil
    }
}
