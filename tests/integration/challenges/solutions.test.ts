import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { filled, routes } from '../../support/api/routes'
import { type Domain, openDomain, refused } from '../../support/domain'
import { pdf, picture, send } from '../../support/files/files'
import { addUsers, type Member, playGame, sessionOf } from '../../support/fixtures'
import { addFullGame, type FullGame } from '../../support/games/full-game'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { watchGame } from '../../support/scoring/scoring'

const CANARY = 'canary-of-the-solution'

describe('a solution at every door', { timeout: 300_000 }, () => {
  let platform: Platform
  let admin: Client
  let world: FullGame
  let clients: Record<string, Client>
  /** Addresses of the picture in the solution, and of the published writeup. */
  let files: string[]

  const callerOf = async (member: Member) => {
    const client = new Client(platform.url)
    client.cookie = await sessionOf(platform, member)
    return client
  }
  const challenge = () => `/api/edit/games/${world.game.id}/challenges/${world.game.challenges[0]!.id}`

  beforeAll(async () => {
    platform = await startPlatform()
    admin = (await Organiser.of(platform)).client
    world = await addFullGame(platform, admin, 3)
    const [user] = await addUsers(platform.stores.db, 1, 'outside')
    clients = {
      visitor: new Client(platform.url),
      user: await callerOf(user!),
      captain: await callerOf(world.game.teams[0]!.members[0]),
      rival: await callerOf(world.game.teams[2]!.members[0])
    }
    files = []
  })
  afterAll(() => platform?.close())

  async function publish(): Promise<void> {
    const { id, teams } = world.game
    const uploaded = await send<{ hash: string }[]>(admin, 'POST', '/api/assets', [
      { field: 'files', name: 'proof.png', type: 'image/png', content: await picture() }
    ])
    const image = `/assets/${uploaded.body[0]!.hash}/proof.png`
    await admin.ok('PUT', challenge(), { solution: `${CANARY} ![](${image})`, solutionPublic: true })
    await admin.ok('PUT', `/api/edit/games/${id}`, {
      writeupRequired: true,
      writeupDeadline: new Date(Date.now() + HOUR_MS).toISOString()
    })
    const captain = clients.captain!
    const handed = await send(captain, 'POST', `/api/game/${id}/writeup`, [
      { name: 'own.pdf', type: 'application/pdf', content: pdf() }
    ])
    expect(handed.status).toBe(200)
    await captain.ok('PUT', `/api/game/${id}/writeup/consent`, { consent: true })
    await admin.ok('PUT', `/api/admin/writeups/${id}/${teams[0]!.participationId}`, { published: true })
    const { url } = await captain.ok<{ url: string }>('GET', `/api/game/${id}/writeup`)
    files = [image, url]
  }

  let asked = 0
  /** Doors at which a caller reads the solution or its files, and the ETags of all. */
  async function answers(): Promise<{ open: string[]; etags: Map<string, string | null> }> {
    const [open, etags] = [[] as string[], new Map<string, string | null>()]
    const { challenges } = world.game
    const all = [
      ...(await routes(clients.visitor!)),
      `/games/:id/Challenges?c=${challenges[0]!.id}`,
      `/games/:id/Challenges?q=${CANARY}`,
      `/games/:id/Challenges/Found?q=${CANARY}`,
      `/Search?q=${CANARY}`,
      `/Search/Answer?q=${CANARY}`
    ]
    const own = /\/writeup|\/Writeup/
    for (const [name, client] of Object.entries(clients)) {
      for (const route of all) {
        const address = filled(route, world)
        const answer = await client.call('GET', `${address}${address.includes('?') ? '&' : '?'}n=${++asked}`)
        const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
        // The address of a search holds its words.
        const read = body.replaceAll(`q=${CANARY}`, '').replaceAll(`value="${CANARY}"`, '')
        const echoed = route.includes(`q=${CANARY}`)
        const told =
          (read.includes(CANARY) && !echoed) || files.some((file) => body.includes(file.split('/')[2]!))
        if (told && !(name === 'captain' && own.test(route))) open.push(`${name} ${route}`)
        if (answer.status === 200) etags.set(`${name} ${route}`, answer.headers.get('etag'))
      }
      for (const file of files)
        if ((await client.call('GET', file)).status === 200 && !(name === 'captain' && file.endsWith('.pdf')))
          open.push(`${name} ${file.endsWith('.pdf') ? 'writeup' : 'picture'}`)
    }
    return { open: open.sort(), etags }
  }

  const READ = [
    '/api/game/:id/solutions/:challengeId',
    '/games/:id/Solutions/:challengeId',
    'picture',
    'writeup'
  ]

  it('is read nowhere before the end and the reveal, and then where it should be', async () => {
    const { id } = world.game
    const before = await answers()
    const watched = await watchGame(platform.url, { game: id })
    const heard = watched.received.length
    await publish()
    const running = await answers()
    expect(running.open).toEqual([])
    const moved = [...before.etags].filter(([door, etag]) => etag && running.etags.get(door) !== etag)
    expect(moved.filter(([door]) => !/writeup/i.test(door))).toEqual([])
    expect(JSON.stringify(watched.received.slice(heard))).not.toContain(CANARY)
    watched.socket.close()

    await admin.ok('PUT', `/api/edit/games/${id}/freeze`, { at: 'now' })
    await admin.ok('PUT', `/api/edit/games/${id}`, { end: new Date().toISOString() })
    expect((await answers()).open).toEqual([])
    const refusal = await clients.visitor!.call<{ code: string }>('GET', `/api/game/${id}/solutions`)
    expect(refusal.status).toBe(403)

    await admin.ok('POST', `/api/edit/games/${id}/reveal`, {})
    const { open } = await answers()
    for (const name of Object.keys(clients))
      for (const door of READ)
        if (!(name === 'captain' && door === 'writeup')) expect(open).toContain(`${name} ${door}`)
    const more = open.filter((door) => !READ.some((one) => door.endsWith(` ${one}`)))
    // Players who practise read it below the text; lists name the writeup.
    expect(
      more.every((door) => /\/(Solutions|solutions)$|(captain|rival) \/games\/:id\/Challenges/.test(door))
    ).toBe(true)
    expect(more).toContain('rival /games/:id/Challenges/:challengeId')

    await admin.ok('PUT', challenge(), { solutionPublic: false })
    await clients.captain!.ok('PUT', `/api/game/${id}/writeup/consent`, { consent: false })
    expect((await answers()).open).toEqual([])
  })
})

