import type { ViewArgs } from '~/app/request/page'
import { isAppError } from '~/server/platform/errors'

/** Challenges that the caller's team can answer after it has solved `played`; null while it has not, or may not play now. */
export async function nextAfter(
  { services, ctx }: Pick<ViewArgs, 'services' | 'ctx'>,
  gameId: number,
  played: { solved: boolean }
): Promise<number[] | null> {
  if (!played.solved) return null
  const now = ctx.now.getTime()
  try {
    const answerable = await services.workspaces.answerable(ctx, gameId)
    return [...answerable].flatMap(([id, until]) => (until === null || until > now ? [id] : []))
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  }
}
