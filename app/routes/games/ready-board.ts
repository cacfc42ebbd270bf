import type { ViewArgs } from '~/app/request/page'
import type { BoardSnapshot } from '~/scoring'
import { isAppError } from '~/server/platform/errors'

/** Null while the board is being rebuilt. */
export async function ready<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (isAppError(error) && error.code === 'board.unavailable') return null
    throw error
  }
}

export const readySnapshot = (
  { services }: Pick<ViewArgs, 'services'>,
  gameId: number
): Promise<BoardSnapshot | null> => ready(services.boards.snapshot(gameId))

export const teamsIn = ({ facts }: BoardSnapshot, division: string): number =>
  facts.divisions.find(([name]) => name === division)?.[1] ?? 0
