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
            let (type, files) = try await request.upload(within: limit)
            let document = try await platform.upload(request.access, type: type, files)
            return .json(Answer(status: 201, body: document.json))
        }
        table.add(.get, "/v1/player/{player}/verification") { request throws(Refusal) in
            .ok(try await platform.verification(request.access))
        }
    }

}

extension PlatformRequest {
    /// The body as a form of an upload: the type of a document, and its files.
    func upload(
        within timeLimit: Duration
    ) async throws(Refusal) -> (type: String, files: [DocumentFile]) {
        let form = try await form(
            of: PlatformConfiguration.uploadBytesMax, within: timeLimit)
        guard let type = form.fields["documentType"] else {
            throw Refusal(400, nil, "documentType: is missing")
        }
        guard !form.files.isEmpty else { throw Refusal(400, nil, "file: is missing") }
        return (type, form.files)
    }

    /// The body as a form.
    ///
    /// - Throws: 415 if it is none, 413 if it is too large, 408 if it takes too long.
    func form(
        of bytesMax: Int, within timeLimit: Duration
    ) async throws(Refusal) -> MultipartForm {
        let contentType = header(.contentType) ?? ""
        return try await readBody(within: timeLimit) { body in
            var form = try MultipartForm(contentType: contentType)
            var hasher = SHA256Digest.Hasher()
            var byteCount = 0
            for try await buffer in body {
                byteCount += buffer.readableBytes
                guard byteCount <= bytesMax else { throw Refusal.tooLarge(bytesMax) }
                try form.take(buffer.readableBytesView, &hasher)
            }
            try form.finish()
            return form
        }
    }
}
