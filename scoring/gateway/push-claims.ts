import { claimsMessage } from '~/server/workspace/contract'
import { parseJson } from './push-instances'
import { type GameNamespace, participationRoom } from './sockets'

/** Tells members of a team that they claimed something, or no longer do. Ignores messages that are not valid. */
export function pushClaims(games: GameNamespace, text: string): void {
  const { data } = claimsMessage.safeParse(parseJson(text))
  if (!data) return
  const room = participationRoom(data.participation)
  if (games.adapter.rooms.has(room)) games.to(room).emit('claims', { game: data.game })
}
