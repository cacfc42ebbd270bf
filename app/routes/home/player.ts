import { changeOf, lineOf } from '~/app/components/game/highlights'
import { rankText } from '~/app/components/game/rank-text'
import type { Format } from '~/app/i18n/format'
import { type OwnSolve, ownSolvesOf } from '~/app/request/own-solves'
import { createMemo } from '~/app/request/page/memo'
import type { Around, BoardItem, Part } from '~/scoring'
import { shownCategory } from '~/server/categories/constants'
import type { NoticeView } from '~/server/notices/contract'
import { HOUR_MS } from '~/server/platform/time'
import type { TeamTask } from '~/server/workspace/contract'

const NEXT = 4
/** Most challenges that are offered because a teammate works on them, and because of a hint. */
const MATES = 2
const HINTED = 1
/** How long a hint is new. */
const NEW_HINT = HOUR_MS

/** All that a player's home page is made from, as of `now`, Unix milliseconds. */
export interface PlayerSource {
  game: number
  start: number
  now: number
  own: BoardItem
  part: Part
  /** Null when it is not to be had at once, like `tasks`. */
  around: Around | null
  tasks: readonly TeamTask[] | null
  /** Challenges that take a flag of the team, and until when; null when that is not to be had at once. */
  answerable: ReadonlyMap<number, number | null> | null
  notices: readonly NoticeView[]
  /** Ranks an hour ago; null when nobody's changed. */
  before: ReadonlyMap<number, number> | null
  /** The board stands still. */
  frozen: boolean
}

/** The reader's figures, line, team and next challenges. `leaders`: how many teams the standing lists. */
export function playerView(source: PlayerSource, format: Format, locale: string, leaders: number) {
  const { game, start, now, own, part, before, frozen } = source
  const { figures, last, open } = ofVersion(game, own, part, format, locale)
  const change = changeOf(own, before)
  const line = lineOf(own, part, start, now, format)
  const rank = rankText(figures.rank, frozen)
  return {
    figures: { ...figures, rank, gained: line.texts.gained },
    change,
    ahead: aheadOf(source, format),
    /** Of a team that is not among the leaders. */
    line: own.rank > leaders ? { team: { ...line.team, change }, texts: { ...line.texts, rank } } : null,
    team: teamOf(source, last, format),
    next: nextOf(source, open, format)
  }
}

const figuresOf = (own: BoardItem, { facts }: Part, format: Format) => ({
  rank: format.number(own.rank),
  score: format.number(own.score),
  solved: format.number(own.solvedCount),
  challenges: format.number(facts.challengeCount),
  teams: format.number(facts.teams)
})

type Challenge = Pick<
  Part['challenges'][string][number],
  'id' | 'title' | 'category' | 'customCategory' | 'score' | 'solved'
>

interface OfVersion {
  figures: ReturnType<typeof figuresOf>
  /** Null without a solve. */
  last: OwnSolve | null
  /** What the team has not solved, by `bySolves`. */
  open: Challenge[]
}

const versions = new WeakMap<BoardItem, Map<string, OfVersion>>()
const orderOf = createMemo<Challenge[]>()

/** Made once for a language and a team on a version of the board, which gives the same `own`. */
function ofVersion(game: number, own: BoardItem, part: Part, format: Format, locale: string): OfVersion {
  const byLocale = versions.get(own) ?? new Map<string, OfVersion>()
  const known = byLocale.get(locale)
  if (known) return known
  const solved = new Set(own.solvedChallenges.map(({ id }) => id))
  const open = orderOf(String(game), [part], () => bySolves(part)).filter(({ id }) => !solved.has(id))
  const [last = null] = ownSolvesOf(part.challenges, own)
  const made = { figures: figuresOf(own, part, format), last, open }
  versions.set(own, byLocale.set(locale, made))
  return made
}

