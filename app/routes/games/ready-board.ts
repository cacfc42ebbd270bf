import type { PageArgs } from '~/app/request/page'
import type { Scoreboard } from '~/scoring'
import { AppError } from '~/server/platform/errors'

/** The board of a game; null while there is none, because it is being made anew. */
export async function readyBoard({ services }: PageArgs, gameId: number): Promise<Scoreboard | null> {
  try {
    return (await services.boards.snapshot(gameId)).view()
  } catch (error) {
    if (error instanceof AppError && error.code === 'board.unavailable') return null
    throw error
  }
}
