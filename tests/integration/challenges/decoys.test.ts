import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { assignDecoy } from '~/server/challenges'
import { type ChallengeType, challengeInput, flagsInput } from '~/server/challenges/contract'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

/** An enabled challenge in a game of its own, with a flag `flag{right}`, and accepted teams. */
async function played(type: ChallengeType, teams = 1, update = {}) {
  const { services, admin, as } = domain
  const gameId = await domain.game({ acceptWithoutReview: true })
  const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: type, type }))
  if (type !== 'DynamicContainer')
    await services.challenges.addFlags(admin, gameId, id, flagsInput.parse([{ flag: 'flag{right}' }]))
  await services.challenges.update(admin, gameId, id, { isEnabled: true, containerImage: 'x:1', ...update })
  const playing: { participationId: number; member: Awaited<ReturnType<Domain['team']>>['captain'] }[] = []
  for (let place = 0; place < teams; place++) {
    const team = await domain.team(1)
    await services.participations.join(as(team.captain), gameId, { teamId: team.id })
    const [{ id: participationId }] = (await rows<{ id: number }>(
      'SELECT id FROM participations WHERE game_id = $1 AND team_id = $2',
      gameId,
      team.id
    )) as [{ id: number }]
    playing.push({ participationId, member: team.captain })
  }
  return { gameId, id, teams: playing }
}
type Played = Awaited<ReturnType<typeof played>>

const update = ({ gameId, id }: Played, change: Parameters<typeof domain.services.challenges.update>[3]) =>
  domain.services.challenges.update(domain.admin, gameId, id, change)
const edit = ({ gameId, id }: Played) => domain.services.challenges.editOne(domain.admin, gameId, id)
const assign = ({ gameId, id, teams }: Played, place = 0) =>
  assignDecoy(domain.stores.db, {
    gameId,
    challengeId: id,
    participationId: teams[place]!.participationId
  })
const decoysOf = ({ id }: Played) =>
  rows<{ decoy: string; team: number }>(
    'SELECT decoy, participation_id AS team FROM team_decoys WHERE challenge_id = $1 ORDER BY 2',
    id
  )

describe('a decoy that is sent', () => {
  it('is a wrong answer in everything that its sender reads', async () => {
    const game = await played('StaticAttachment', 1, { decoy: 'flag{trap}', attemptLimit: 5 })
    const { services, as, stores } = domain
    const player = as(game.teams[0]!.member)
    const send = (flag: string) => services.submissions.submit(player, game.gameId, game.id, flag)
    const sent = [await send('flag{wrong}'), await send('flag{trap}')]
    await judge(stores.db, game.gameId)
    const status = await Promise.all(
      sent.map((id) => services.submissions.status(player, game.gameId, game.id, id))
    )
    expect(status).toEqual(['WrongAnswer', 'WrongAnswer'])
    const part = { count: 20, skip: 0 }
    const { data } = await services.submissions.tries(player, game.gameId, game.id, part)
    const [trap, wrong] = data.map(({ userName, status }) => ({ userName, status }))
    expect(Object.keys(data[0]!)).toEqual(Object.keys(data[1]!))
    expect(trap).toEqual(wrong)
    const { attempts } = await services.challenges.play(player, game.gameId, game.id)
    expect(attempts).toEqual({ limit: 5, used: 2 })
    expect(JSON.stringify(await services.challenges.play(player, game.gameId, game.id))).not.toContain('trap')
    expect(await rows('SELECT FROM cheats WHERE game_id = $1', game.gameId)).toEqual([])
  })
})

describe('a decoy of a team', () => {
  it('is made of the template once, however many ask at once, and for each team another', async () => {
    const game = await played('StaticContainer', 2, { decoy: 'flag{[TEAM_HASH]}' })
    await Promise.all(Array.from({ length: 12 }, (_, place) => assign(game, place % 2)))
    const made = await decoysOf(game)
    expect(made.map(({ team }) => team)).toEqual(game.teams.map(({ participationId }) => participationId))
    for (const { decoy } of made) expect(decoy).toMatch(/^flag\{[0-9a-f]{12}\}$/)
    expect(new Set(made.map(({ decoy }) => decoy)).size).toBe(2)
    await update(game, { decoy: 'flag{new [GUID]}' })
    await assign(game)
    expect(await decoysOf(game)).toEqual(made)
  })

  it('has another hash than its flag, so that it gives nothing of it away', async () => {
    const game = await played('DynamicContainer', 1, {
      flagTemplate: 'flag{real_[TEAM_HASH]}',
      decoy: 'flag{trap_[TEAM_HASH]}'
    })
    const { services, as } = domain
    await services.challenges.play(as(game.teams[0]!.member), game.gameId, game.id)
    await assign(game)
    const { decoy } = (await decoysOf(game))[0]!
    const [{ flag }] = (await rows('SELECT flag FROM team_flags WHERE challenge_id = $1', game.id)) as [
      { flag: string }
    ]
    expect(decoy.slice(10)).not.toBe(flag.slice(10))
  })

  it('is left out where it would be a flag, and nobody waits for it', async () => {
    const game = await played('StaticContainer', 1, { decoy: 'flag{[TEAM_HASH]}' })
    await assign(game)
    const { decoy } = (await decoysOf(game))[0]!
    await rows('DELETE FROM team_decoys WHERE challenge_id = $1', game.id)
    await rows('INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)', game.id, decoy)
    await assign(game)
    expect(await decoysOf(game)).toEqual([])
  })

  it('is none of a challenge without', async () => {
    const game = await played('StaticContainer')
    await assign(game)
    expect(await decoysOf(game)).toEqual([])
  })
})

