import type { ViewArgs } from '~/app/request/page'
import type { BoardSnapshot } from '~/scoring'
import { isAppError } from '~/server/platform/errors'

/** What is read of a board; null while there is none, because it is being made anew. */
export async function ready<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (isAppError(error) && error.code === 'board.unavailable') return null
    throw error
  }
}

/** The newest board of a game as it is stored. */
export const readySnapshot = (
  { services }: Pick<ViewArgs, 'services'>,
  gameId: number
): Promise<BoardSnapshot | null> => ready(services.boards.snapshot(gameId))

/** Teams of a division on the board. */
export const teamsIn = ({ facts }: BoardSnapshot, division: string): number =>
  facts.divisions.find(([name]) => name === division)?.[1] ?? 0
