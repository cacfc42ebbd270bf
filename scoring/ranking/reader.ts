import { LRUCache } from 'lru-cache'
import { notifyScoring } from '~/server/ledger'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { Snapshots } from '../board/reader'
import { boardKey, rankKey, type SnapshotMeta, teamsKey } from '../board/redis-keys'
import { boardFacts } from '../board/snapshot'
import type { BoardItem, Scoreboard } from '../rules'
import type {
  Around,
  BoardFacts,
  BoardLine,
  BoardTeam,
  Part,
  PartQuery,
  Ranking,
  TeamCourse
} from './contract'
import { aroundIn, divisionBestIn, partIn } from './from-snapshot'
import { Histories } from './histories'
import { LatestSolves } from './latest'
import { PastRanks } from './past'
import { decodeBoardItem, decodeStanding, type FoundRow, pointsByKind, rankingField } from './rows'
import { READ } from './script'

const TIMEOUT_MS = 1000
/** Parts in memory; one of fifty teams with many solves takes half a megabyte. */
const MAX_PARTS = 64
const MAX_OWN = 1000
/** Neighbourhoods in memory. */
const MAX_AROUND = 5000

interface ScriptQuery {
  challenges: boolean
  division: string | null
  from: number | 'own'
  count: number
  leaders: number
}

interface Found {
  facts: BoardFacts
  challenges: Scoreboard['challenges']
  found: number
  rows: FoundRow[]
  leaders: FoundRow[]
}

/** A query for the own line alone. */
const NO_TEAMS: ScriptQuery = { challenges: true, division: null, from: 0, count: 0, leaders: 0 }

type Reply = [meta: string, own: FoundRow | '', part: 'same' | RawPart]
type RawPart = [challenges: string, found: number, rows: FoundRow[], leaders: FoundRow[]]

interface Facts {
  facts: BoardFacts
}

interface Kept<P> {
  part: P
  /** Revision of `Snapshots` at which the part was the newest; null when that is not known. */
  revision: string | null
  own: Map<number, FoundRow | null>
}

interface Kind<P> {
  key: string
  scriptQuery: ScriptQuery
  make(found: Found): P
}

