import Base
import HTTPFormat
import NetEngine

/// The client certificate that the environment names for a request.
struct CertificateChoice {
    let request: SavedRequest
    let file: CollectionFile
    let context: RequestResolver.Context

    /// The name of the answer, where the passphrase is asked for.
    static let passphrase = "certificatePassphrase"

    /// nil if there is none, or if something is still missing, which `resolution` says then.
    func certificate(
        _ resolution: inout VariableResolution
    ) throws(RequestResolver.Refusal) -> ClientCertificate? {
        guard request.settings.usesClientCertificate,
            let files = context.environments.clientCertificate(in: context.environmentName)
        else { return nil }
        let place = VariableResolution.Place(line: request.line)
        guard resolution.mayUse(.certificate(files.certificate), place) else { return nil }
        let certificate = try path(files.certificate, "certificate", files, &resolution)
        var key: String?
        if let written = files.key { key = try path(written, "key of the certificate", files, &resolution) }
        var password = files.passphrase.map { resolution.expand($0, line: request.line) }
        if password == nil, files.hasPassphrase {
            password = context.answers[Self.passphrase] ?? context.overrides[Self.passphrase]
            if password == nil { ask(files, &resolution) }
        }
        return certificate.map { ClientCertificate(file: $0, keyFile: key, password: password) }
    }

    private func ask(_ files: EnvironmentSet.CertificateFiles, _ resolution: inout VariableResolution) {
        let field = PromptField(
            key: Self.passphrase, label: "passphrase of \(PathText.name(of: files.certificate))", line: request.line,
            request: request.id)
        resolution.ask(field, VariableResolution.Place(line: request.line))
    }

    /// The file that a path leads to, as body files are found, apart from the folder that it begins in.
    private func path(
        _ written: String, _ what: String, _ files: EnvironmentSet.CertificateFiles,
        _ resolution: inout VariableResolution
    ) throws(RequestResolver.Refusal) -> String? {
        let failures = resolution.failures
        let expanded = resolution.expand(written, line: request.line)
        guard resolution.failures == failures else { return nil }
        let path = PathText.normalised(expanded, workingDirectory: PathText.folder(of: files.file))
        guard DiskFile.info(path) != nil else {
            let place = "\(PathText.name(of: files.file)):\(files.line)"
            throw RequestResolver.Refusal(
                line: request.line, clause: "\(place) names the \(what) \(written), which does not exist.")
        }
        guard !context.isTrusted else { return path }
        guard let real = DiskFile.realPath(path), let root = DiskFile.realPath(context.root),
            PathText.isInside(real, folder: root)
        else {
            resolution.need(.fileOutside(written), line: request.line)
            return nil
        }
        return real
    }
}