describe('what is published', () => {
  let domain: Domain
  beforeAll(async () => {
    domain = await openDomain()
  })
  afterAll(() => domain?.close())

  const solution = { solution: 'Look **up**.', solutionPublic: true }
  const over = { startsIn: -2 * HOUR_MS, endsIn: -1000 }
  const idOf = (game: { challenges: { id: number }[] }) => game.challenges[0]!.id

  it('is not of disabled challenges, unticked or empty ones, nor of hidden games', async () => {
    const { challenges, games, solutions } = domain.services
    const game = await playGame(domain.stores.db, over)
    const [admin, visitor] = [domain.admin, domain.as(null)]
    const read = async () => (await solutions.one(domain.as(null), game.id, idOf(game))).solution
    await challenges.update(admin, game.id, idOf(game), solution)
    expect(await read()).toBe('Look **up**.')
    await challenges.update(admin, game.id, idOf(game), { solutionPublic: false })
    expect(await read()).toBeNull()
    await challenges.update(admin, game.id, idOf(game), { solution: '', solutionPublic: true })
    expect(await read()).toBeNull()
    await challenges.update(admin, game.id, idOf(game), { ...solution, isEnabled: false })
    await refused(read(), 'challenge.unavailable', 404)
    await challenges.update(admin, game.id, idOf(game), { isEnabled: true })
    await games.update(admin, game.id, { hidden: true })
    await refused(solutions.list(visitor, game.id), 'game.not_found', 404)
    const member = domain.as(game.teams[0]!.members[0])
    expect((await solutions.list(member, game.id)).challenges.map((one) => one.solution)).toEqual([
      true,
      false
    ])
  })

  it('follows the clock of the database, whatever a cache says', async () => {
    const game = await playGame(domain.stores.db, { endsIn: 60_000 })
    await domain.services.challenges.update(domain.admin, game.id, idOf(game), solution)
    const early = domain.as(null, { now: new Date(Date.now() + HOUR_MS) })
    await refused(domain.services.solutions.one(early, game.id, idOf(game)), 'challenge.unavailable', 404)
    expect(await domain.services.solutions.text(early, game.id, idOf(game))).toBeNull()
    expect((await domain.services.solutions.list(early, game.id)).challenges).toEqual([])
  })

  it('has versions, which bring a solution back without publishing it', async () => {
    const { challenges } = domain.services
    const game = await playGame(domain.stores.db)
    await challenges.update(domain.admin, game.id, idOf(game), solution)
    await challenges.update(domain.admin, game.id, idOf(game), { solution: 'Other', solutionPublic: false })
    await challenges.restoreVersion(domain.admin, game.id, idOf(game), 2)
    const { content } = await challenges.version(domain.admin, game.id, idOf(game), 4)
    expect([content.solution, content.solutionPublic]).toEqual(['Look **up**.', false])
  })

  it('of writeups needs captain and staff, and ends with a new file', async () => {
    const { db } = domain.stores
    const { writeups, solutions } = domain.services
    const game = await playGame(db, { teams: 2, membersEach: 2, ...over })
    const [team, other] = game.teams as [(typeof game.teams)[0], (typeof game.teams)[0]]
    const captain = () => domain.as(team.members[0])
    const publish = (on = true) => writeups.publish(domain.admin, game.id, team.participationId, on)
    const shown = async () =>
      (await solutions.list(domain.as(null), game.id)).writeups.map((one) => one.team.id)
    await refused(publish(), 'writeup.not_found', 404)
    await refused(writeups.consent(captain(), game.id, true), 'writeup.missing', 400)
    const hash = 'a'.repeat(64)
    await db.pool.query('INSERT INTO blobs (hash, size, stored_at) VALUES ($1, 9, now())', [hash])
    await db.pool.query(
      `INSERT INTO writeups (participation_id, hash, name, uploaded_at) VALUES ($1, $2, 'w.pdf', now())`,
      [team.participationId, hash]
    )
    await refused(publish(), 'writeup.no_consent', 400)
    await refused(writeups.consent(domain.as(team.members[1]!), game.id, true), 'team.captain_only', 403)
    await refused(writeups.consent(domain.as(other.members[0]), game.id, true), 'writeup.missing', 400)
    await writeups.consent(captain(), game.id, true)
    expect(await shown()).toEqual([])
    await publish()
    expect(await shown()).toEqual([team.teamId])
    await writeups.consent(captain(), game.id, false)
    await writeups.consent(captain(), game.id, true)
    expect(await shown()).toEqual([])
    await publish()
    await db.pool.query(`UPDATE participations SET status = 'Suspended' WHERE id = $1`, [
      team.participationId
    ])
    expect(await shown()).toEqual([])
  })
})
