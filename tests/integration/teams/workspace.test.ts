import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { belowText } from '~/app/routes/games/challenges/below-text'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import type { ChallengeView } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { MAX_NOTE_LENGTH } from '~/server/workspace/constants'
import { noteInput } from '~/server/workspace/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { inOtherTransaction, waitForRowLocks } from '../../support/stores/locks'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const workspaces = () => domain.services.workspaces
const sql = (text: string, ...values: unknown[]) => domain.stores.db.pool.query(text, values)

/** A game with two teams of three, and its challenges. */
async function played(plan: Parameters<typeof playGame>[1] = {}) {
  const game = await playGame(domain.stores.db, { teams: 2, membersEach: 3, challenges: 2, ...plan })
  const [own, foreign] = game.teams.map(({ members }) => members.map((member) => domain.as(member))) as [
    Ctx[],
    Ctx[]
  ]
  return {
    game,
    own: own as [Ctx, Ctx, Ctx],
    foreign,
    first: game.challenges[0]!.id,
    second: game.challenges[1]!.id
  }
}

const rowOf = async (ctx: Ctx, { id }: PlayedGame, challenge: number) =>
  (await workspaces().list(ctx, id)).find((row) => row.id === challenge)!
const names = async (ctx: Ctx, game: PlayedGame, challenge: number) =>
  (await rowOf(ctx, game, challenge)).on.map(({ name }) => name)
const nameOf = ({ actor }: Ctx) => actor!.userName
const note = (text: string, version = 0) => noteInput.parse({ text, version })

describe('the dialog of a challenge', () => {
  it('leads to the notes of the team, also once it is solved', async () => {
    const { game, own, first } = await played()
    const below = (ctx: Ctx, solved: boolean) => {
      const args = { services: domain.services, ctx } as Parameters<typeof belowText>[0]
      return belowText(args, game.id, { id: first, solved } as ChallengeView, (key) => key)
    }
    expect(await below(own[0], false)).toContain('workspace:note<')
    await workspaces().note(own[0], game.id, first, note('A wall.'))
    for (const solved of [false, true])
      expect(await below(own[1], solved)).toContain(`/Workspace#c${first}">workspace:notes<`)
  })
})