/** All challenges, those that most teams have solved first. */
const bySolves = ({ challenges }: Part): Challenge[] =>
  Object.values(challenges)
    .flat()
    .toSorted((a, b) => b.solved - a.solved || a.score - b.score || a.id - b.id)

/** The team above the reader's, and the points to it; null for the leader. */
function aheadOf({ own, around }: PlayerSource, format: Format) {
  const at = placeIn(around, own)
  const other = at > 0 ? around!.teams[at - 1]! : null
  if (!other) return null
  const points = `+${format.number(other.score - around!.teams[at]!.score)}`
  return { points, rank: format.number(other.rank), name: other.name }
}

const placeIn = (around: Around | null, { participationId }: BoardItem) =>
  around?.teams.findIndex((team) => team.participationId === participationId) ?? -1

/** Who of the team is on what, the team behind it, and its last solve. */
function teamOf({ game, own, around, tasks, now }: PlayerSource, last: OwnSolve | null, format: Format) {
  const at = placeIn(around, own)
  const behind = at < 0 ? undefined : around!.teams[at + 1]
  return {
    game,
    tasks: (tasks ?? []).map(({ instanceUntil, ...task }) => ({
      ...task,
      /** How long the instance still runs; null without one. */
      instance: instanceUntil && instanceUntil > now ? format.span(instanceUntil - now) : null
    })),
    behind: behind
      ? { id: behind.id, name: behind.name, points: around!.teams[at]!.score - behind.score }
      : null,
    last: last ? { ...last, ago: format.span(now - last.at) } : null
  }
}

/** Why a challenge is offered: teammates work on it, or it has a hint since `ago`; null: as most others have solved it. */
export type Reason = { mates: string[] } | { ago: string } | null

/** Those of `unsolved` that the team can answer now. */
function answerableOf({ answerable, now }: PlayerSource, unsolved: Challenge[]): Challenge[] {
  return unsolved.filter(({ id }) => {
    const until = answerable?.get(id)
    return until === null || (until !== undefined && until > now)
  })
}

/** Challenges that the reader's team can answer, each with the reason; null without any. */
function nextOf(source: PlayerSource, unsolved: Challenge[], format: Format) {
  const { game, tasks, notices, now } = source
  const open = answerableOf(source, unsolved)
  if (open.length === 0) return null
  const mates = matesBy(tasks ?? [])
  const hints = hintsBy(notices, now)
  const withMates = open.filter(({ id }) => mates.has(id)).slice(0, MATES)
  const hinted = open.filter((one) => !withMates.includes(one) && hints.has(one.title)).slice(0, HINTED)
  const first = [...withMates, ...hinted]
  const chosen = [...first, ...open.filter((one) => !first.includes(one))].slice(0, NEXT)
  const reasonOf = ({ id, title }: Challenge): Reason => {
    const names = mates.get(id)
    if (names) return { mates: names }
    const at = hints.get(title)
    return at === undefined ? null : { ago: format.span(now - at) }
  }
  return {
    game,
    challenges: chosen.map((one) => ({
      ...{ id: one.id, title: one.title, score: one.score, solved: one.solved },
      category: shownCategory(one),
      why: reasonOf(one)
    }))
  }
}

/** Names of other members by the challenge that they work on. */
function matesBy(tasks: readonly TeamTask[]): Map<number, string[]> {
  const mates = new Map<number, string[]>()
  for (const { self, challengeId, name } of tasks)
    if (!self) mates.set(challengeId, [...(mates.get(challengeId) ?? []), name])
  return mates
}

/** When a challenge, by title, got its newest hint of the last hour; Unix milliseconds. */
function hintsBy(notices: readonly NoticeView[], now: number): Map<string, number> {
  const hints = new Map<string, number>()
  for (const { type, values, time } of notices) {
    const at = Date.parse(time)
    if (type === 'NewHint' && values[0] !== undefined && now - at < NEW_HINT)
      hints.set(values[0], Math.max(at, hints.get(values[0]) ?? 0))
  }
  return hints
}
