"""Deposits to a platform that is killed under load: what was answered has happened, and the
ledger is whole."""

import urllib.parse

from crashes import CRASHES, Player, crash


class Depositor(Player):
    """Deposits cents."""

    def act(self, connection):
        account, service = self.account, self.service
        if account["open"] is None:
            account["count"] += 1
            account["open"] = {"key": f"k-{account['count']}"}
        deposit = account["open"]
        if "page" not in deposit:
            status, answer = service.ask(
                connection, "POST", f"/v1/player/{account['userId']}/payment/GetPaymentSession",
                {"Type": "Deposit", "SuccessUrl": "s", "CancelUrl": "c", "FailUrl": "f"},
                account["session"], deposit["key"])
            assert status == 200, answer
            deposit["page"] = urllib.parse.urlsplit(answer["CashierInfo"]["Url"]).path
            return
        status, answer = service.ask(
            connection, "POST", deposit["page"], {"amount": "0.01", "outcome": "complete"})
        assert status == 200, answer
        account.setdefault("answered", []).append(answer["transactionId"])
        account["open"] = None


def history(service, connection, account):
    """All payments of a player, by their numbers."""
    payments, page = {}, None
    while True:
        query = f"?page={urllib.parse.quote(page)}" if page else ""
        status, answer = service.ask(
            connection, "GET", f"/v1/player/{account['userId']}/transactions/banking{query}",
            session=account["session"])
        assert status == 200, answer
        for payment in answer["transactions"]:
            assert payment["transId"] not in payments
            payments[payment["transId"]] = payment
        page = answer["pagination"]["next"]
        if page is None:
            return payments


def check(service, accounts):
    """Holds the service to the clients' own record."""
    connection = service.connect()
    for account in accounts:
        if "session" not in account:
            continue
        # The session has survived as well.
        status, balance = service.ask(
            connection, "GET", f"/v2/player/{account['userId']}/balance",
            session=account["session"])
        assert status == 200, balance
        payments = history(service, connection, account)
        answered = account.get("answered", [])
        assert {int(name[3:]) for name in answered} <= set(payments)
        assert all(payment["status"] == "Completed" for payment in payments.values())
        # Beside what was answered, at most the one whose answer was lost.
        assert len(payments) - len(answered) in (0, 1)
        assert round(balance["totalRealAmount"]["EUR"] * 100) == len(payments)


def test_crashes_lose_no_deposit_that_was_answered(tmp_path):
    accounts = crash(
        tmp_path / "state.sqlite", ["--events", "2", "--markets", "1", "--rate", "1"], {},
        Depositor, check)
    answered = sum(len(account.get("answered", [])) for account in accounts)
    print(f"{CRASHES} crashes, {answered} deposits answered")
    assert answered > CRASHES
