#!/usr/bin/env python3
"""Recomputes a season file of Touchstone: every hash, every standing, every amount and the root.

    verify.py season-1.jsonl [--checkpoint SEQ:HASH]... [--root HASH]

Needs nothing but Python 3.8 or newer. Ends with 0 if everything holds, and with 3 if something
does not. How the numbers come about is described in docs/explanation/payouts.md.
"""

import argparse
import hashlib
import json
import math
import sys

MASK = (1 << 64) - 1


class Wrong(Exception):
    """Something does not hold."""


def need(holds, what):
    if not holds:
        raise Wrong(what)


# Keccak-256 as Ethereum has it (padding 0x01; SHA-3 pads with 0x06).


def rotations():
    """Where each lane goes, and by how many bits it is turned."""
    x, y, steps = 1, 0, []
    for turn in range(24):
        x, y = y, (2 * x + 3 * y) % 5
        steps.append((x + 5 * y, (turn + 1) * (turn + 2) // 2 % 64))
    return steps


def round_constants():
    """The constants of the 24 rounds, from the register that defines them."""
    register, constants = 1, []
    for _ in range(24):
        constant = 0
        for bit in range(7):
            if register & 1:
                constant |= 1 << ((1 << bit) - 1)
            register <<= 1
            if register & 0x100:
                register ^= 0x171
        constants.append(constant)
    return constants


ROTATIONS, CONSTANTS = rotations(), round_constants()


def turned(lane, bits):
    return (lane << bits | lane >> (64 - bits)) & MASK


def permute(lanes):
    for constant in CONSTANTS:
        columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mixed = [columns[x - 1] ^ turned(columns[(x + 1) % 5], 1) for x in range(5)]
        lanes = [lane ^ mixed[place % 5] for place, lane in enumerate(lanes)]
        carried = lanes[1]
        for place, bits in ROTATIONS:
            lanes[place], carried = turned(carried, bits), lanes[place]
        rows = [lanes[start : start + 5] for start in range(0, 25, 5)]
        lanes = [row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5] & MASK) for row in rows for x in range(5)]
        lanes[0] ^= constant
    return lanes


def keccak(data):
    padded = bytearray(data + bytes(136 - len(data) % 136))
    padded[len(data)] ^= 0x01
    padded[-1] ^= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), 136):
        for place in range(17):
            lane = padded[start + 8 * place : start + 8 * place + 8]
            lanes[place] ^= int.from_bytes(lane, "little")
        lanes = permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])


# The file: lines of JSON, each in the one way in which it can be written.


def read(raw):
    need(raw.endswith(b"\n"), "the file is cut off")
    lines = []
    for number, text in enumerate(raw[:-1].split(b"\n"), 1):
        try:
            line = json.loads(text)
        except ValueError:
            raise Wrong(f"line {number} is no JSON") from None
        written = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        need(written.encode() == text, f"line {number} is not written in the canonical way")
        need(isinstance(line, dict) and "t" in line, f"line {number} does not say what it is")
        lines.append(line)
    end = raw[:-1].rfind(b"\n") + 1
    sha256 = hashlib.sha256(raw[:end]).hexdigest()
    need(lines[-1] == {"t": "end", "lines": len(lines) - 1, "sha256": sha256}, "the file is not the one that was written")
    return lines[:-1]


def in_order(lines):
    """The lines by what they are; they come in one order only."""
    kinds = {kind: [] for kind in ("season", "ledger", "standing", "payout", "payee", "leaf")}
    order, reached = list(kinds), 0
    for number, line in enumerate(lines, 1):
        kind = "ledger" if line["t"] in ("entry", "checkpoint") else line["t"]
        need(kind in kinds and order.index(kind) >= reached, f"line {number} does not belong here")
        reached = order.index(kind)
        kinds[kind].append(line)
    need(len(kinds["season"]) == 1 and len(kinds["payout"]) <= 1, "a file has one season and one payout at most")
    return kinds


# The ledger.


def field(value):
    if value is None:
        return b"~,"
    data = str(value).encode()
    return b"%d:%s," % (len(data), data)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def seal(entry):
    """The hash of an entry; accounts, issues and texts are in it as salted ids and as `detail`."""
    names = ("season", "seq", "personId", "amount", "kind", "rule", "ruleSet", "source", "key", "place")
    names += ("reversalOf", "detail", "prevHash")
    need(set(entry) == {"t", "hash", *names}, f"the fields of entry {entry['seq']}")
    return sha256(b"".join(map(field, ["touchstone-ledger-3"] + [entry[name] for name in names])))


