import Testing

@testable import Decoders

