"""The cashier's page of the simulated platform, as a player sees it."""

import json
import os
import re
import subprocess
import urllib.request

import pytest
from playwright.sync_api import expect


def post(url, body, **headers):
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


@pytest.fixture(scope="module")
def platform():
    process = subprocess.Popen(
        [os.environ["EMSIM_PROGRAM"], "--platform", "--password-cost", "1", "--events", "2",
         "--rate", "1", "--log-level", "error"], stdout=subprocess.PIPE, text=True)
    yield json.loads(process.stdout.readline())
    process.kill()
    process.wait()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 420, "height": 500})
    page = context.new_page()
    page.set_default_timeout(180_000)
    yield page
    context.close()


@pytest.fixture
def cashier(platform):
    """Addresses of new cashier pages, and the player's balance."""
    player = post(platform["control"] + "/players", {"count": 1, "balance": "50.00"})["players"][0]
    base = f"{platform['player']}/v1/player"
    session = post(
        base + "/legislation/login",
        {"username": player["username"], "password": player["password"]})["sessionId"]

    class Cashier:
        def page(self, **urls):
            # Of another origin than the page.
            site = "http://localhost:9/"
            body = {"Type": "Deposit", "SuccessUrl": site + "success", "CancelUrl": site + "cancel",
                    "FailUrl": site + "fail", **urls}
            return post(f"{base}/{player['userId']}/payment/GetPaymentSession", body,
                        **{"X-SessionId": session})["CashierInfo"]["Url"]

        def balance(self):
            request = urllib.request.Request(
                f"{platform['player']}/v2/player/{player['userId']}/balance",
                headers={"X-SessionId": session})
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read())["totalRealAmount"]["EUR"]

    return Cashier()


@pytest.mark.parametrize(
    "button, path, balance",
    [("Confirm", "success", 75), ("Let it fail", "fail", 50), ("Cancel", "cancel", 50),
     ("Leave it pending", "success", 50)])
def test_page_pays_and_goes_on(page, cashier, button, path, balance):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # Nothing serves the app's addresses.
    page.route("http://localhost:9/**", lambda route: route.fulfill(body=route.request.url))
    page.goto(cashier.page())
    page.fill("#amount", "25.00")
    page.click(f"text={button}")
    page.wait_for_url(f"http://localhost:9/{path}")
    assert cashier.balance() == balance
    assert errors == []


@pytest.mark.parametrize("origin, count", [("http://localhost:9", 1), ("http://localhost:8", 0)])
def test_message_goes_to_the_origin_of_the_success_address_alone(page, cashier, origin, count):
    """An app opens the page in a window of its own."""
    app = """<script>
        messages = [];
        addEventListener("message", (event) => messages.push(event.data));
        </script>"""
    page.context.route(re.compile(r"http://localhost:[89]/"), lambda route: route.fulfill(
        body=app if route.request.url.endswith("/app") else "<p>end", content_type="text/html"))
    page.goto(origin + "/app")
    with page.expect_popup() as opened:
        page.evaluate("address => void window.open(address)", cashier.page())
    opened.value.fill("#amount", "25.00")
    opened.value.click("text=Confirm")
    opened.value.wait_for_url("http://localhost:9/success")
    assert page.evaluate("messages") == [{"type": "redirect", "code": "mm-hc-sports"}] * count


def test_refusal_is_shown_and_can_be_corrected(page, cashier):
    page.route("http://localhost:9/**", lambda route: route.fulfill(body=""))
    page.goto(cashier.page())
    page.fill("#amount", "150.01")
    page.click("text=Confirm")
    expect(page.locator("#message")).to_contain_text("documents")
    page.fill("#amount", "1.00")
    page.click("text=Confirm")
    page.wait_for_url("http://localhost:9/success")
    assert cashier.balance() == 51


def test_other_addresses_are_not_followed(page, cashier):
    page.goto(cashier.page(SuccessUrl="javascript:document.title='taken'"))
    page.fill("#amount", "1.00")
    page.click("text=Confirm")
    expect(page.locator("#message")).to_contain_text("tx-")
    assert page.title() == "Cashier: Deposit"
