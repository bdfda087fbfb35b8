import Base
import Testing

@Suite struct SecretNameTests {
    @Test(arguments: [
        "token", "apiKey", "api_key", "API-KEY", "accessToken", "clientSecret", "Client Secret",
        "PASSWORD", "db.password",
        "db.pwd", "awsSecret", "AWS_SECRET_ACCESS_KEY", "accessKey", "jwt", "sessionId",
        "authorization",
    ])
    func `a secret is known by its name`(name: String) { #expect(SecretName.isSecret(name)) }

    @Test(arguments: [
        "id", "base", "host", "tokenUrl", "Token URL", "token_type", "tokenLifetime", "cookieName",
        "Client Credentials",
        "passwordFile", "author", "keyboard", "", "...", "sku",
        "tokenUri", "token-endpoint", "tokenPath", "tokenHeader", "token_scope", "tokenTimeout", "tokenTTL",
        "tokenExpiry",
        "passwordLength",
    ])
    func `a fact about a secret is none`(name: String) { #expect(!SecretName.isSecret(name)) }

    @Test(arguments: [
        "s3cr3t-value", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "token 8a7f6e5d", "Bearer abc",
        "hunter2", "abcd", "token8", "demonstration", "yours-truly", "a.b/c", "nullable",
    ])
    func `a literal is given away`(value: String) { #expect(SecretName.isGivenAway(value)) }

    @Test(arguments: [
        "", "   ", "{{x}}", "Bearer {{token}}", "{{$processEnv TOKEN}}", "12345", "true",
        "https://h/token", "/oauth/token",
        "<your token>", "YOUR_API_KEY", "xxxxxxxx", "********", "demo-token-ada", "my-secret-token",
        "changeme", "abc",
        "AKIAIOSFODNN7EXAMPLE", "dummy-x7k2", "fake x7k2", "x7k2.placeholder", "SAMPLE_x7k2", "todo:x7k2",
        "redacted-x7k2",
        "./token", "None", "NULL", "False", "the-api-key-here", "a password", "-1.5e3",
    ])
    func `references, numbers, addresses and placeholders give nothing away`(value: String) {
        #expect(!SecretName.isGivenAway(value))
    }
}
