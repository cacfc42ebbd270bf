import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { Client } from '../../support/api/client'
import { type Member, type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { until } from '../../support/until'

/** Milliseconds after which an unpublished verdict is read from its row, and a margin. */
const LOST = 4000

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform?.close())

const clientOf = async (member: Member) => {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

async function playing(teams = 2) {
  const game: PlayedGame = await playGame(platform.stores.db, { teams, challenges: 2 })
  const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
  const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
  const path = `/api/game/${game.id}/challenges/${challenge.id}`
  return { game, challenge, team, other, path, client: await clientOf(team.members[0]) }
}

const send = (client: Client, path: string, flag: string, prefer?: string) =>
  client.call<number>('POST', path, { flag }, prefer === undefined ? {} : { Prefer: prefer })

describe('a flag whose sender would wait for the verdict', () => {
  it('gets its id, and the verdict beside it', async () => {
    const { challenge, path, client } = await playing()
    const wrong = await send(client, path, 'flag{no}', 'wait=5')
    expect(wrong.status).toBe(200)
    expect(wrong.body).toEqual(expect.any(Number))
    expect(wrong.headers.get('submission-status')).toBe('WrongAnswer')
    expect(wrong.headers.get('preference-applied')).toBe('wait=5')
    const right = await send(client, path, challenge.flag, 'respond-async, wait="3"')
    expect(right.headers.get('submission-status')).toBe('Accepted')
    expect(await client.ok('GET', `${path}/status/${right.body}`)).toBe('Accepted')
  })

  it.each([undefined, 'respond-async', 'wait=', 'wait=-1', 'wait=soon', 'awaits=2'])(
    'is answered at once for senders who do not wait (%s)',
    async (prefer) => {
      const { path, client } = await playing()
      const answer = await send(client, path, 'flag{no}', prefer)
      expect(answer.body).toEqual(expect.any(Number))
      expect(answer.headers.get('submission-status')).toBeNull()
      expect(answer.headers.get('preference-applied')).toBeNull()
    }
  )

  it('waits for a limited time, then gets the present status', async () => {
    const { challenge, path, client } = await playing()
    await platform.kill('scoring')
    const begun = performance.now()
    const answer = await send(client, path, challenge.flag, 'wait=1')
    expect(answer.headers.get('submission-status')).toBe('FlagSubmitted')
    expect(performance.now() - begun).toBeGreaterThan(900)
    const again = performance.now()
    const longest = send(client, path, 'flag{no}', 'wait=99999').then(({ headers }) => ({
      applied: headers.get('preference-applied'),
      status: headers.get('submission-status'),
      ms: performance.now() - again
    }))
    await platform.restart('scoring')
    const { applied, status, ms } = await longest
    expect(applied).toBe('wait=10')
    // A busy machine may take longer than the ten seconds to start the process.
    expect(status).toEqual(ms < 9900 ? 'WrongAnswer' : expect.stringMatching(/^(WrongAnswer|FlagSubmitted)$/))
    await until(async () => (await client.ok('GET', `${path}/status/${answer.body}`)) === 'Accepted')
  })

  it('gets the verdict also when nobody publishes it', async () => {
    const { game, challenge, path, client } = await playing()
    await platform.kill('scoring')
    const begun = performance.now()
    const waiting = send(client, path, challenge.flag, 'wait=10')
    await until(async () => (await judge(platform.stores.db, game.id)).rows.length > 0)
    expect((await waiting).headers.get('submission-status')).toBe('Accepted')
    expect(performance.now() - begun).toBeLessThan(LOST)
    await platform.restart('scoring')
  })

  it('gets its own verdict among many others', async () => {
    const { game, challenge, path } = await playing(40)
    const clients = await Promise.all(game.teams.map(({ members }) => clientOf(members[0])))
    const answers = await Promise.all(
      clients.map((client, n) => send(client, path, n % 2 ? challenge.flag : `flag{${n}}`, 'wait=10'))
    )
    expect(answers.map(({ headers }) => headers.get('submission-status'))).toEqual(
      clients.map((_, n) => (n % 2 ? 'Accepted' : 'WrongAnswer'))
    )
  })
})

describe('the page of a flag that was sent without script', () => {
  it('shows nobody the verdict of another', async () => {
    const { game, challenge, team, other, client } = await playing()
    const outsider = await clientOf(other.members[0])
    const [id] = await sendFlags(platform.stores.db, game, [{ team, challenge, answer: challenge.flag }])
    await until(async () => (await judge(platform.stores.db, game.id)).rows.length === 0)
    const page = `/games/${game.id}/Challenges?c=${challenge.id}&s=${id}`
    const [own, foreign] = await Promise.all(
      [client, outsider].map(async (one) => (await one.call<string>('GET', page)).body)
    )
    expect(own).toContain('"status":"Accepted"')
    expect(foreign).toContain('"status":null')
  })
})
