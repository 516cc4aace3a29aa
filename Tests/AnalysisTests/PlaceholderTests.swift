import Testing

@testable import Analysis

