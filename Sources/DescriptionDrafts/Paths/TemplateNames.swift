import OpenAPI

/// The names of the parameters in a template.
enum TemplateNames {
    static func names(in template: String) -> [String] { PathTemplate(template).parameters }
}
