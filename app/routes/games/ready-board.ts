import type { ViewArgs } from '~/app/request/page'
import type { BoardSnapshot, Scoreboard } from '~/scoring'
import { AppError } from '~/server/platform/errors'

/** The newest board of a game as it is stored; null while there is none, because it is being made anew. */
export async function readySnapshot(
  { services }: Pick<ViewArgs, 'services'>,
  gameId: number
): Promise<BoardSnapshot | null> {
  try {
    return await services.boards.snapshot(gameId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'board.unavailable') return null
    throw error
  }
}

/** The same, read whole: work for all of its teams once a version. */
export async function readyBoard(
  args: Pick<ViewArgs, 'services'>,
  gameId: number
): Promise<Scoreboard | null> {
  return (await readySnapshot(args, gameId))?.view() ?? null
}

const divisions = new WeakMap<BoardSnapshot, Map<string | null, number>>()

/** Teams of a division on the board, counted once a version. */
export function teamsIn(board: BoardSnapshot, division: string): number {
  const counts = divisions.get(board) ?? new Map<string | null, number>()
  if (!divisions.has(board)) {
    for (const { organization: name } of board.view().items) counts.set(name, (counts.get(name) ?? 0) + 1)
    divisions.set(board, counts)
  }
  return counts.get(division) ?? 0
}
