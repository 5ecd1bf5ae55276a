"""The messages of the feed are what the operator's article says: here is who takes part by it."""

import asyncio
import hashlib
import json

import nats

from checks import LIST, wait_until
from secure import topic_token


def canonical(document):
    return json.dumps(document, separators=(",", ":")).encode()


class Parts:
    """Puts what comes in parts together."""

    def __init__(self):
        self.parts, self.count = {}, 1

    def add(self, message):
        number, self.count = map(int, message.headers.get("Odds-Part", "1/1").split("/"))
        assert ("Odds-Part" in message.headers) == (self.count > 1)
        self.parts[number] = message.data
        return len(self.parts) == self.count

    def whole(self):
        return b"".join(self.parts[number] for number in range(1, self.count + 1))


async def request_whole(client, subject, data=b"", headers=None):
    """The headers and the content of an answer in parts."""
    inbox, parts = client.new_inbox(), Parts()
    answers = await client.subscribe(inbox)
    await client.publish(subject, data, reply=inbox, headers=headers)
    while True:
        message = await answers.next_msg(timeout=30)
        if parts.add(message):
            await answers.unsubscribe()
            return message.headers, parts.whole()


async def take_part_without_end(address):
    """An edge of an older version: it names no topic."""
    client = await nats.connect(address)
    await request_whole(
        client, f"odds.main.dump.{topic_token(LIST)}", headers={"Odds-Request": "1"})
    await client.close()


async def name_topics(address):
    """An edge that names one topic, and then none."""
    client = await nats.connect(address)
    token = topic_token(LIST)
    await request_whole(
        client, f"odds.main.dump.{token}", headers={"Odds-Request": "1", "Odds-Named": "1"})
    for topics in ([], [token]):
        await client.publish("odds.main.topics", canonical(
            {"schema": "oddsbench.fleet-topics/1", "topics": topics}))
    # What is in another form.
    await client.publish("odds.main.topics", canonical(
        {"schema": "oddsbench.fleet-topics/1", "topics": [LIST]}))
    await client.flush()
    await client.close()


async def take_part(address, pause):
    client = await nats.connect(address)
    token = topic_token(LIST)
    frames, beats = [], []
    news = asyncio.Condition()

    async def note_frame(message):
        async with news:
            frames.append(message)
            news.notify_all()

    async def note_beat(message):
        async with news:
            beats.append(json.loads(message.data))
            news.notify_all()
        assert canonical(beats[-1]) == message.data

    async def until(is_so):
        async with news:
            await asyncio.wait_for(news.wait_for(is_so), 30)

    await client.subscribe("odds.main.beat", cb=note_beat)
    await client.subscribe(f"odds.main.frames.{token}", cb=note_frame)
    await client.flush()
    dump, content = await request_whole(
        client, f"odds.main.dump.{token}", headers={"Odds-Request": "request-1"})
    assert set(dump) - {"Odds-Part", "Odds-Version"} == {
        "Odds-Epoch", "Odds-Frame", "Odds-Bytes", "Odds-Digest", "Odds-Request"}
    assert dump["Odds-Request"] == "request-1"
    assert int(dump["Odds-Bytes"]) == len(content)
    assert dump["Odds-Digest"] == hashlib.sha256(content).hexdigest()
    refusal, nothing = await request_whole(
        client, "odds.main.dump.made-up", headers={"Odds-Request": "2"})
    assert set(refusal) == {"Odds-Request", "Odds-Refused"} and nothing == b""

    question = canonical({"schema": "oddsbench.fleet-time-request/1", "number": 7})
    answer = (await client.request("odds.main.time", question, timeout=30)).data
    time = json.loads(answer)
    assert canonical(time) == answer
    assert list(time) == ["schema", "number", "epoch", "nanoseconds", "boot"]
    assert (time["schema"], time["number"]) == ("oddsbench.fleet-time/1", 7)

    status, truth = await request_whole(
        client, "odds.main.control.truth", json.dumps({"topic": LIST}).encode())
    assert set(status) - {"Odds-Part"} == {"Odds-Status", "Odds-Bytes"}
    assert status["Odds-Status"] == "200" and int(status["Odds-Bytes"]) == len(truth)
    status, reason = await request_whole(client, "odds.main.control.made-up")
    assert status["Odds-Status"] == "404" and b"made-up" in reason

    await until(lambda: len(frames) >= 100)
    await asyncio.to_thread(pause)
    start = int(dump["Odds-Frame"])
    # The beat of the pause says what the last frame is.
    await until(lambda: beats and beats[-1]["paused"] and (
        int(frames[-1].headers["Odds-Frame"]) == beats[-1]["numbers"][token]))
    await client.close()
    return token, start, frames, beats, time


def test_who_keeps_to_the_article_takes_part(make_fleet, tmp_path):
    file = tmp_path / "nats.conf"
    file.write_text("max_payload: 8192\n")  # So that there are parts.
    fleet = make_fleet(
        rate=500, events=12, markets=4, edges=0, agents=0, nats_words=["-c", str(file)])
    token, start, frames, beats, time = asyncio.run(
        asyncio.wait_for(
            take_part(fleet.nats.address, lambda: fleet.source.post("/pause")), 120))
    assert {message.reply.split(".")[0] for message in frames} == {"_INBOX_source"}
    for message in frames:
        assert set(message.headers) - {"Odds-Version", "Odds-Part"} == {
            "Odds-Epoch", "Odds-Frame", "Odds-Records", "Odds-Due"}
        assert int(message.headers["Odds-Epoch"]) == time["epoch"]
    numbers = [int(message.headers["Odds-Frame"]) for message in frames]
    # Those sent again are known by their numbers.
    following = sorted({number for number in numbers if number > start})
    assert following == list(range(start + 1, following[-1] + 1))
    last = beats[-1]
    assert list(last) == [
        "schema", "epoch", "nanoseconds", "paused", "boot", "part", "parts", "numbers"]
    assert last["schema"] == "oddsbench.fleet-beat/1" and last["paused"] is True
    assert last["numbers"] == {token: following[-1]}
    assert (last["epoch"], last["boot"]) == (time["epoch"], time["boot"])


def test_who_names_topics_by_the_article_is_understood(make_fleet):
    fleet = make_fleet(rate=100, events=4, markets=2, edges=0, agents=0)
    asyncio.run(asyncio.wait_for(name_topics(fleet.nats.address), 60))
    wait_until(lambda: fleet.source.metric("source_topic_names_total") == 2)
    wait_until(lambda: fleet.source.metric("source_requests_malformed_total") == 1)
    assert fleet.source.metric("source_topics") == 1
    assert fleet.source.metric("source_topics_named") == 1
    asyncio.run(asyncio.wait_for(take_part_without_end(fleet.nats.address), 60))
    assert fleet.source.metric("source_topics") == 1
    assert fleet.source.metric("source_topics_named") == 0
