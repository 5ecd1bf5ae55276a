import NIOCore
import OddsMeasurement
import OddsPlatform

/// The routes of documents.
struct DocumentRoutes {
    let platform: Platform
    let table: RouteTable
    let uploadTimeLimit: Duration

    func add() {
        let (platform, limit) = (platform, uploadTimeLimit)
        table.add(.get, "/v1/player/documents/types") { _ throws(Refusal) in
            .ok(platform.documentTypes)
        }
        table.add(.get, "/v1/player/{player}/documents") { request throws(Refusal) in
            .ok(try await platform.documents(request.access))
        }
        table.add(.post, "/v1/player/{player}/documents") { request throws(Refusal) in
            try await platform.check(request.access)
            let (type, files) = try await Self.upload(request, within: limit)
            let document = try await platform.upload(request.access, type: type, files)
            return .json(Answer(status: 201, body: document.json))
        }
        table.add(.get, "/v1/player/{player}/verification") { request throws(Refusal) in
            .ok(try await platform.verification(request.access))
        }
    }

    private static func upload(
        _ request: PlatformRequest, within timeLimit: Duration
    ) async throws(Refusal) -> (type: String, files: [DocumentFile]) {
        let contentType = request.header(.contentType) ?? ""
        let limit = PlatformConfiguration.uploadBytesMax
        let form = try await request.readBody(within: timeLimit) { body in
            var form = try MultipartForm(contentType: contentType)
            var hasher = SHA256Digest.Hasher()
            var byteCount = 0
            for try await buffer in body {
                byteCount += buffer.readableBytes
                guard byteCount <= limit else { throw Refusal.tooLarge(limit) }
                try form.take(buffer.readableBytesView, &hasher)
            }
            try form.finish()
            return form
        }
        guard let type = form.fields["documentType"] else {
            throw Refusal(400, nil, "documentType: is missing")
        }
        guard !form.files.isEmpty else { throw Refusal(400, nil, "file: is missing") }
        return (type, form.files)
    }
}
