"""Places four bets of the account CONTROL PLAYER ODDS USERNAME PASSWORD, at the prices of now."""

import json
import sys
import urllib.parse
import urllib.request

OPERATOR = "7001"
TOPIC = (
    "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
    "default-event-info/10/5"
)


def ask(url, body=None, headers={}):
    data = json.dumps(body).encode() if body is not None else None
    headers = {"Content-Type": "application/json", **headers}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)


def main(control, player, odds, name, password):
    login = ask(player + "/v1/player/legislation/login", {"username": name, "password": password})
    headers = {"x-sessionid": login["sessionId"], "userid": str(login["userId"]),
               "x-operatorid": OPERATOR}
    truth = ask(control + "/truth?" + urllib.parse.urlencode({"topic": TOPIC}))
    choices = [
        (event, market, outcome, offer)
        for event in truth["channels"][0]["events"][:2]
        for market in event["markets"] for outcome in market["outcomes"]
        for offer in outcome["bettingOffers"] if offer["isAvailable"] and offer["odds"] > 1]
    for event, market, outcome, offer in choices[:4]:
        ask(f"{odds}/place-bet/{OPERATOR}/v2/bets", {
            "currency": "EUR", "type": "SINGLE", "amount": "5.00",
            "oddsValidationType": "ACCEPT_ANY", "selections": [{
                "bettingOfferId": offer["id"], "priceValue": offer["odds"],
                "eventId": event["id"], "marketId": market["id"], "outcomeId": outcome["id"],
            }]}, headers)


if __name__ == "__main__":
    main(*sys.argv[1:])
