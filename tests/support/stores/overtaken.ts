import type { Client } from '../api/client'
import type { PlayedGame } from '../fixtures'
import type { ViewerSocket } from '../scoring/scoring'
import { until } from '../until'

/**
 * Gives a team of the game another name and its own back, and waits until the board has each and the sockets were told: what
 * scoring had to write or to tell before, it has by then.
 */
export async function overtaken(
  admin: Client,
  { id, teams }: Pick<PlayedGame, 'id' | 'teams'>,
  sockets: readonly ViewerSocket[] = []
): Promise<void> {
  const { teamId } = teams.at(-1)!
  const board = async () => JSON.stringify(await admin.ok('GET', `/api/game/${id}/scoreboard`))
  const { data } = await admin.ok<{ data: { id: number; name: string }[] }>('GET', '/api/admin/teams')
  const { name } = data.find((team) => team.id === teamId)!
  const other = `${name.slice(0, 20)} for now`
  for (const next of [other, name]) {
    const heard = sockets.map(({ of }) => of('renamed').length)
    await admin.ok('PUT', `/api/admin/teams/${teamId}`, { name: next })
    await until(async () => (await board()).includes(other) === (next === other))
    await until(() => sockets.every(({ of }, place) => of('renamed').length > heard[place]!))
  }
}
