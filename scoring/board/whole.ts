import type { Sql } from '~/server/db'
import { type BoardItem, boardItem, type Cards, type Scoreboard, scoreboardView, settle } from '../rules'
import { GameBoard } from './game-board'

/** A board as staff see it: nothing is held back by a freeze, and reasons are told. */
export interface WholeBoard {
  readonly teamCount: number
  head(): Omit<Scoreboard, 'items'>
  /** Teams from this place on; 0 is the best. */
  items(from: number, count: number): BoardItem[]
}

/** Folds the ledger in the caller's transaction. @returns null when there is no game */
export async function wholeBoard(sql: Sql, gameId: number, now: Date): Promise<WholeBoard | null> {
  const board = await GameBoard.open({ pool: sql }, gameId, null, { whole: true })
  if (!board) return null
  const { state } = board
  const { teams, challenges, userName } = board.cards
  const cards: Cards = { teams, challenges, userName, reasons: true }
  const ranking = settle(state)
  return {
    teamCount: ranking.length,
    head() {
      const { items: _, ...head } = scoreboardView(state, cards, now.getTime())
      return head
    },
    items: (from, count) => ranking.slice(from, from + count).map((team) => boardItem(team, cards))
  }
}