def check_ledger(season, ledger, kept):
    """Every hash and checkpoint; gives the totals and the entries that stand."""
    head, count, running, checked = "0" * 64, 0, 0, 0
    totals, standing, keys, known = {}, {}, set(), dict(kept)
    for line in ledger:
        if line["t"] == "checkpoint":
            found = (season["number"], count, head, count, running)
            need(tuple(line[name] for name in ("season", "seq", "hash", "entries", "sum")) == found, f"the checkpoint at entry {line['seq']}")
            checked = count
            continue
        count += 1
        place = (line["seq"], line["season"], line["prevHash"], line["hash"])
        need(place == (count, season["number"], head, seal(line)), f"the hash of entry {count}")
        need(line["key"] not in keys, f"the key of entry {count} was used before")
        keys.add(line["key"])
        head, person, amount = line["hash"], line["personId"], line["amount"]
        running += amount
        totals[person] = totals.get(person, 0) + amount
        if line["reversalOf"] is None:
            standing[count] = line
        else:
            original = standing.pop(line["reversalOf"], None)
            mirrors = original is not None and (original["amount"], original["personId"]) == (-amount, person)
            need(mirrors, f"entry {count} does not take back entry {line['reversalOf']}")
        if count in known:
            need(known.pop(count) == head, f"entry {count} differs from the given checkpoint")
    need((season["entries"], season["sum"], season["finalHash"]) == (count, running, head), "the end of the ledger")
    need(checked == count, "there is no checkpoint at the end of the ledger")
    need(not known, "the ledger ends before a given checkpoint")
    return totals, standing


def check_standings(told, totals, standing):
    """Everybody who has something, in their order; gives them."""
    last, high = {}, {}
    for entry in standing.values():
        # What was written again because accounts were counted as one person keeps the place it had.
        last[entry["personId"]] = max(entry["place"], last.get(entry["personId"], 0))
        if entry["rule"] in ("bug.S1", "bug.S2"):
            high.setdefault(entry["personId"], set()).add(entry["source"])
    people = [person for person, total in totals.items() if total > 0]
    finds = {person: len(high.get(person, ())) for person in people}
    people.sort(key=lambda person: (-totals[person], -finds[person], last.get(person, 0), person))
    need([line["personId"] for line in told] == people, "who stands where")
    rank = 0
    for line in told:
        person = line["personId"]
        rank += line["eligible"]
        found = (totals[person], finds[person], last.get(person, 0), rank if line["eligible"] else None)
        need(tuple(line[name] for name in ("total", "highCount", "lastSeq", "rank")) == found, f"the standing of {person}")
    return people


# The payout.


def weight(payout, points, rank):
    if payout["curve"] == "proportional":
        return points
    if payout["curve"] == "sqrt":
        return math.isqrt(points * 10**18)
    need(payout["curve"] == "tiers", "the curve")
    for tier in payout["tiers"]:
        if tier["upToRank"] is None or rank <= tier["upToRank"]:
            return tier["weight"]
    return 0


def shares(payout, final_hash, counted):
    """What each of those who count gets, in units, and what nobody gets."""
    weights = {person: weight(payout, points, rank) for rank, (person, points) in enumerate(counted, 1)}
    tie = {person: sha256(f"touchstone-tie-1:{final_hash}:{person}".encode()) for person in weights}
    pool, unit = int(payout["pool"]), int(payout["unit"])
    need(unit > 0 and pool > 0 and pool % unit == 0, "the pool is no multiple of the unit")
    left, whole, given = pool // unit, sum(weights.values()), {}
    cap = left if payout["capBps"] is None else left * payout["capBps"] // 10000
    for person in sorted(weights, key=lambda person: (-weights[person], tie[person])):
        if left * weights[person] <= cap * whole:
            break
        given[person] = cap
        left -= cap
        whole -= weights[person]
    rest = {}
    for person in weights:
        if person not in given and weights[person] > 0:
            given[person], rest[person] = divmod(left * weights[person], whole)
    over = left - sum(given[person] for person in rest)
    if payout["rounding"] == "largest_remainder":
        for person in sorted(rest, key=lambda person: (-rest[person], tie[person]))[:over]:
            given[person] += 1
        over = 0 if rest else over
    return {person: units * unit for person, units in given.items()}, over * unit


