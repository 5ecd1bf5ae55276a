import CNATS
import Foundation

/// A stream to be made.
package struct StreamConfiguration: Sendable {
    /// Where it keeps its messages.
    package enum Storage: String, CaseIterable, Sendable {
        case memory, file
    }

    package var name: String
    /// Its subjects, with wildcards.
    package var subjects: [String]
    package var storage = Storage.memory
    /// How long it keeps messages.
    package var age: Duration
    /// How many bytes it keeps.
    package var bytesMax: Int64
    /// How many servers keep it.
    package var replicas = 1

    package init(name: String, subjects: [String], age: Duration, bytesMax: Int64) {
        self.name = name
        self.subjects = subjects
        self.age = age
        self.bytesMax = bytesMax
    }

    func withConfiguration<Value>(
        _ body: (UnsafeMutablePointer<jsStreamConfig>) -> Value
    ) -> Value {
        var configuration = jsStreamConfig()
        jsStreamConfig_Init(&configuration)
        let name = strdup(name)
        var words: [UnsafePointer<CChar>?] = subjects.map { UnsafePointer(strdup($0)) }
        defer {
            free(name)
            for word in words { free(UnsafeMutablePointer(mutating: word)) }
        }
        configuration.Name = UnsafePointer(name)
        configuration.Storage = storage == .memory ? js_MemoryStorage : js_FileStorage
        configuration.MaxAge = Int64(age / .nanoseconds(1))
        configuration.MaxBytes = bytesMax
        configuration.Replicas = Int64(replicas)
        configuration.AllowDirect = true
        // What is sent again is known by its frame number.
        configuration.Duplicates = min(configuration.MaxAge, 1_000_000_000)
        return words.withUnsafeMutableBufferPointer {
            configuration.Subjects = $0.baseAddress
            configuration.SubjectsLen = Int32($0.count)
            return body(&configuration)
        }
    }
}
