import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { attachmentInput } from '~/server/assets/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type Member, type PlayedGame, playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
let monitor: Member
beforeAll(async () => {
  domain = await openDomain()
  monitor = (await domain.users(1, 'Monitor'))[0]!
})
afterAll(() => domain?.close())

const query = async <R extends object>(text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query<R>(text, values)).rows

const watching = () => domain.as(monitor, { role: 'Monitor' })

async function store(content: string): Promise<string> {
  const { assets } = domain.services
  const staged = await assets.receive(Readable.from([Buffer.from(content)]), 1 << 20)
  const [file] = await assets.upload(domain.admin, [{ ...staged, field: 'file', name: 'a.bin', claimed: '' }])
  return file!.hash
}

async function attach({ id }: PlayedGame, challengeId: number, content: string): Promise<string> {
  const fileHash = await store(content)
  const input = attachmentInput.parse({ attachmentType: 'Local', fileHash })
  await domain.services.challenges.setAttachment(domain.admin, id, challengeId, input)
  return fileHash
}

async function read(ctx: Ctx, hash: string): Promise<string> {
  const file = await domain.services.assets.read(ctx, hash)
  return (await buffer(file.stream(0, file.size - 1))).toString()
}

const downloads = async ({ id }: PlayedGame) => {
  await domain.services.openings.idle()
  const found = await query<{ challenge: number; team: number }>(
    `SELECT d.challenge_id AS challenge, d.participation_id AS team FROM challenge_downloads d
     JOIN challenges c ON c.id = d.challenge_id WHERE c.game_id = $1 ORDER BY 1, 2`,
    id
  )
  return found.map(({ challenge, team }) => [challenge, team])
}

describe('downloads of files of challenges', () => {
  it('count for the teams of their readers, once, in each game that has the file, and not for staff', async () => {
    const games = [
      await playGame(domain.stores.db, { teams: 2 }),
      await playGame(domain.stores.db, { teams: 1 })
    ]
    const [one, other] = games as [PlayedGame, PlayedGame]
    const [first] = one.challenges
    const hash = await attach(one, first!.id, 'the same bytes')
    await attach(other, other.challenges[0]!.id, 'the same bytes')
    const [team, rivals] = one.teams
    const member = domain.as(team!.members[0])
    expect(await read(member, hash)).toBe('the same bytes')
    await Promise.all([read(member, hash), read(domain.admin, hash), read(watching(), hash)])
    expect(await downloads(one)).toEqual([[first!.id, team!.participationId]])
    expect(await downloads(other)).toEqual([])
    await refused(read(domain.as(null), hash), 'file.not_found', 404)
    await refused(read(domain.as((await domain.users(1))[0]!), hash), 'file.not_found', 404)
    await read(domain.as(rivals!.members[0]), hash)
    await read(domain.as(other.teams[0]!.members[0]), hash)
    expect(await downloads(one)).toEqual([
      [first!.id, team!.participationId],
      [first!.id, rivals!.participationId]
    ])
    expect(await downloads(other)).toEqual([[other.challenges[0]!.id, other.teams[0]!.participationId]])
  })

  it('of a flag count for the team that has the flag alone', async () => {
    const game = await playGame(domain.stores.db, { teams: 2 })
    const [challenge] = game.challenges
    const [team, rivals] = game.teams
    await query(`UPDATE challenges SET type = 'DynamicAttachment' WHERE id = $1`, challenge!.id)
    const hash = await store(`own ${game.id}`)
    const [flag] = await query<{ id: number }>(
      'INSERT INTO flags (challenge_id, flag) VALUES ($1, $2) RETURNING id',
      ...[challenge!.id, `flag{own ${game.id}}`]
    )
    await query(
      `INSERT INTO attachments (challenge_id, flag_id, type, hash, name) VALUES ($1, $2, 'Local', $3, 'a.bin')`,
      ...[challenge!.id, flag!.id, hash]
    )
    await query(
      'INSERT INTO team_flags (challenge_id, participation_id, flag_id, flag) VALUES ($1, $2, $3, $4)',
      ...[challenge!.id, team!.participationId, flag!.id, `flag{own ${game.id}}`]
    )
    await refused(read(domain.as(rivals!.members[0]), hash), 'file.not_found', 404)
    await read(domain.as(team!.members[0]), hash)
    expect(await downloads(game)).toEqual([[challenge!.id, team!.participationId]])
  })

  it('of a challenge that goes meanwhile prevent no others', async () => {
    const game = await playGame(domain.stores.db, { challenges: 2 })
    const [gone, stays] = game.challenges
    const hashes = [await attach(game, gone!.id, 'goes'), await attach(game, stays!.id, 'stays')]
    const [team] = game.teams
    for (const hash of hashes) await read(domain.as(team!.members[0]), hash)
    await domain.services.challenges.remove(domain.admin, game.id, gone!.id)
    expect(await downloads(game)).toEqual([[stays!.id, team!.participationId]])
  })
})

describe('solves without a download', () => {
  /** Four teams solve six challenges, of which all but the last have a file, after some have downloaded. */
  async function played(has: (team: number, challenge: number) => boolean) {
    const game = await playGame(domain.stores.db, { teams: 4, challenges: 6 })
    const start = Date.now() - 50 * MINUTE_MS
    for (const [place, { id }] of game.challenges.slice(0, 5).entries())
      await attach(game, id, `${game.id} ${place}`)
    for (const [team, { participationId }] of game.teams.entries())
      for (const [place, { id }] of game.challenges.slice(0, 5).entries())
        if (has(team, place))
          await query(
            'INSERT INTO challenge_downloads VALUES ($1, $2, $3)',
            id,
            participationId,
            new Date(start)
          )
    const sent = game.challenges.flatMap((challenge, place) =>
      game.teams.map((team, of) => ({ team, challenge, at: start + (6 * place + of + 1) * MINUTE_MS }))
    )
    await sendFlags(domain.stores.db, game, sent)
    while ((await judge(domain.stores.db, game.id)).rows.length > 0);
    return game
  }
  const found = async (game: PlayedGame) =>
    (await domain.services.signals.of(watching(), game.id)).undownloaded

  it('are listed by team, of challenges with a file alone', async () => {
    const game = await played((team, challenge) => team !== 2 || challenge > 1)
    const { teams, silent, solves } = await found(game)
    expect([silent, solves]).toEqual([2, 20])
    expect(teams).toMatchObject([{ team: { participationId: game.teams[2]!.participationId }, count: 2 }])
    const listed = teams![0]!.solves.map(({ challengeId }) => challengeId)
    expect(listed).toEqual(game.challenges.slice(0, 2).map(({ id }) => id))
  })

  it('are no signal where many solve so, nor where nobody has downloaded anything', async () => {
    expect(await found(await played((team) => team < 2))).toEqual({ teams: null, silent: 10, solves: 20 })
    expect(await found(await played(() => false))).toEqual({ teams: [], silent: 0, solves: 0 })
  })
})
