import { placeOf } from '~/app/islands/scoreboard/marks'
import type { BloodPlace } from '~/app/islands/scoreboard/props'
import type { BoardLine } from '~/scoring'
import { byCategory, categoryName, regrouped, type ShownCategory } from '~/server/categories/constants'
import type { PlayedGame } from '~/server/players/contract'

/** A game with what its board shows of the team; a null line: the board is not ready, an absent one: not on it. */
export interface Line {
  game: PlayedGame
  line: BoardLine | null
}

export interface SolveView {
  id: string
  title: string
  category: ShownCategory
  place: BloodPlace
  points: number
  at: number
  game: PlayedGame
}

export interface GameView extends PlayedGame {
  /** Null while the board is not ready. */
  result: { rank: number; teams: number; score: number } | null
  solves: number
  /** The game has ended; before that, ranks are not final. */
  ended: boolean
}

/** Facts that the boards prove (docs/rules/players.md#facts). */
export type Fact =
  | { kind: 'first'; of: SolveView; teams: number; others: number }
  | { kind: 'best'; game: GameView; rank: number; teams: number }
  | { kind: 'whole'; game: PlayedGame; category: string; count: number; at: number }
  | { kind: 'wide'; game: PlayedGame; categories: string[]; at: number }

export interface ResultsView {
  solves: SolveView[]
  games: GameView[]
  categories: { name: ShownCategory; solves: number }[]
  facts: Fact[]
  best: { rank: number; teams: number } | null
}

/** From this number on, solving a category alone is a fact, and so are the categories of one game. */
const MIN_SOLVES = 3

/** Newest first, as `sent` says: submissions of the player among those that boards show. */
function solvesIn(lines: readonly Line[], sent: ReadonlySet<number>): SolveView[] {
  const solves = lines.flatMap(({ game, line }) => {
    if (!line) return []
    const known = new Map(
      regrouped(line.challenges).flatMap(([category, group]) =>
        group.map(({ id, title }) => [id, { title, category }])
      )
    )
    return line.item.solvedChallenges.flatMap(({ id, score, type, time, submissionId }): SolveView[] => {
      const challenge = known.get(id)
      if (!challenge || !sent.has(submissionId)) return []
      const of = { ...challenge, place: placeOf(type), points: score, at: Date.parse(time), game }
      return [{ id: `${game.id} ${id}`, ...of }]
    })
  })
  return solves.sort((a, b) => b.at - a.at)
}

export const submissionsIn = (lines: readonly Line[]): number[] =>
  lines.flatMap(({ line }) => line?.item.solvedChallenges.map(({ submissionId }) => submissionId) ?? [])

const latest = (solves: readonly SolveView[]) => Math.max(...solves.map(({ at }) => at))

function factsOf(lines: readonly Line[], solves: readonly SolveView[], games: readonly GameView[]): Fact[] {
  const facts: Fact[] = []
  const teamsOf = (id: number) => lines.find(({ game }) => game.id === id)?.line?.facts.teams ?? 0
  // Alone everybody is the first.
  const firsts = solves.filter(({ place, game }) => place === 1 && teamsOf(game.id) > 1)
  if (firsts[0])
    facts.push({ kind: 'first', of: firsts[0], teams: teamsOf(firsts[0].game.id), others: firsts.length - 1 })
  const best = bestOf(games)
  if (best) facts.push({ kind: 'best', game: best.game, ...best.result })
  const inGames = lines.map(({ game, line }) => ({
    ...{ game, line },
    own: byCategory(
      solves.filter((solve) => solve.game.id === game.id),
      ({ category }) => category
    )
  }))
  const whole = inGames
    .flatMap(({ game, line, own }) => {
      const sizes = new Map(
        regrouped(line?.challenges ?? {}).map(([name, group]) => [categoryName(name), group.length])
      )
      const all = own
        .map(([shown, of]) => [categoryName(shown), of] as const)
        .filter(([name, of]) => of.length >= MIN_SOLVES && of.length === sizes.get(name))
      return all.map(([category, of]) => ({ game, category, count: of.length, at: latest(of) }))
    })
    .toSorted((a, b) => b.count - a.count)[0]
  if (whole) facts.push({ kind: 'whole', ...whole })
  const wide = inGames.toSorted((a, b) => b.own.length - a.own.length)[0]
  if (wide && wide.own.length >= MIN_SOLVES) {
    const categories = wide.own.map(([shown]) => categoryName(shown))
    facts.push({ kind: 'wide', game: wide.game, categories, at: latest(wide.own.flatMap(([, of]) => of)) })
  }
  return facts
}

/** Ended games of several teams in which the own one scored. */
function bestOf(games: readonly GameView[]) {
  const results = games.flatMap((game) =>
    game.ended && game.result && game.result.score > 0 && game.result.teams > 1
      ? [{ game, result: game.result }]
      : []
  )
  return results.toSorted((a, b) => a.result.rank - b.result.rank || b.result.teams - a.result.teams)[0]
}

/** The player's results on the boards of these games, at `now` in Unix milliseconds. */
export function resultsView(lines: readonly Line[], sent: ReadonlySet<number>, now: number): ResultsView {
  const solves = solvesIn(lines, sent)
  const games = lines.map(({ game, line }): GameView => {
    const result = line && { rank: line.item.rank, teams: line.facts.teams, score: line.item.score }
    const own = solves.filter((solve) => solve.game.id === game.id)
    return { ...game, result, solves: own.length, ended: game.end <= now }
  })
  return {
    ...{ solves, games },
    categories: byCategory(solves, ({ category }) => category)
      .map(([name, of]) => ({ name, solves: of.length }))
      .sort((a, b) => b.solves - a.solves),
    facts: factsOf(lines, solves, games),
    best: bestOf(games)?.result ?? null
  }
}
