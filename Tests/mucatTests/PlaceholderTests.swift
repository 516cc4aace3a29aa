import Testing

@testable import mucat

