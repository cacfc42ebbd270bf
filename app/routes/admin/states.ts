import { type GameInfo, phaseOf } from '~/server/games/contract'

export type GameState = 'upcoming' | 'running' | 'practice' | 'ended'

export function stateOf(game: Pick<GameInfo, 'start' | 'end' | 'practiceMode'>, now: Date): GameState {
  const phase = phaseOf({ start: new Date(game.start), end: new Date(game.end) }, now)
  if (phase === 'before') return 'upcoming'
  if (phase === 'running') return 'running'
  return game.practiceMode ? 'practice' : 'ended'
}

export const isOver = (state: GameState): boolean => state === 'ended' || state === 'practice'
