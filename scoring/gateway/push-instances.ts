import { instanceMessage } from '~/server/instances/contract'
import { type GameNamespace, userRoom } from './sockets'

/** Ignores messages that are not valid. */
export function pushInstances(games: GameNamespace, text: string): void {
  const { data } = instanceMessage.safeParse(parseJson(text))
  if (!data) return
  const here = (users: string[]) => users.map(userRoom).filter((room) => games.adapter.rooms.has(room))
  if ('queue' in data) {
    for (const { gameId: game, challengeId: challenge, users, ...place } of data.queue)
      for (const room of here(users)) games.to(room).emit('queue', { game, challenge, ...place })
    return
  }
  const { gameId: game, challengeId: challenge, kind, state, users } = data
  // Tests belong to no team; deleted challenges have no dialog.
  if (kind !== 'team' || game === null || challenge === null) return
  for (const room of here(users)) games.to(room).emit('instance', { game, challenge, state })
}

/** Null for anything that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