class RankingReader implements Ranking {
  readonly #kept = new Map<string, Kept<Facts>>()
  readonly #items = new WeakMap<FoundRow, { part: Part; item: BoardItem }>()
  readonly #loading = new Map<string, Promise<Kept<Facts> | null>>()
  readonly #histories = new Histories()
  readonly #past: PastRanks
  readonly #latest: LatestSolves
  readonly #around = new LRUCache<string, { revision: string; found: Around | null }>({
    maxSize: MAX_AROUND,
    sizeCalculation: () => 1
  })

  constructor(
    private readonly redis: Redis,
    private readonly snapshots: Snapshots,
    private readonly log: Log
  ) {
    this.#past = new PastRanks(redis, snapshots, log)
    this.#latest = new LatestSolves(redis, snapshots, log)
  }

  async around(game: number, participation: number, count: number): Promise<Around | null> {
    const revision = this.snapshots.revision(game)
    const key = `${game} ${participation} ${count}`
    const kept = this.#around.get(key)
    if (kept && kept.revision === revision) return kept.found
    const found = await this.#readAround(game, participation, count)
    if (revision !== null) this.#around.set(key, { revision, found })
    return found
  }

  async #readAround(game: number, participation: number, count: number): Promise<Around | null> {
    const scriptQuery: ScriptQuery = { challenges: false, division: null, from: 'own', count, leaders: 0 }
    const reply = await this.#query(game, scriptQuery, participation, '')
    if (!reply) return aroundIn(await this.snapshots.snapshot(game), participation, count)
    const [meta, own, part] = reply
    if (own === '') return null
    const { facts, rows } = foundIn(meta, part as RawPart)
    return { facts, own: decodeStanding(own), teams: rows.map(decodeStanding) }
  }

  async part(game: number, query: PartQuery, own: number | null = null) {
    const { division, country = null, matches, from, count, leaders } = query
    // Redis cannot search names, and has no sets of countries: they would be written anew with every solve.
    if (matches || country !== null) return partIn(await this.snapshots.snapshot(game), query, own)
    const answer = await this.#read(game, own, {
      key: `${game} ${from} ${count} ${leaders} ${JSON.stringify(division)}`,
      scriptQuery: { challenges: true, division, from, count, leaders },
      make: partOf
    })
    if (!answer) return partIn(await this.snapshots.snapshot(game), query, own)
    const { part, own: found } = answer
    return { part, own: found && this.#itemOf(found, part) }
  }

  /** Returns the same object while line and prices are the same. */
  #itemOf(found: FoundRow, part: Part): BoardItem {
    const known = this.#items.get(found)
    if (known?.part === part) return known.item
    const item = decodeBoardItem(found, pricesIn(part))
    this.#items.set(found, { part, item })
    return item
  }

  ranksAt = (game: number, at: number) => this.#past.at(game, at)

  latestSolves = (game: number) => this.#latest.of(game)

  divisionBest = async (game: number) => divisionBestIn(await this.snapshots.snapshot(game))

  async team(game: number, teamId: number): Promise<BoardTeam | null> {
    // The sets know participations only; of the board only one line is parsed.
    const board = await this.snapshots.snapshot(game)
    const item = board.teamItem(teamId)
    return item && { challenges: board.head().challenges, item: JSON.parse(item.toString()) as BoardItem }
  }

  async line(game: number, participation: number): Promise<BoardLine | null> {
    const reply = await this.#query(game, NO_TEAMS, participation, '')
    if (!reply) {
      const { part, own } = partIn(
        await this.snapshots.snapshot(game),
        { ...NO_TEAMS, from: 0, matches: null },
        participation
      )
      return own && { facts: part.facts, challenges: part.challenges, item: own }
    }
    const [meta, own, part] = reply
    if (own === '') return null
    const { facts, challenges } = foundIn(meta, part as RawPart)
    return { facts, challenges, item: decodeBoardItem(own, pricesIn({ challenges, facts })) }
  }

  async course(game: number, teamId: number): Promise<TeamCourse | null> {
    const board = await this.snapshots.snapshot(game)
    const item = board.teamItem(teamId)
    if (!item) return null
    return {
      facts: board.facts,
      challenges: board.head().challenges,
      item: JSON.parse(item.toString()) as BoardItem,
      history: this.#histories.of(board, teamId) ?? { steps: [], best: null }
    }
  }

  /** Null when neither Redis nor memory has the part. */
  async #read<P extends Facts>(game: number, own: number | null, kind: Kind<P>) {
    const kept = await this.#part(game, kind)
    if (!kept) return null
    if (own === null) return { part: kept.part, own: null }
    const known = kept.own.get(own)
    if (known !== undefined && this.#isNewest(game, kept)) return { part: kept.part, own: known }
    const reply = await this.#query(game, kind.scriptQuery, own, kept.part.facts.etag)
    if (!reply)
      return known === undefined || !this.snapshots.answers() ? null : { part: kept.part, own: known }
    const [meta, found, part] = reply
    const now = part === 'same' ? kept : this.#keep(kind, meta, part, null)
    if (now.own.size >= MAX_OWN) now.own.clear()
    now.own.set(own, found === '' ? null : found)
    return { part: now.part, own: found === '' ? null : found }
  }

  #isNewest(game: number, { revision }: Kept<Facts>): boolean {
    return revision !== null && revision === this.snapshots.revision(game)
  }

  /** The newest version; the last known one while Redis is away. */
  async #part<P extends Facts>(game: number, kind: Kind<P>): Promise<Kept<P> | null> {
    const kept = this.#kept.get(kind.key) as Kept<P> | undefined
    if (kept && this.#isNewest(game, kept)) return this.#use(kind.key, kept)
    // Read before the load, since another version may be announced meanwhile.
    const revision = this.snapshots.revision(game)
    const key = `${kind.key} ${revision}`
    const known = this.#loading.get(key) as Promise<Kept<P> | null> | undefined
    const loading = known ?? this.#load(game, kind, revision).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async #load<P extends Facts>(
    game: number,
    kind: Kind<P>,
    revision: string | null
  ): Promise<Kept<P> | null> {
    const kept = this.#kept.get(kind.key) as Kept<P> | undefined
    const reply = await this.#query(game, kind.scriptQuery, null, kept?.part.facts.etag ?? '')
    if (!reply) {
      // The board folded from the ledger is newer than any part in memory.
      if (!this.snapshots.answers()) return null
      const newer = (this.snapshots.held(game)?.seq ?? 0) > (kept?.part.facts.seq ?? 0)
      return newer ? null : (kept ?? null)
    }
    const [meta, , part] = reply
    if (part !== 'same') return this.#keep(kind, meta, part, revision)
    const same = kept as Kept<P>
    same.revision = revision
    return this.#use(kind.key, same)
  }

  #keep<P extends Facts>(kind: Kind<P>, meta: string, part: RawPart, revision: string | null): Kept<P> {
    return this.#use(kind.key, { part: kind.make(foundIn(meta, part)), revision, own: new Map() })
  }

  #use<P extends Facts>(key: string, kept: Kept<P>): Kept<P> {
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    if (this.#kept.size > MAX_PARTS) this.#kept.delete(this.#kept.keys().next().value!)
    return kept
  }

  /** Null when Redis is away, or lacks the ranking, which scoring then stores. */
  async #query(
    game: number,
    scriptQuery: ScriptQuery,
    own: number | null,
    etag: string
  ): Promise<Reply | null> {
    if (!this.snapshots.answers()) return null
    const { challenges, division, from, count, leaders } = scriptQuery
    const keys = [boardKey(game), teamsKey(game), rankKey(game)]
    const flags = [etag, challenges ? '1' : '', division === null ? '' : `:${division}`]
    const numbers = [from, count, leaders].map(String)
    const args = [...flags, own === null ? '' : rankingField(own), ...numbers]
    try {
      const reply = await withTimeout(TIMEOUT_MS, this.redis.eval(READ, { keys, arguments: args }))
      if (reply === null) void notifyScoring(this.redis, game, 'board').catch(() => {})
      return reply as Reply | null
    } catch (error) {
      this.log.debug({ game, err: (error as Error).message }, 'ranking_not_read')
      return null
    }
  }
}

function foundIn(meta: string, [challenges, found, rows, leaders]: RawPart): Found {
  const facts = boardFacts(JSON.parse(meta) as SnapshotMeta)
  return { facts, challenges: challenges === '' ? {} : JSON.parse(challenges), found, rows, leaders }
}

const pricesIn = ({ challenges, facts }: Pick<Found, 'challenges' | 'facts'>) =>
  pointsByKind(Object.values(challenges).flat(), facts.bloodBonus)

function partOf({ facts, challenges, found, rows, leaders }: Found): Part {
  const price = pricesIn({ challenges, facts })
  const items = rows.map((row) => decodeBoardItem(row, price))
  return { facts, challenges, found, items, leaders: leaders.map((row) => decodeBoardItem(row, price)) }
}

/** `snapshots` knows of new versions, and has boards for when Redis is away. */
export const createRanking = (redis: Redis, snapshots: Snapshots, log: Log): Ranking =>
  new RankingReader(redis, snapshots, log)
