import Base
import JSONPath
import JSONSchema

/// The rules of the Postman Collection Format 2.1.0, as its published schema (github.com/postmanlabs/schemas, Apache-2.0) states
/// them: which members are required, their types and their words. Written anew for the parts that an export can have; anything else
/// at those places is refused here.
enum PostmanSchema {
    /// - Parameter schema: another schema than ours.
    static func breaches(of bytes: [UInt8], schema: [UInt8]? = nil) throws -> [String] {
        let document = SchemaDocument(
            uri: "https://localhost/postman", tree: try JSONTree.parse(schema ?? Array(text.utf8)), dialect: .draft7)
        let report = SchemaLibrary([document]).schema(document: 0).report(on: try JSONTree.parse(bytes))
        return report.verdict == .valid ? [] : report.breaches.map { "\($0)" } + ["\(report.verdict)"]
    }

    private static let text = #"""
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "type": "object", "required": ["info", "item"], "additionalProperties": false,
          "properties": {
            "info": {
              "type": "object", "required": ["name", "schema"],
              "properties": {
                "name": {"type": "string"},
                "schema": {"const": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
                "description": {"$ref": "#/definitions/description"}
              }
            },
            "item": {"type": "array", "items": {"oneOf": [{"$ref": "#/definitions/item"}, {"$ref": "#/definitions/group"}]}},
            "variable": {"type": "array", "items": {"$ref": "#/definitions/variable"}},
            "auth": {"oneOf": [{"type": "null"}, {"$ref": "#/definitions/auth"}]}
          },
          "definitions": {
            "description": {"oneOf": [{"type": "string"}, {"type": "null"}, {"type": "object", "properties": {"content": {"type": "string"}}}]},
            "group": {
              "type": "object", "required": ["item"], "additionalProperties": false,
              "properties": {
                "name": {"type": "string"},
                "item": {"type": "array", "items": {"anyOf": [{"$ref": "#/definitions/item"}, {"$ref": "#/definitions/group"}]}}
              }
            },
            "item": {
              "type": "object", "required": ["request"], "additionalProperties": false,
              "properties": {
                "name": {"type": "string"},
                "request": {"$ref": "#/definitions/request"},
                "response": {"type": "array", "items": {"type": "object"}},
                "protocolProfileBehavior": {
                  "type": "object", "properties": {"disableBodyPruning": {"type": "boolean"}}
                }
              }
            },
            "request": {
              "type": "object", "additionalProperties": false,
              "properties": {
                "url": {"$ref": "#/definitions/url"},
                "auth": {"oneOf": [{"type": "null"}, {"$ref": "#/definitions/auth"}]},
                "method": {"type": "string"},
                "description": {"$ref": "#/definitions/description"},
                "header": {"type": "array", "items": {"$ref": "#/definitions/header"}},
                "body": {"oneOf": [{"$ref": "#/definitions/body"}, {"type": "null"}]}
              }
            },
            "header": {
              "type": "object", "required": ["key", "value"], "additionalProperties": false,
              "properties": {"key": {"type": "string"}, "value": {"type": "string"}, "disabled": {"type": "boolean"}}
            },
            "body": {
              "type": "object",
              "properties": {
                "mode": {"enum": ["raw", "urlencoded", "formdata", "file", "graphql"]},
                "raw": {"type": "string"},
                "urlencoded": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["key"],
                    "properties": {"key": {"type": "string"}, "value": {"type": "string"}, "disabled": {"type": "boolean"}}
                  }
                },
                "formdata": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "oneOf": [
                      {
                        "required": ["key"],
                        "properties": {
                          "key": {"type": "string"}, "value": {"type": "string"}, "type": {"const": "text"},
                          "contentType": {"type": "string"}
                        }
                      },
                      {
                        "required": ["key"],
                        "properties": {
                          "key": {"type": "string"}, "src": {"type": ["array", "string", "null"]}, "type": {"const": "file"},
                          "contentType": {"type": "string"}
                        }
                      }
                    ]
                  }
                },
                "file": {
                  "type": "object",
                  "properties": {"src": {"type": ["string", "null"]}, "content": {"type": "string"}}
                },
                "options": {"type": "object"}, "disabled": {"type": "boolean"}
              }
            },
            "url": {
              "oneOf": [
                {
                  "type": "object", "additionalProperties": false,
                  "properties": {
                    "raw": {"type": "string"}, "protocol": {"type": "string"},
                    "host": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
                    "path": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
                    "port": {"type": "string"},
                    "query": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "key": {"type": ["string", "null"]}, "value": {"type": ["string", "null"]}, "disabled": {"type": "boolean"}
                        }
                      }
                    }
                  }
                },
                {"type": "string"}
              ]
            },
            "auth": {
              "type": "object", "required": ["type"],
              "properties": {
                "type": {"enum": ["apikey", "awsv4", "basic", "bearer", "digest", "edgegrid", "hawk", "noauth", "oauth1", "oauth2", "ntlm"]},
                "awsv4": {"$ref": "#/definitions/attributes"}, "basic": {"$ref": "#/definitions/attributes"},
                "digest": {"$ref": "#/definitions/attributes"}
              }
            },
            "attributes": {
              "type": "array",
              "items": {
                "type": "object", "required": ["key"],
                "properties": {"key": {"type": "string"}, "type": {"type": "string"}}
              }
            },
            "variable": {
              "type": "object", "anyOf": [{"required": ["id"]}, {"required": ["key"]}],
              "properties": {
                "id": {"type": "string"}, "key": {"type": "string"}, "type": {"enum": ["string", "boolean", "any", "number"]},
                "name": {"type": "string"}, "disabled": {"type": "boolean"}
              }
            }
          }
        }
        """#
}
