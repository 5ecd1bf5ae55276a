"""Bets and cashouts on a platform that is killed under load, in a world whose matches end:
what was answered has happened once, and each bet is paid once."""

import json
from decimal import Decimal

from crashes import CRASHES, Player, crash
from emsim import TOPIC
from platform_client import OPERATOR

PLACING = f"/place-bet/{OPERATOR}/v2/bets"
CASHOUT = "/cashout/v1/cashout"
BALANCE = Decimal(1000)
# What an offer that is gone or closed, a partial stake that is too large, and a bet without a
# value or that is over are answered with.
REFUSALS = {(404, "903"), (409, "904"), (409, 122), (404, None)}


def offers(sim):
    """The selections that can be made now, by event."""
    events = json.loads(sim.get("/truth", topic=TOPIC))["channels"][0]["events"]
    return [
        [
            {"bettingOfferId": offer["id"], "priceValue": offer["odds"],
             "eventId": event["id"], "marketId": market["id"],
             "bettingTypeId": market["bettingTypeId"], "outcomeId": outcome["id"]}
            for market in event["markets"] for outcome in market["outcomes"]
            for offer in outcome["bettingOffers"]
            if offer["isAvailable"] and offer["odds"] > 1
        ]
        for event in events
    ]


def cents(draw):
    return Decimal(draw.randrange(35, 200)) / 100


class Bettor(Player):
    """Places bets, and sells some of them, whole or in part."""

    def connect(self):
        return self.service.connect_to_odds()

    def act(self, connection):
        account, service = self.account, self.service
        if account["open"] is None:
            account["count"] += 1
            account["open"] = {"key": f"k-{account['count']}", **self.request()}
        asked = account["open"]
        status, answer = service.ask(
            connection, "POST", asked["path"], asked["body"], account["session"], asked["key"],
            account["userId"])
        if status == 200:
            self.note(asked, answer)
        else:
            code = answer["errorCode"] if "errorCode" in answer else answer["response"]["errorCode"]
            assert (status, code) in REFUSALS, (asked, status, answer)
        account["open"] = None

    def request(self):
        bets = self.account.setdefault("bets", {})
        open_bets = [bet for bet, known in bets.items() if not known["isSold"]]
        if open_bets and self.draw.random() < 0.4:
            return self.sale(self.draw.choice(open_bets))
        choices = []
        while not choices:
            choices = [event for event in offers(self.service.sim) if event]
        events = self.draw.sample(choices, min(len(choices), self.draw.choice([1, 1, 1, 2])))
        return {"path": PLACING, "body": {
            "ucsOperatorId": int(OPERATOR), "userId": self.account["userId"],
            "username": self.account["username"], "currency": "EUR",
            "type": "MULTIPLE" if len(events) > 1 else "SINGLE", "amount": str(cents(self.draw)),
            "oddsValidationType": "ACCEPT_ANY",
            "selections": [self.draw.choice(event) for event in events]}}

    def sale(self, bet):
        body = {
            "betId": bet, "cashoutValue": 1, "cashoutType": "FULL", "operatorId": OPERATOR,
            "cashoutChangeAcceptanceType": "ACCEPT_ANY", "language": "en"}
        if self.draw.random() < 0.5:
            body.update(cashoutType="PARTIAL", partialCashoutStake=0.1)
        return {"path": CASHOUT, "body": body}

    def note(self, asked, answer):
        bets = self.account["bets"]
        if asked["path"] == PLACING:
            assert answer["betId"] not in bets, "a bet answered for two keys"
            bets[answer["betId"]] = {
                "stake": Decimal(asked["body"]["amount"]), "sold": Decimal(0), "isSold": False}
        else:
            bet = bets[asked["body"]["betId"]]
            bet["sold"] += Decimal(str(answer["cashoutPayout"]))
            bet["isSold"] = answer["cashoutType"] == "USER_CASHED_OUT"


def history(service, connection, account):
    """All bets of a player."""
    bets = {}
    for name in ("open-bets", "settled-bets"):
        before = ""
        while True:
            status, page = service.ask(
                connection, "GET", f"/bets-api/v1/{OPERATOR}/{name}?limit=100{before}",
                session=account["session"], user=account["userId"])
            assert status == 200, page
            for bet in page:
                # One that was settled between the two lists is in both, and settled.
                bets[bet["id"]] = bet
            if len(page) < 100:
                break
            before = f"&placedBefore={page[-1]['placedDate']}"
    return bets


def exact(number):
    return Decimal(str(number))


def holds(service, connections, account):
    """Whether the service has what the account knows. The world goes on between two requests,
    so that a bet may be paid between them."""
    accounts, odds = connections
    status, before = service.ask(
        accounts, "GET", f"/v2/player/{account['userId']}/balance", session=account["session"])
    assert status == 200, before
    bets = history(service, odds, account)
    _, after = service.ask(
        accounts, "GET", f"/v2/player/{account['userId']}/balance", session=account["session"])
    if before["sequence"] != after["sequence"]:
        return False
    known, lost = account.get("bets", {}), account["open"]
    assert set(known) <= set(bets)
    # Beside what was answered, at most the one whose answer was lost.
    assert len(bets) - len(known) in ((0, 1) if lost and lost["path"] == PLACING else (0,))
    for name, bet in known.items():
        assert exact(bets[name]["amount"]) == bet["stake"]
        isLost = lost and lost["path"] == CASHOUT and lost["body"]["betId"] == name
        sold = exact(bets[name]["overallCashoutAmount"])
        assert sold == bet["sold"] or isLost and sold > bet["sold"], (bet, bets[name])
        assert bet["isSold"] == (bets[name]["status"] == "CASHED_OUT") or isLost
    money = BALANCE + sum(
        exact(bet["betNetReturns"]) - exact(bet["amount"]) for bet in bets.values())
    assert exact(after["totalRealAmount"]["EUR"]) == money
    return True


def check(service, accounts):
    connections = service.connect(), service.connect_to_odds()
    for account in accounts:
        if "session" in account:
            while not holds(service, connections, account):
                pass


def test_crashes_lose_no_bet_that_was_answered(tmp_path):
    # A part of the answers is lost in any case, so that many are asked for again.
    faults = tmp_path / "faults.json"
    faults.write_text(json.dumps({"seed": 1, "rules": [
        {"fault": "httpCut", "probability": 0.2, "route": route}
        for route in ("/place-bet", "/cashout")]}))
    accounts = crash(
        tmp_path / "state.sqlite",
        ["--events", "4", "--markets", "3", "--rate", "200", "--life-cycle", "3s",
         "--faults", str(faults)],
        {"balance": str(BALANCE)}, Bettor, check)
    bets = [bet for account in accounts for bet in account.get("bets", {}).values()]
    sold = sum(bet["sold"] > 0 for bet in bets)
    print(f"{CRASHES} crashes, {len(bets)} bets answered, {sold} of them sold whole or in part")
    assert len(bets) > CRASHES and sold > 0