describe('editing decoys', () => {
  it('writes, clears and keeps them in the history', async () => {
    const game = await played('StaticAttachment')
    await update(game, { decoy: '  flag{trap} ' })
    expect((await edit(game)).decoy).toBe('flag{trap}')
    await update(game, { content: 'New.' })
    expect((await edit(game)).decoy).toBe('flag{trap}')
    await update(game, { decoy: ' ' })
    expect((await edit(game)).decoy).toBeNull()
    const { challenges } = domain.services
    const { data } = await challenges.versions(domain.admin, game.gameId, game.id, { count: 10, skip: 0 })
    expect(data[0]!.changed).toEqual(['decoy'])
    await challenges.restoreVersion(domain.admin, game.gameId, game.id, data[1]!.number)
    expect((await edit(game)).decoy).toBe('flag{trap}')
  })

  it('refuses one that is a flag, or is made as flags are, and a flag that is one', async () => {
    const game = await played('StaticAttachment')
    const error = await refused(update(game, { decoy: 'flag{right}' }), 'challenge.decoy_is_flag', 400)
    expect(error.extra).toEqual({ field: 'decoy' })
    expect((await edit(game)).decoy).toBeNull()
    await update(game, { decoy: 'flag{trap}' })
    await refused(
      domain.services.challenges.addFlags(
        ...[domain.admin, game.gameId, game.id],
        flagsInput.parse([{ flag: 'flag{trap}' }])
      ),
      'challenge.decoy_is_flag'
    )
    expect((await edit(game)).flags).toHaveLength(1)
    const made = await played('DynamicContainer', 1, { flagTemplate: 'flag{[TEAM_HASH]}' })
    await refused(update(made, { decoy: 'flag{[TEAM_HASH]} ' }), 'challenge.decoy_is_flag')
    await update(made, { decoy: 'flag{no [TEAM_HASH]}' })
    await refused(update(made, { flagTemplate: 'flag{no [TEAM_HASH]}' }), 'challenge.decoy_is_flag')
  })

  it('refuses a template that teams would share or guess', async () => {
    const game = await played('StaticContainer')
    await refused(update(game, { decoy: 'flag{the same}' }), 'challenge.flag_template_too_weak', 400)
    await refused(
      update(game, { decoy: `[GUID][GUID][GUID][GUID]` }),
      'challenge.flag_template_too_long',
      400
    )
    expect((await edit(game)).decoy).toBeNull()
  })

  it('of files says which file has which, and takes them for files alone', async () => {
    const { challenges } = domain.services
    const game = await played('DynamicAttachment')
    const set = (decoys: { flag: string; decoy: string | null }[], of: Played = game) =>
      challenges.setPoolDecoys(domain.admin, of.gameId, of.id, decoys)
    await set([{ flag: 'flag{right}', decoy: 'flag{trap}' }])
    expect((await edit(game)).flags).toMatchObject([{ flag: 'flag{right}', decoy: 'flag{trap}' }])
    await refused(
      set([
        { flag: 'flag{right}', decoy: 'flag{other}' },
        { flag: 'flag{gone}', decoy: 'flag{x}' }
      ]),
      'challenge.decoy_flag_unknown',
      404
    )
    await refused(set([{ flag: 'flag{right}', decoy: 'flag{right}' }]), 'challenge.decoy_is_flag')
    expect((await edit(game)).flags[0]!.decoy).toBe('flag{trap}')
    await set([{ flag: 'flag{right}', decoy: null }])
    expect((await edit(game)).flags[0]!.decoy).toBeNull()
    const other = await played('StaticAttachment')
    const given = [{ flag: 'flag{right}', decoy: 'flag{trap}' }]
    await refused(set(given, other), 'challenge.decoy_not_allowed', 400)
    await refused(
      challenges.addFlags(
        ...[domain.admin, other.gameId, other.id],
        flagsInput.parse([{ flag: 'flag{2}', decoy: 'flag{trap}' }])
      ),
      'challenge.decoy_not_allowed'
    )
    const monitor = domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
    await refused(challenges.setPoolDecoys(monitor, game.gameId, game.id, given), 'auth.forbidden', 403)
  })
})

it('decoys go to the trash and come back with their challenge', async () => {
  const game = await played('StaticContainer', 1, { decoy: 'flag{[GUID]}' })
  await assign(game)
  const made = await decoysOf(game)
  const { challenges, trash } = domain.services
  await challenges.remove(domain.admin, game.gameId, game.id)
  expect(await decoysOf(game)).toEqual([])
  const { data } = await trash.list(domain.admin, { by: '' }, { count: 99, skip: 0 })
  await trash.restore(domain.admin, data.find(({ targetId }) => targetId === game.id)!.id)
  expect(await decoysOf(game)).toEqual(made)
  expect((await edit(game)).decoy).toBe('flag{[GUID]}')
})
