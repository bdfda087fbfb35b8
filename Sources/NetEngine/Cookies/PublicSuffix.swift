/// Whether a name belongs to a registry and not to somebody, so that no cookie may be set for all below it.
///
/// The rule, in place of the full list (which changes weekly and is not shipped): a name of one label; a name of two
/// labels whose last is a country's and whose first is one that registries use (`co.uk`, `com.au`, `gov.br`); and a short
/// list of hosts that give names away (`github.io`). It errs to the safe side for two-label names and can be too
/// generous for rare registries and hosts; such cookies still go only to names below the one they were set for.
enum PublicSuffix {
    private static let secondLevels: Set<String> = [
        "ac", "asn", "asso", "biz", "co", "com", "coop", "ed", "edu", "firm", "gen", "go", "gob", "gouv", "gov",
        "govt", "gub", "id", "ind", "inf", "info", "jus", "k12", "leg", "ltd", "me", "med", "mil", "mod", "muni",
        "name",
        "ne", "net", "nhs", "nic", "nom", "nsw", "or", "org", "plc", "police", "pro", "qld", "res", "sch", "school",
        "tm",
        "vic", "web",
    ]

    private static let hosts: Set<String> = [
        "amazonaws.com", "appspot.com", "azurewebsites.net", "blogspot.com", "cloudfront.net", "firebaseapp.com",
        "fly.dev", "github.io", "gitlab.io", "herokuapp.com", "netlify.app", "ngrok.io", "ngrok-free.app",
        "onrender.com", "pages.dev", "readthedocs.io", "run.app", "surge.sh", "vercel.app", "web.app", "workers.dev",
    ]

    /// - Parameter domain: lower case, ASCII.
    static func contains(_ domain: String) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        switch labels.count {
        case 0, 1: return true
        case 2: return hosts.contains(domain) || (labels[1].utf8.count == 2 && secondLevels.contains(String(labels[0])))
        default: return hosts.contains(domain)
        }
    }
}
