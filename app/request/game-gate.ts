import { idParam } from '~/server/platform/wire'
import type { HalyardContext } from './context'

/** Paths whose `id` is a game, after decoding. */
const OF_GAME = /^\/(?:api\/(?:game|edit\/games|admin\/writeups)|(?:admin\/)?games)\//i

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Closes every page, form and call of a game's path to those who do not play in it when the game is the copy of a rehearsal
 * (docs/rules/rehearsals.md#nobody-sees-it). Here rather than in each service, so that a new door is closed too.
 * @throws AppError `game.not_found` 404
 */
export async function passGameGate(
  { services, ctx }: Pick<HalyardContext, 'services' | 'ctx'>,
  path: string,
  params: Record<string, string | undefined>
): Promise<void> {
  const id = idParam.safeParse(params.id)
  if (id.success && OF_GAME.test(decoded(path))) await services.games.refuseRehearsal(ctx, id.data)
}
