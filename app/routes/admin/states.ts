import { type GameFigures, type GameInfo, gamePhase } from '~/server/games/contract'

export type GameState = 'upcoming' | 'running' | 'practice' | 'ended'

/** By the end of the last team, as services decide: a game runs while anybody plays it. */
export function stateOf(
  game: Pick<GameInfo, 'start' | 'practiceMode'>,
  { end }: Pick<GameFigures, 'end'>,
  now: Date
): GameState {
  const phase = gamePhase({ start: new Date(game.start), end }, now)
  if (phase === 'before') return 'upcoming'
  if (phase === 'running') return 'running'
  return game.practiceMode ? 'practice' : 'ended'
}

export const isOver = (state: GameState): boolean => state === 'ended' || state === 'practice'
