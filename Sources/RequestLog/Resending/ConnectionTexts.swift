import NetEngine

extension RequestOptions {
    /// Changes each text that determines where a connection leads or how it is secured, and may hold a masked secret: paths, hosts,
    /// addresses and the password of a certificate. The proxy is not among them: what is filled into its URL is encoded.
    mutating func changeConnectionTexts(_ change: (String) -> String) {
        if let file = caFile { caFile = change(file) }
        var connection = connection
        connection.unixSocket = connection.unixSocket.map(change)
        connection.localAddress = connection.localAddress.map(change)
        for index in connection.resolve.indices {
            connection.resolve[index].host = connection.resolve[index].host.map(change)
            connection.resolve[index].addresses = connection.resolve[index].addresses.map(change)
        }
        for index in connection.connectTo.indices {
            connection.connectTo[index].host = connection.connectTo[index].host.map(change)
            connection.connectTo[index].targetHost = connection.connectTo[index].targetHost.map(change)
        }
        self.connection = connection
        if let folder = tls.caDirectory { tls.caDirectory = change(folder) }
        guard var certificate = tls.clientCertificate else { return }
        certificate.file = change(certificate.file)
        certificate.keyFile = certificate.keyFile.map(change)
        certificate.password = certificate.password.map(change)
        tls.clientCertificate = certificate
    }

    /// The texts that `changeConnectionTexts` changes.
    var connectionTexts: [String] {
        var texts: [String] = []
        var options = self
        options.changeConnectionTexts { text in
            texts.append(text)
            return text
        }
        return texts
    }
}
