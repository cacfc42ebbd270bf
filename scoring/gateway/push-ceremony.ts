import { ceremonyMessage } from '~/server/freeze/contract'
import { parsed } from './push-instances'
import { type GameNamespace, gameRoom } from './sockets'

export function pushCeremony(games: GameNamespace, text: string): void {
  const { data } = ceremonyMessage.safeParse(parsed(text))
  if (data) games.to(gameRoom(data.game)).emit('ceremony', data)
}
