import Hummingbird
import OddsPlatform

/// The routes of accounts.
struct AccountRoutes {
    let platform: Platform
    let table: RouteTable

    func add() {
        sessions()
        profile()
        registration()
        passwords()
        limits()
        consents()
        OpenAPIDocument.platform.add(to: table)
    }

    private func sessions() {
        let platform = platform
        table.add(.post, "/v1/player/legislation/login") { request throws(Refusal) in
            let body = try await request.object()
            return .ok(
                try await platform.login(
                    username: try body.text("username"), password: try body.text("password")))
        }
        table.add(.post, "/v1/player/{player}/logout") { request throws(Refusal) in
            try await platform.logout(request.access)
            return .empty
        }
    }

    private func profile() {
        let platform = platform
        table.add(.get, "/v1/player/{player}/details") { request throws(Refusal) in
            .ok(try await platform.details(request.access))
        }
        table.add(.put, "/v1/player/{player}/details") { request throws(Refusal) in
            try await platform.check(request.access)
            return .ok(
                try await platform.changeDetails(request.access, try await request.json()))
        }
    }

    private func registration() {
        let platform = platform
        table.add(.get, "/v1/player/legislation/registration/config") { _ throws(Refusal) in
            .ok(platform.registrationForm())
        }
        table.add(.post, "/v1/player/legislation/registration/step") { request throws(Refusal) in
            .ok(try await platform.register(try await request.object()))
        }
        table.add(.put, "/v1/player/legislation/register") { request throws(Refusal) in
            .ok(try await platform.finishRegistration(try await request.object()))
        }
    }

    private func passwords() {
        let platform = platform
        let reset = "/v1/player/resetPasswordByMobilePhone"
        table.add(.post, reset) { request throws(Refusal) in
            .ok(
                try await platform.resetPassword(
                    mobilePrefix: try request.required("mobilePrefix"),
                    mobile: try request.required("mobileNumber")))
        }
        table.add(.post, reset + "/validate") { request throws(Refusal) in
            .ok(
                try await platform.validate(
                    token: try request.required("tokenId"),
                    code: try request.required("validationCode")))
        }
        table.add(.post, "/v1/player/ResetPasswordByHashKey") { request throws(Refusal) in
            .ok(try await platform.setPassword(try await request.object()))
        }
    }

    private func limits() {
        let platform = platform
        let path = "/v1/player/{player}/limits"
        table.add(.get, path + "/monetary") { request throws(Refusal) in
            .ok(try await platform.limits(request.access))
        }
        table.add(.post, path + "/monetary") { request throws(Refusal) in
            try await platform.check(request.access)
            return .ok(try await platform.setLimit(request.access, try await request.object()))
        }
        table.add(.put, path + "/monetary/{limit}") { request throws(Refusal) in
            try await platform.check(request.access)
            return .ok(
                try await platform.changeLimit(
                    request.access, id: request.parameter("limit"), try await request.object(),
                    skipsCoolOff: try request.flag("skipCoolOff")))
        }
        table.add(.delete, path + "/monetary/{limit}") { request throws(Refusal) in
            .ok(
                try await platform.deleteLimit(
                    request.access, id: request.parameter("limit"),
                    skipsCoolOff: try request.flag("skipCoolOff")))
        }
        table.add(.put, path + "/session") { request throws(Refusal) in
            try await platform.check(request.access)
            try await platform.exclude(request.access, try await request.object())
            return .empty
        }
    }

    private func consents() {
        let platform = platform
        table.add(.get, "/v1/player/consents") { _ throws(Refusal) in .ok(platform.consentTexts) }
        table.add(.get, "/v1/player/{player}/consents") { request throws(Refusal) in
            .ok(try await platform.consents(request.access))
        }
        table.add(.put, "/v1/player/{player}/consents") { request throws(Refusal) in
            try await platform.check(request.access)
            return .ok(try await platform.setConsents(request.access, try await request.object()))
        }
    }
}
