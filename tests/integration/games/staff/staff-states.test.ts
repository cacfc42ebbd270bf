import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { Organiser, tag } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'

let platform: Platform
let organiser: Organiser
beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
})
afterAll(() => platform?.close())

/** What the pages of staff say of a game, each requested anew. */
async function told(game: number, challenge: number) {
  const { client } = organiser
  const page = async (path: string) => (await client.call<string>('GET', `${path}?n=${tag()}`)).body
  const [info, one, list, watch] = await Promise.all([
    page(`/admin/games/${game}/Info`),
    page(`/admin/games/${game}/challenges/${challenge}`),
    page('/admin/games'),
    page(`/games/${game}/monitor/Watch`)
  ])
  const anchors = [...info.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)
  const row = list.split('<tr').find((text) => text.includes(`/admin/games/${game}/Info`)) ?? ''
  return {
    pauses: info.includes('id="pause"'),
    freezes: info.includes('name="intent" value="freeze"'),
    /** Links within the page that lead nowhere. */
    dead: anchors.filter((anchor) => !info.includes(`id="${anchor}"`)),
    leadsToFreeze: anchors.includes('freeze'),
    isFinal: info.includes(`/api/edit/games/${game}/site`),
    announces: one.includes('>Announcement<'),
    state: ['Running', 'Practice', 'Ended'].filter((state) => row.includes(state)),
    leadsToPause: watch.includes('#pause')
  }
}

const running = {
  pauses: true,
  dead: [],
  leadsToFreeze: true,
  freezes: true,
  isFinal: false,
  announces: true,
  state: ['Running'],
  leadsToPause: true
}
const ended = {
  pauses: false,
  dead: [],
  leadsToFreeze: true,
  freezes: false,
  isFinal: true,
  announces: false,
  state: ['Ended'],
  leadsToPause: false
}

it('a game runs for staff as long as one of its divisions plays', async () => {
  const game = await organiser.game({
    startsIn: -60 * MINUTE_MS,
    endsIn: -MINUTE_MS,
    organizations: ['Open', 'Students'],
    practiceMode: false
  })
  const [challenge] = game.challenges
  expect(await told(game.id, challenge!.id)).toEqual(ended)

  const correction = {
    kind: 'extension',
    division: 'Students',
    end: new Date(Date.now() + 30 * MINUTE_MS).toISOString()
  }
  const reason = 'Their network was down.'
  await organiser.client.ok('POST', `/api/edit/games/${game.id}/corrections`, { correction, reason })
  expect(await told(game.id, challenge!.id)).toEqual(running)
})
