/// What of an OAuth 2 login of another tool has no counterpart here: sentences that the readers share.
enum OAuth2Loss {
    static let state = "The state of the OAuth 2 login is left out: each sign-in makes a new one."
    static let addressOfRefresh =
        "The refresh URL is left out: tokens are refreshed at the URL that they come from."

    static func parameters(ofRefresh names: [String]) -> String {
        let one = names.count == 1
        return
            "\(one ? "The parameter" : "The parameters") \(list(names)) of refresh requests \(one ? "is" : "are") left out."
    }

    static func header(ofPage name: String) -> String {
        "The header \(NoticeList.quoted(name)) of the OAuth 2 login is left out: a browser opens the sign-in page."
    }

    static func bodyNotURL(_ name: String) -> String {
        "The parameter \(NoticeList.quoted(name)) of requests for a token is sent in the body and not in the URL."
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(10).map(NoticeList.quoted).joined(separator: ", ") + (names.count > 10 ? " …" : "")
    }
}

extension ImportedOAuth2 {
    /// Where another tool puts a parameter that it adds to a request of the login.
    enum ParameterPlace { case header, url, body }

    /// Adds a parameter of a request for a token.
    mutating func addToTokenRequest(_ row: ImportedRow, in place: ParameterPlace, _ notices: inout NoticeList) {
        switch place {
        case .header: tokenHeaders.append(row)
        case .body: tokenParameters.append(row)
        case .url:
            notices.changed(OAuth2Loss.bodyNotURL(row.name), at: row.place)
            tokenParameters.append(row)
        }
    }

    /// Adds a parameter of the page to sign in on.
    mutating func addToPage(_ row: ImportedRow, in place: ParameterPlace, _ notices: inout NoticeList) {
        guard place != .header else { return notices.lost(OAuth2Loss.header(ofPage: row.name), at: row.place) }
        authorizationParameters.append(row)
    }
}
