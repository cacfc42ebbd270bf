import type { ChallengeFacts, Facts } from '~/server/rehearsals'
import { type Finding, findingOf } from '~/server/rehearsals/contract'

const isOpenOrPlanned = ({ enabled, releaseAt }: ChallengeFacts) => enabled || releaseAt !== null

/** Challenges that some team can get to solve: open or planned, and so is all that they require, without a circle. */
export function listSolvable(challenges: readonly ChallengeFacts[]): ReadonlySet<number> {
  const reached = new Set<number>()
  for (let before = -1; before < reached.size; ) {
    before = reached.size
    for (const one of challenges)
      if (isOpenOrPlanned(one) && one.requires.every((id) => reached.has(id))) reached.add(one.id)
  }
  return reached
}

/** True if `from` requires itself, through any number of others. */
function isInCircle(from: ChallengeFacts, byId: ReadonlyMap<number, ChallengeFacts>): boolean {
  const seen = new Set<number>()
  const waiting = [...from.requires]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === from.id) return true
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(byId.get(id)?.requires ?? []))
  }
  return false
}

function ofRequirements(one: ChallengeFacts, byId: ReadonlyMap<number, ChallengeFacts>): Finding[] {
  if (isInCircle(one, byId)) return [findingOf('requirement_cycle', one)]
  const closed = one.requires.map((id) => byId.get(id)).find((other) => other && !isOpenOrPlanned(other))
  return closed ? [findingOf('requirement_closed', one, { required: closed.title })] : []
}

function ofTimes({ game: { start, end } }: Facts, one: ChallengeFacts): Finding[] {
  const found: Finding[] = []
  const { enabled, releaseAt, closesAt } = one
  if (!enabled && releaseAt && releaseAt >= end) found.push(findingOf('release_late', one))
  const opens = releaseAt && releaseAt > start ? releaseAt : start
  if (closesAt && closesAt <= opens) found.push(findingOf('closes_early', one))
  return found
}

function ofFlags({ game }: Facts, one: ChallengeFacts): Finding[] {
  if (one.type === 'DynamicContainer') return []
  if (one.flags === 0 && !one.checker) return [findingOf('flag_none', one)]
  if (one.type !== 'DynamicAttachment' || one.flags >= game.teams) return []
  return [findingOf('files_exhausted', one, { flags: one.flags, teams: game.teams })]
}

function ofImages({ unready }: Facts, one: ChallengeFacts): Finding[] {
  return unready
    .filter(({ reference }) => one.images.includes(reference))
    .map(({ reference, state }) =>
      findingOf(state === 'failed' ? 'image_failed' : 'image_not_ready', one, { image: reference })
    )
}

/** Findings from the settings alone (docs/rules/rehearsals.md#findings). */
export function checkSettings(facts: Facts, now: Date): Finding[] {
  const { game, challenges, engine } = facts
  const byId = new Map(challenges.map((one) => [one.id, one]))
  const played = challenges.filter(isOpenOrPlanned)
  return [
    ...(played.length === 0 ? [findingOf('no_challenges')] : []),
    ...(game.end <= now ? [findingOf('game_over')] : []),
    ...(!engine && played.some(({ images }) => images.length > 0) ? [findingOf('no_engine')] : []),
    ...challenges.filter((one) => !isOpenOrPlanned(one)).map((one) => findingOf('disabled', one)),
    ...played.flatMap((one) => [
      ...ofRequirements(one, byId),
      ...ofTimes(facts, one),
      ...ofFlags(facts, one),
      ...ofImages(facts, one),
      ...(one.content ? [] : [findingOf('statement_empty', one)])
    ])
  ]
}
