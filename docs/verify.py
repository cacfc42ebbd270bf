#!/usr/bin/env python3
"""Verifies the ledger of a Halyard game by docs/ledger.md alone, and prints its board.

Usage: verify.py FILE        Needs Python 3.8; with the package "cryptography" it checks signatures too."""
import base64, hashlib, json, math, sys

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

ORDER = ["text", "names", "checkpoints", "head"]  # of the lines after the first


def bad(seq, why):
    sys.exit(f"BAD  entry {seq}: {why}")


def check_signature(key, seq, text, signature):
    try:
        if Ed25519PublicKey:
            public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key))
            public.verify(base64.b64decode(signature), f"HALYARD_LEDGER_{text}".encode())
    except (InvalidSignature, TypeError, ValueError):
        bad(seq, "the signature is not by the key of the game")


def read(path):
    """The entries of a file whose places, hashes and signatures are right, its names, and its last line."""
    digests, entries, names, game, stage, item = [""], [], {}, None, 0, {}
    for line in open(path, encoding="utf-8"):
        seq = len(entries) + 1
        try:
            item = json.loads(line)
            entry = list(json.loads(item.get("text", "[]")))
        except (AttributeError, TypeError, ValueError):
            bad(seq, "it cannot be read")
        if game is None:
            if item.get("halyard") != "ledger" or item["version"] not in (1, 2):
                sys.exit("This is no ledger of version 1 or 2.")
            version, game, key, outside = item["version"], item["game"], item["publicKey"], line.rstrip("\n")
            continue
        before, stage = stage, next((place for place, name in enumerate(ORDER) if name in item), -1)
        if stage < before or stage == before > 0:
            bad(seq, "its line stands in the wrong place")
        if "text" in item:
            if item["seq"] != seq or entry[:2] != [game, seq]:
                bad(seq, "it stands in the wrong place")
            digests.append(hashlib.sha256(bytes.fromhex(digests[-1]) + item["text"].encode()).hexdigest())
            entries.append(entry)
            if digests[-1] != item["hash"]:
                bad(seq, "its hash is another")
        if "names" in item:
            names, outside = item["names"], outside + "\n" + line.rstrip("\n")
        if "checkpoints" in item and version > 1:
            outside += "\n" + line.rstrip("\n")
        for one in item.get("checkpoints", []):
            if one["seq"] >= len(digests) or digests[one["seq"]] != one["hash"]:
                bad(one["seq"], "it was another when its checkpoint was signed")
            check_signature(key, one["seq"], f"{game}_{one['seq']}_{one['hash']}", one["signature"])
        if "head" in item:
            if item["head"] != {"seq": len(entries), "hash": digests[-1]}:
                bad(seq, "the ledger ends elsewhere")
            end, digest = f"{game}_{len(entries)}_{digests[-1]}", hashlib.sha256(outside.encode()).hexdigest()
            for name, text in (("signature", end), ("outside", f"OUTSIDE_{end}_{digest}")):
                if item.get(name) is not None:
                    check_signature(key, len(entries), text, item[name])
    if ORDER[stage] != "head":
        bad(len(entries) + 1, "the end is missing")
    return entries, names, item


def fold(entries):
    """The board: (score, time of the last solve, participation, solves), best first."""
    bonus, curves, stopped, opened, standing, solves, awards = [50, 30, 10], {}, {}, set(), {}, {}, {}
    for _, _, kind, at, team, challenge, submission, _, payload in entries:
        if kind == "bonus":
            bonus = [payload["first"], payload["second"], payload["third"]]
        elif kind == "curve":
            curves[challenge] = payload
        elif kind == "decay":
            stopped[challenge] = payload["stopped"]
        elif kind in ("open", "close"):
            (opened.add if kind == "open" else opened.discard)(challenge)
        elif kind == "admit":
            standing[team] = "counted"
        elif kind in ("suspend", "withdraw"):
            standing[team] = kind
        elif kind == "restore" and standing.get(team) == "suspend":
            standing[team] = "counted"
        elif kind == "award":
            awards[team] = awards.get(team, 0) + payload["points"]
        elif kind == "solve":
            solves.setdefault((team, challenge), (at, submission))
        elif kind == "void" and submission in (None, solves.get((team, challenge), (0, 0))[1]):
            solves.pop((team, challenge), None)
    teams = {team: [awards.get(team, 0), math.inf, 0] for team, how in standing.items() if how == "counted"}
    for challenge in opened:
        who = sorted((when, team) for (team, one), when in solves.items() if one == challenge and team in teams)
        curve = curves.get(challenge, {"score": 1000, "minRate": 0.25, "difficulty": 5})
        score, rate, value, values = curve["score"], curve["minRate"], curve["score"], curve.get("values")
        times = stopped.get(challenge, [])
        lowering = sum(not any(begin <= at < end for begin, end in times) for (at, _), _ in who)
        if values:
            value = values[min(lowering, len(values) - 1)]
        elif lowering > 1:
            value = math.floor(score * (rate + (1 - rate) * math.exp((1 - lowering) / curve["difficulty"])))
        for place, ((at, _), team) in enumerate(who):
            whole, rest = divmod(value * (1000 + (bonus[place] if place < 3 else 0)), 1000)
            points = whole + (rest > 500 or (rest == 500 and whole % 2 == 1))
            last = teams[team][1]
            teams[team] = [teams[team][0] + points, at if last == math.inf else max(last, at), teams[team][2] + 1]
    return sorted((-score, last, team, count) for team, (score, last, count) in teams.items())


if __name__ == "__main__":
    ledger, named, last = read(sys.argv[1])
    for rank, (score, _, team, count) in enumerate(fold(ledger), 1):
        print(rank, -score, count, named.get("teams", {}).get(str(team), f"#{team}"), sep="\t")
    checked = Ed25519PublicKey and last["signature"] and last.get("outside")
    print(f"OK  {len(ledger)} entries{'' if checked else ', not all signatures checked'}")
