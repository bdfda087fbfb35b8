@testable import HTTPFormat

/// Scripts as people write them for JetBrains' HTTP client, httpYac and kulala: each stands for a form that was met in public
/// repositories, with names of our own.
enum HandlerFixtures {
    /// A script, and what it has that is not read; nil if it is read as a whole.
    static let responses: [(code: String, construct: String?)] = [
        // Values for later requests.
        (#"client.global.set("token", response.body.token);"#, nil),
        (#"client.global.set("token", response.body.data.accessToken)"#, nil),
        (#"client.global.set("cart_id", response.body.data);"#, nil),
        (#"client.global.set('role', response.body['role']);"#, nil),
        (#"client.global.set("first", response.body[0].id);"#, nil),
        (#"client.global.set("first", response.body.items[0]["id"]);"#, nil),
        (#"client.global.set("jwt", response.body);"#, nil),
        (#"client.global.set("fixed", "a-fixed-value");"#, nil),
        (#"client.global.set("auth", response.headers.valueOf("Authorization"));"#, nil),
        (#"client.global.set("session", response.headers.valuesOf("Set-Cookie")[0]);"#, nil),
        (
            #"client.global.set("JSESSIONID", response.headers.valueOf("Set-Cookie").split(";")[0].split("=")[1])"#, nil
        ),
        (#"client.global.set("header", "Bearer " + response.body.token);"#, nil),
        (#"client.global.set("header", `Bearer ${response.body.token}`);"#, nil),
        (#"client.global.set("order", JSON.stringify(response.body.order));"#, nil),
        (#"client.global.set("count", response.body.items.length)"#, nil),
        (#"client.global.set("name", response.body?.data?.name ?? "");"#, nil),
        (#"client.global.set("id", response.body.id || response.body.data.id);"#, nil),
        ("client.global.set(\"a\", response.body.a)\nclient.global.set(\"b\", response.body.b)\n", nil),
        ("client.global.set(\"auth\", response.body.token);\nconsole.log('Hello!');", nil),
        ("// keep the token\nclient.global.set(\"token\", response.body.token); // for later\n/* done */", nil),
        (
            "const token = response.body.token;\nclient.log(\"Token: \" + token);\nclient.global.set(\"token\", token);",
            nil
        ),
        (
            "const json = response.body;\nclient.global.set(\"t\", json.token);\nclient.global.set(\"u\", json.user.id);",
            nil
        ),
        ("let data = JSON.parse(response.body)\nclient.global.set(\"itemId\", data[0].id)", nil),
        (
            "var token = response.body.json.access_token;\nclient.global.set(\"t\", token);\nconsole.log(\"Set:\", token);",
            nil
        ),
        ("const { access_token, refresh_token } = response.body;\nclient.global.set(\"t\", access_token);", nil),
        ("client.global.clear(\"score\");\nclient.global.clear(\"rank\");", nil),
        ("client.log(\"Response:\", response.body);\nclient.global.set(\"last\", response.body);", nil),
        ("client.log(JSON.stringify(response.body, null, 2));", nil),
        (
            "client.log(\" >>> \" + response.headers);\nclient.log(\"Token: \" + client.global.get(\"access_token\"));",
            nil
        ),
        // Conditions.
        ("if (response.status === 200) {\n  client.global.set(\"jwt-token\", response.body);\n}", nil),
        (
            "if (response.status === 201 || response.status === 200) {\n    client.global.set(\"id\", response.body.data.id);\n}",
            nil
        ),
        (
            "if (response.body.data && response.body.data.token) {\n client.global.set(\"t\", response.body.data.token)\n}",
            nil
        ),
        (
            """
            if (response.status === 200) {
                client.global.set("auth_token", response.body.token);
                client.log("✓ Token saved");
            } else {
                client.log("✗ Login failed");
            }
            """, nil
        ),
        (
            """
            if (response.status === 200) {
                client.log("Login success!");
            } else {
                client.log(`login error: ${response.status}`)
            }


            if (response.body.token.length > 0) {
                client.global.set("token", response.body.token);
            }
            """, nil
        ),
        (
            """
            if (response.status === 200) {
                const responseBody = JSON.parse(response.body);
                const gameId = responseBody.gameId || responseBody.game?.gameId;
                if (gameId) {
                    client.global.set("gameId", gameId);
                }
            }
            """, nil
        ),
        (
            "if (!response.body.token) {\n  client.log(\"No token\");\n  client.exit();\n}\nclient.global.set(\"t\", response.body.token);",
            nil
        ),
        (
            "if (response.status === 200)\n    client.log(\"Success\")\nelse\n    console.error(\"Failed:\", response.status)",
            nil
        ),
        ("client.global.set(\"s\", response.status === 200 ? \"up\" : \"down\")", nil),
        // Tests.
        (
            """
            client.test("Request executed successfully", function() {
                client.assert(response.status === 200, "Response status is not 200");
            });
            """, nil
        ),
        (
            """
            client.test("Request executed successfully", function () {
              client.assert(response.status === 201, "Response status is not 201");
              client.global.set("application_id", response.body.id);
            });
            """, nil
        ),
        (#"client.test("status is 200", () => client.assert(response.status === 200));"#, nil),
        (
            "client.test('Status is 201', () => client.assert(response.status === 201));\nclient.global.set('id', response.body.id);",
            nil
        ),
        (
            """
            client.test("Response content-type is json", function() {
                var type = response.contentType.mimeType;
                client.assert(type === "application/json", "Expected 'application/json' but received '" + type + "'");
            });
            """, nil
        ),
        (
            """
            client.test("Headers option exists", function() {
                client.assert(response.body.hasOwnProperty("headers"), "Cannot find 'headers' option in response");
            });
            """, nil
        ),
        (
            "client.test(\"Body is not empty\", () => {\n  client.assert(response.body, \"Response body is empty!\");\n})",
            nil
        ),
        (
            """
            client.test("Login", function() {
                client.log("Response Code >> " + response.status);
                client.assert(response.status == 200 || response.status == 302, "failed");
            });
            """, nil
        ),
        (
            "client.test(\"4xx\", function() {\n  client.assert(response.status >= 400 && response.status < 500, \"was \" + response.status);\n});",
            nil
        ),
        (
            "client.test(\"Health UP\", function() {\n  client.assert(response.body.status === \"UP\", \"Expected UP\");\n});",
            nil
        ),
        (
            "client.test(\"Session\", function() {\n  client.assert(response.body.sessionId !== undefined, \"missing\");\n});",
            nil
        ),
        ("client.test(\"Token\", function() {\n  client.assert(response.body.accessToken != null);\n});", nil),
        (
            """
            client.test("List", function() {
                client.assert(Array.isArray(response.body), "is a list");
                client.assert(response.body.length > 0);
                client.assert(response.body[0].name !== "");
            });
            """, nil
        ),
        (
            """
            client.test("Summary", function() {
                var summary = response.body.data.summary;
                client.assert(summary.includes("supported") || summary.includes("sorry"),
                    "no hint");
            });
            """, nil
        ),
        (
            "client.test(\"Message\", () => {\n client.assert(response.body.message.startsWith(\"could not\"));\n});",
            nil
        ),
        (
            "client.test(\"Cookie\", function() {\n  client.assert(response.headers.valueOf(\"Set-Cookie\") !== null, \"no\");\n});",
            nil
        ),
        ("client.test(\"One of\", () => client.assert([200, 201, 204].includes(response.status)))", nil),
        ("client.test(\"Id\", () => {\n  client.assert(typeof response.body.id === \"number\");\n});", nil),
        ("client.test(\"Keys\", () => client.assert(Object.keys(response.body).length === 3));", nil),
        ("client.test(\"I AM LOGGED\", () => true);", nil),
        ("client.test(\"ok\", function(){});", nil),
        (
            """
            const expectedRank = client.global.get("submittedRank");
            client.test("Rank should match", function() {
              client.assert(response.body.rank === expectedRank, "Rank mismatch");
            });
            """, nil
        ),
        ("client.assert(response.body.exampleField === 10, 'exampleField')", nil),
        ("client.assert(response.status == 200);", nil),
        ("client.assert(response.body.email === \"{{email}}\", \"Email doesn't match\")", nil),
        // What is not read.
        (
            "const red = response.body.options.find(o => o.caption === \"Red\");\nclient.global.set(\"red\", red.id);",
            nil
        ),
        (
            "client.test(\"All\", function() {\n  response.body.forEach(course => {\n    client.assert(course.id !== undefined);\n  });\n});",
            nil
        ),
        ("client.global.set(\"token\", response.body.json().access_token);", "a call of .json(…)"),
        ("client.global.set(\"n\", jsonPath(response.body, \"$.items[1].n\"));", nil),
        ("client.global.headers.set(\"X-Session\", \"{{token}}\");", "the value client.global"),
        ("for (let i = 0; i < response.body.length; i++) {\n  client.log(response.body[i].id);\n}", nil),
        (
            "try {\n  client.global.set(\"t\", JSON.parse(response.body).t);\n} catch (e) {\n  client.log(e);\n}",
            "the keyword try"
        ),
        ("if (response.status !== 200) throw new Error(\"failed\");", nil),
        ("const fs = require(\"fs\");\nfs.readFileSync(\"x\");", "a module of JavaScript (require)"),
        (
            "client.test(\"m\", () => client.assert(response.body.message === /^Product \\d+$/));",
            "a regular expression without .test(…)"
        ),
        ("client.assert(/^[0-9]+$/.test(response.body.id))", nil),
        ("client.global.set(\"u\", { id: response.body.id });", nil),
        ("function check() { return true }\nclient.test(\"a\", check);", nil),
        ("client.log(response.responseCode)", "the value response.responseCode"),
        ("client.log(response.cookies().length)", "a call of response.cookies(…)"),
        ("-- lua\nclient.log(vars)", "the operator --"),
        ("assert.same(json.name, \"Ada\")", "the function assert.same"),
        ("const payload = atob(response.body.token.split(\".\")[1]);", nil),
        ("client.global.set(\"expires\", Date.now() + 3600);", nil),
        ("const r = await fetch(\"http://h\");", "the keyword await"),
    ]

    static let requests: [(code: String, construct: String?)] = [
        (#"request.variables.set("firstname", "John")"#, nil),
        ("request.variables.set(\"id\", \"42\");\n request.variables.set(\"n\", 7);", nil),
        (
            "client.global.set(\"email\", \"test-\" + Date.now() + \"@example.com\");\nclient.global.set(\"password\", \"pw\");",
            nil
        ),
        (#"request.variables.set("ts", Date.now().toString());"#, nil),
        (#"request.variables.set("ts", new Date().toISOString());"#, nil),
        ("request.variables.set(\"requestId\", $uuid);\nrequest.variables.set(\"at\", $isoTimestamp);", nil),
        (#"request.variables.set("name", $random.alphabetic(8));"#, nil),
        (#"request.variables.set("token", client.global.get("auth_token"));"#, nil),
        (
            "const token = client.global.get(\"auth_token\");\nrequest.variables.set(\"token\", \"Bearer \" + token);",
            nil
        ),
        ("client.log(\"Preparing request for user ID: \" + client.global.get(\"userId\"));", nil),
        (
            "request.variables.set(\"a\", request.environment.get(\"secret\") + \":\" + request.environment.get(\"user\"))",
            nil
        ),
        (
            "const sign = crypto.sha256().updateWithText(\"x\").digest().toBase64();\nrequest.variables.set(\"s\", sign);",
            "a call of crypto.sha256(…)"
        ),
        ("request.variables.set(\"body\", response.body)", "the response before the request"),
        ("client.test(\"a\", () => {})", "a test before the request"),
        ("const item = client.global.get(\"r\")[request.iteration() - 1];", "a call of request.iteration(…)"),
    ]

    static let blocks: [(code: String, phase: HandlerScript.Phase, construct: String?)] = [
        (
            "const { equal } = require('assert');\ntest('status', () => {\n  equal(response.statusCode, 200);\n});",
            .after, nil
        ),
        (
            "const assert = require('assert');\ntest('ok', () => { assert.ok(response.parsedBody.id); assert(true) });",
            .after, nil
        ),
        ("test.status(200);\ntest.header('content-type', 'application/json');\ntest.hasResponseBody();", .after, nil),
        ("test('one', () => equal(response.parsedBody.id, 1)); ok(response.parsedBody.name)", .after, nil),
        ("exports.token = response.parsedBody.token;", .after, nil),
        ("exports.user = 'ada';\nexports[\"other-name\"] = 5", .before, nil),
        ("exports.$cancel = true;", .before, "exports.$cancel, which steers httpYac"),
        ("const { deepEqual } = require('assert');", .after, "the function deepEqual of assert"),
        ("test.totalTime(300);", .after, "the function test.totalTime"),
        ("const got = require('got');", .before, "a module of JavaScript (require)"),
    ]
}
