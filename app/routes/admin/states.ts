import { type GameInfo, phaseOf } from '~/server/games/contract'

export type GameState = 'upcoming' | 'running' | 'practice' | 'ended'

/** State of a game for organisers. */
export function stateOf(game: Pick<GameInfo, 'start' | 'end' | 'practiceMode'>, now: Date): GameState {
  const phase = phaseOf({ start: new Date(game.start), end: new Date(game.end) }, now)
  if (phase === 'before') return 'upcoming'
  if (phase === 'running') return 'running'
  return game.practiceMode ? 'practice' : 'ended'
}

/** Whether a game has ended; practice comes after that. */
export const isOver = (state: GameState): boolean => state === 'ended' || state === 'practice'