def leaf_hash(form, index, address, amount):
    word = lambda number: number.to_bytes(32, "big")
    if form == "standard_tree":
        return keccak(keccak(bytes(12) + address + word(amount)))
    need(form == "indexed", "the form of the tree")
    return keccak(word(index) + address + word(amount))


def root_of(hashes):
    """The tree in one array: the root first, the sorted leaves at the end, backwards."""
    nodes = [b""] * (len(hashes) - 1) + sorted(hashes, reverse=True)
    for place in reversed(range(len(hashes) - 1)):
        nodes[place] = keccak(b"".join(sorted(nodes[2 * place + 1 : 2 * place + 3])))
    return "0x" + nodes[0].hex()


def check_payout(payout, payees, leaves, final_hash, people, totals):
    need([line["personId"] for line in payees] == people, "something is decided about everybody who stands")
    decided = {line["personId"]: line for line in payees}
    counts = lambda person: totals[person] >= payout["minPoints"] and decided[person]["decision"] != "leave_out"
    amounts, unallocated = shares(payout, final_hash, [(person, totals[person]) for person in people if counts(person)])
    paid = []
    for person, amount in amounts.items():
        line = decided[person]
        if amount and line["decision"] == "pay" and line["address"] is not None:
            address = bytes.fromhex(line["address"][2:])
            need(len(address) == 20 and line["address"] == "0x" + address.hex(), f"the address of {person}")
            paid.append((address, amount, person))
    paid.sort()
    found = [
        {"t": "leaf", "index": index, "personId": person, "address": "0x" + address.hex(), "points": totals[person], "amount": str(amount)}
        for index, (address, amount, person) in enumerate(paid)
    ]
    need(leaves == found, "the leaves are not what the rules give")
    need(len({address for address, _, _ in paid}) == len(paid), "two people are paid at one address")
    total = sum(amount for _, amount, _ in paid)
    sums = (len(paid), str(total), str(sum(amounts.values()) - total), str(unallocated))
    need(tuple(payout[name] for name in ("leafCount", "sum", "carried", "unallocated")) == sums, "the sums")
    need(paid, "no person is paid")
    hashes = [leaf_hash(payout["format"], index, address, amount) for index, (address, amount, _) in enumerate(paid)]
    need(root_of(hashes) == payout["root"], "the root")


def verify(raw, kept, root):
    kinds = in_order(read(raw))
    season = kinds["season"][0]
    need(season.get("format") == "touchstone-season-2", "this is no season file")
    totals, standing = check_ledger(season, kinds["ledger"], kept)
    people = check_standings(kinds["standing"], totals, standing)
    told = f"season {season['number']}: {season['entries']} entries, {len(people)} standings"
    if not kinds["payout"]:
        need(not kinds["payee"] and not kinds["leaf"], "there is no payout")
        need(root is None, "there is no root")
        return told
    payout = kinds["payout"][0]
    check_payout(payout, kinds["payee"], kinds["leaf"], season["finalHash"], people, totals)
    need(root in (None, payout["root"]), "the root is not the one that is known from elsewhere")
    return f"{told}, {payout['leafCount']} leaves, sum {payout['sum']} of {payout['pool']}, root {payout['root']}"


def main():
    parser = argparse.ArgumentParser(description="Recomputes a season file.")
    parser.add_argument("file", help="the season file, or - for standard input")
    parser.add_argument("--checkpoint", action="append", default=[], metavar="SEQ:HASH", help="one that you kept")
    parser.add_argument("--root", help="the root, as the contract has it")
    given = parser.parse_args()
    kept = [(int(one.split(":")[0]), one.split(":")[1].lower()) for one in given.checkpoint]
    raw = sys.stdin.buffer.read() if given.file == "-" else open(given.file, "rb").read()
    try:
        print("everything holds: " + verify(raw, kept, given.root and given.root.lower()))
    except (Wrong, KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        what = problem if isinstance(problem, Wrong) else f"a line is not what it should be ({problem!r})"
        print(f"not as it should be: {what}")
        sys.exit(3)


if __name__ == "__main__":
    main()