describe('who works on a challenge', () => {
  it('is known to the members of the team, and to no other', async () => {
    const { game, own, foreign, first, second } = await played()
    await workspaces().claim(own[0], game.id, first, true)
    const later = { ...own[1], now: new Date(Date.now() + 1000) }
    await workspaces().claim(later, game.id, first, true)
    await workspaces().claim(foreign[0]!, game.id, second, true)
    expect(await names(own[2], game, first)).toEqual([nameOf(own[0]), nameOf(own[1])])
    expect(await names(own[2], game, second)).toEqual([])
    expect(await names(foreign[1]!, game, second)).toEqual([nameOf(foreign[0]!)])
    expect(await workspaces().at(own[0], game.id, first)).toEqual({
      on: [nameOf(own[0]), nameOf(own[1])],
      mine: true,
      noted: false
    })
    const [stranger] = await domain.users(1)
    for (const ctx of [domain.as(stranger!), domain.admin])
      await refused(workspaces().list(ctx, game.id), 'game.not_participating', 400)
    await refused(workspaces().list(domain.as(null), game.id), 'auth.login_required', 401)
  })

  it('comes first in the list, and what is solved last', async () => {
    const { game, own, first, second } = await played({ challenges: 3 })
    const third = game.challenges[2]!.id
    const order = async () => (await workspaces().list(own[0], game.id)).map(({ id }) => id)
    expect(await order()).toEqual([first, second, third])
    await workspaces().claim(own[0], game.id, third, true)
    expect(await order()).toEqual([third, first, second])
    await sendFlags(domain.stores.db, game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    await judge(domain.stores.db, game.id)
    expect(await order()).toEqual([third, second, first])
    await sql(`UPDATE challenges SET category = 'OSINT' WHERE id = $1`, second)
    await sql(`UPDATE challenges SET category = 'Crypto' WHERE id = $1`, first)
    await sql('DELETE FROM team_claims WHERE challenge_id = $1', third)
    expect(await order()).toEqual([third, second, first])
  })

  it('is stored once however often it is said, and ends once', async () => {
    const { game, own, first } = await played()
    const { done } = await outcomes(
      Array.from({ length: 12 }, () => workspaces().claim(own[0], game.id, first, true))
    )
    expect([done, await names(own[0], game, first)]).toEqual([12, [nameOf(own[0])]])
    await workspaces().claim(own[1], game.id, first, false)
    await Promise.all([1, 2, 3].map(() => workspaces().claim(own[0], game.id, first, false)))
    expect(await names(own[0], game, first)).toEqual([])
  })

  it('is not asked in a team of one, which knows it', async () => {
    const { game, own, first } = await played({ membersEach: 1 })
    await workspaces().claim(own[0], game.id, first, true)
    expect(await workspaces().at(own[0], game.id, first)).toBeNull()
  })
})

describe('what a team works on now', () => {
  const tasks = (ctx: Ctx, { id }: PlayedGame) => workspaces().tasks(ctx, id)

  it('is told to its members alone, each challenge until the team has solved it', async () => {
    const { game, own, foreign, first, second } = await played()
    await workspaces().claim(own[0], game.id, first, true)
    await workspaces().claim({ ...own[1], now: new Date(Date.now() + 1000) }, game.id, second, true)
    const told = await tasks(own[2], game)
    expect(told.map(({ name, self, challengeId }) => [name, self, challengeId])).toEqual([
      [nameOf(own[1]), false, second],
      [nameOf(own[0]), false, first]
    ])
    expect((await tasks(own[0], game)).map(({ self }) => self)).toEqual([false, true])
    expect(await tasks(foreign[0]!, game)).toEqual([])
    const [stranger] = await domain.users(1)
    await refused(tasks(domain.as(stranger!), game), 'game.not_participating', 400)
    await sql('UPDATE challenges SET enabled = false WHERE id = $1', second)
    // A claim drops what was read before.
    await workspaces().claim(own[0], game.id, first, true)
    expect((await tasks(own[2], game)).map(({ challengeId }) => challengeId)).toEqual([first])
  })

  it('is read although a teammate claims something meanwhile, and not kept from before the claim', async () => {
    const { game, own, first } = await played()
    let reading: ReturnType<typeof tasks> | undefined
    await inOtherTransaction(domain.stores.databaseUrl, async (tx) => {
      await tx.query('LOCK TABLE instances IN ACCESS EXCLUSIVE MODE')
      reading = tasks(own[2], game)
      // Awaited below.
      reading.catch(() => {})
      await waitForRowLocks(domain.stores.db, 1)
      await workspaces().claim(own[0], game.id, first, true)
    })
    expect((await reading!).every(({ name }) => name === nameOf(own[0]))).toBe(true)
    expect((await tasks(own[2], game)).map(({ name }) => name)).toEqual([nameOf(own[0])])
  })

  it('has the end of the instance that a member asked for', async () => {
    const { game, own, first } = await played()
    const until = new Date(Date.now() + HOUR_MS)
    await sql(
      `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, requested_by, state, spec, memory_mb, cpu,
         lifetime, operated_at, requested_at, expires_at)
       VALUES (gen_random_uuid(), 'team', $1, $2, $3, $4, 'ready', '{}', 64, 1, 60, now(), now(), $5)`,
      game.id,
      first,
      game.teams[0]!.participationId,
      own[1].actor!.id,
      until
    )
    const [task] = await tasks(own[0], game)
    expect(task).toMatchObject({ name: nameOf(own[1]), challengeId: first, instanceUntil: until.getTime() })
  })
})

describe('what a team may answer', () => {
  const answerable = async (ctx: Ctx, { id }: PlayedGame) => [
    ...(await workspaces().answerable(ctx, id)).entries()
  ]
  /** A claim drops what was read before. */
  const anew = (ctx: Ctx, { id }: PlayedGame, challenge: number) =>
    workspaces().claim(ctx, id, challenge, true)

  it('is what takes its flags now, with the deadline', async () => {
    const { game, own, first, second } = await played({ challenges: 3 })
    const third = game.challenges[2]!.id
    const [me] = own
    expect(await answerable(me, game)).toEqual([first, second, third].map((id) => [id, null]))
    const until = Date.now() + HOUR_MS
    await sql('UPDATE challenges SET closes_at = $2 WHERE id = $1', second, new Date(until))
    await anew(me, game, first)
    expect(await answerable(me, game)).toContainEqual([second, until])
    for (const [change, back] of [
      ['enabled = false', 'enabled = true'],
      [`closes_at = now() - interval '1 second'`, 'closes_at = NULL'],
      [`requires = ARRAY[${third}]`, `requires = '{}'`],
      [`blocked_at = now(), block_reason = 'broken'`, 'unblocked_at = now()']
    ]) {
      await sql(`UPDATE challenges SET ${change} WHERE id = $1`, second)
      await anew(me, game, first)
      expect(
        (await answerable(me, game)).map(([id]) => id),
        change
      ).toEqual([first, third])
      await sql(`UPDATE challenges SET ${back} WHERE id = $1`, second)
    }
    await anew(me, game, first)
    expect((await answerable(me, game)).map(([id]) => id)).toEqual([first, second, third])
  })

  it('is nothing that has no attempts left or is solved, for that team alone', async () => {
    const { game, own, foreign, first, second } = await played()
    await sql('UPDATE challenges SET attempt_limit = 1 WHERE id = $1', second)
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const [solved, tried] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    await sendFlags(domain.stores.db, game, [
      { team, challenge: solved },
      { team, challenge: tried, answer: 'flag{wrong}' }
    ])
    while ((await judge(domain.stores.db, game.id)).rows.length > 0);
    expect(await answerable(own[0], game)).toEqual([])
    expect((await answerable(foreign[0]!, game)).map(([id]) => id)).toEqual([first, second])
    const [stranger] = await domain.users(1)
    await refused(answerable(domain.as(stranger!), game), 'game.not_participating', 400)
  })
})

describe('challenges', () => {
  it('that are closed for the team are not listed and take nothing', async () => {
    const { game, own, first, second } = await played()
    const elsewhere = await played()
    await sql('UPDATE challenges SET requires = ARRAY[$2::int] WHERE id = $1', second, first)
    expect((await workspaces().list(own[0], game.id)).map(({ id }) => id)).toEqual([first])
    await refused(workspaces().claim(own[0], game.id, second, true), 'challenge.locked', 400)
    await refused(workspaces().note(own[0], game.id, second, note('x')), 'challenge.locked', 400)
    await sql('UPDATE challenges SET enabled = false WHERE id = $1', first)
    for (const challenge of [first, elsewhere.first, 999_999])
      await refused(workspaces().claim(own[0], game.id, challenge, true), 'challenge.unavailable', 404)
    expect(await workspaces().at(own[0], game.id, first)).toBeNull()
  })

  it('can be read about after the end, and no longer be written about', async () => {
    const { game, own, first } = await played({ practiceMode: false })
    await workspaces().note(own[0], game.id, first, note('A wall.'))
    const late = { ...own[1], now: new Date(Date.now() + 2 * HOUR_MS) }
    expect((await rowOf(late, game, first)).note?.text).toBe('A wall.')
    await refused(workspaces().note(late, game.id, first, note('More', 1)), 'game.ended', 400)
    await refused(workspaces().claim(late, game.id, first, true), 'game.ended', 400)
  })

  it("are out of reach for who left the team after the end, like all that is the team's; the history stays", async () => {
    const { game, own, first } = await played()
    const { teams, games, tickets, writeups, participations, cases, challenges } = domain.services
    await workspaces().note(own[0], game.id, first, note('Under the third plank'))
    await tickets.open(own[0], game.id, { title: 'Wet', text: 'Is it wet?', challengeId: null })
    await sql(
      `UPDATE games SET end_at = now() - interval '1 minute', writeup_required = true, practice_mode = true WHERE id = $1`,
      game.id
    )
    for (const ctx of [own[1], own[2]]) await workspaces().claim(ctx, game.id, first, true)
    expect(await names(own[0], game, first)).toEqual([nameOf(own[1]), nameOf(own[2])])
    await teams.leave(own[1], game.teams[0]!.teamId)
    // Nobody else could take the claim back.
    expect(await names(own[0], game, first)).toEqual([nameOf(own[2])])
    expect(
      (await workspaces().claims(game.teams[0]!.participationId))[first]?.map(({ name }) => name)
    ).toEqual([nameOf(own[2])])
    const calls = [
      () => workspaces().list(own[1], game.id),
      () => tickets.ofTeam(own[1], game.id, { count: 9 }),
      () => writeups.state(own[1], game.id),
      () => participations.guardPlay(own[1], game.id),
      () => challenges.play(own[1], game.id, first)
    ]
    for (const call of calls) await refused(call(), 'game.not_participating', 400)
    expect(await cases.ofTeam(own[1], game.id)).toEqual([])
    expect(await games.one(own[1], game.id)).toMatchObject({ status: 'Accepted', unread: 0, decisions: 0 })
    expect((await rowOf(own[2], game, first)).note?.text).toBe('Under the third plank')
  })

  it('that are deleted take claims and notes along, and bring them back from the trash', async () => {
    const { game, own, first } = await played()
    await workspaces().claim(own[0], game.id, first, true)
    await workspaces().note(own[0], game.id, first, note('A wall.'))
    await domain.services.challenges.remove(domain.admin, game.id, first)
    expect((await sql('SELECT FROM team_notes WHERE challenge_id = $1', first)).rowCount).toBe(0)
    const { data } = await domain.services.trash.list(domain.admin, { by: '' }, { count: 1, skip: 0 })
    await domain.services.trash.restore(domain.admin, data[0]!.id)
    const row = await rowOf(own[1], game, first)
    expect([row.note?.text, row.on.length]).toEqual(['A wall.', 1])
  })
})

describe('a note', () => {
  it('is not lost when two write at the same time', async () => {
    const { game, own, first } = await played()
    const { done, codes } = await outcomes(
      own.map((ctx, place) => workspaces().note(ctx, game.id, first, note(`From ${place}`)))
    )
    expect([done, codes]).toEqual([1, ['workspace.changed', 'workspace.changed']])
    const written = (await rowOf(own[0], game, first)).note!
    expect(written).toMatchObject({ text: expect.stringMatching(/^From \d$/), version: 1 })
    await refused(workspaces().note(own[1], game.id, first, note('Late', 0)), 'workspace.changed', 409)
    await workspaces().note(own[1], game.id, first, note(`${written.text}\nMore`, 1))
    const { note: now } = await rowOf(own[2], game, first)
    expect(now).toMatchObject({ text: `${written.text}\nMore`, version: 2, by: nameOf(own[1]) })
  })

  it('that was removed is not overwritten by who read it before', async () => {
    const { game, own, first } = await played()
    await workspaces().note(own[0], game.id, first, note('One'))
    await workspaces().note(own[1], game.id, first, note('', 1))
    expect((await workspaces().at(own[0], game.id, first))!.noted).toBe(false)
    await workspaces().note(own[2], game.id, first, note('Two', 2))
    await refused(workspaces().note(own[0], game.id, first, note('One, again', 1)), 'workspace.changed', 409)
    expect((await rowOf(own[0], game, first)).note?.text).toBe('Two')
  })

  it('may be saved twice by a form that is sent twice', async () => {
    const { game, own, first } = await played()
    for (let times = 0; times < 2; times++) await workspaces().note(own[0], game.id, first, note('One'))
    expect((await rowOf(own[0], game, first)).note).toMatchObject({ text: 'One', version: 1 })
  })

  it('stays when who wrote it is erased, whose claims go', async () => {
    const { game, own, first } = await played()
    await workspaces().claim(own[0], game.id, first, true)
    await workspaces().note(own[0], game.id, first, note('One'))
    await domain.services.users.erase(domain.admin, own[0].actor!.id)
    const row = await rowOf(own[1], game, first)
    expect(row.on).toEqual([])
    expect(row.note?.text).toBe('One')
    expect(row.note?.by).not.toBe(nameOf(own[0]))
  })

  it.each([
    [{ text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }, 'field.text_too_long'],
    [{ text: 'a\0b' }, 'field.characters'],
    [{ text: null }, 'field.type_mismatch'],
    [{ version: -1 }, 'field.out_of_range'],
    [{ version: 2_147_483_647 }, 'field.out_of_range']
  ])('is refused with %j', (change, code) => {
    const parsed = noteInput.safeParse({ text: 'x', version: 0, ...change })
    expect(parsed.error?.issues[0]?.message).toBe(code)
  })
})
