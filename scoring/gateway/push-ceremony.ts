import { ceremonyMessage } from '~/server/freeze/contract'
import { parseJson } from './push-instances'
import { type GameNamespace, gameRoom } from './sockets'

export function pushCeremony(games: GameNamespace, text: string): void {
  const { data } = ceremonyMessage.safeParse(parseJson(text))
  if (data) games.to(gameRoom(data.game)).emit('ceremony', data)
}
