import type { ViewArgs } from '~/app/request/page'
import { soon } from '~/app/request/soon'

/** Challenges that the caller's team can answer after it has solved `played`; null while it has not, or at a busy moment. */
export async function nextAfter(
  { services, ctx }: Pick<ViewArgs, 'services' | 'ctx'>,
  gameId: number,
  played: { solved: boolean }
): Promise<number[] | null> {
  if (!played.solved) return null
  const answerable = await soon(services.workspaces.answerable(ctx, gameId))
  const now = ctx.now.getTime()
  return answerable && [...answerable].flatMap(([id, until]) => (until === null || until > now ? [id] : []))
}
