import { ceremonyMessage } from '~/server/freeze/contract'
import { parseJson } from './push-instances'
import { type GameNamespace, gameRoom } from './sockets'

/** Passes a message of Redis on to the game's viewers; drops one of another form. */
export function pushCeremony(games: GameNamespace, text: string): void {
  const { data } = ceremonyMessage.safeParse(parseJson(text))
  if (data) games.to(gameRoom(data.game)).emit('ceremony', data)
}
