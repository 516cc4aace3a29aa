/// Why the catalogue could not do what was asked.
public enum CatalogError: Error, Hashable, Sendable {}
