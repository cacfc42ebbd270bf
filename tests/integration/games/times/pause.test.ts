import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NoticeTail } from '~/scoring/judge/notices'
import type { Ctx } from '~/server/access/contract'
import { pauseAt } from '~/server/games/constants'
import { MAX_PAUSE_MS, pauseInput } from '~/server/pause/contract'
import { HOUR_MS, MINUTE_MS, wireTime } from '~/server/platform/time'
import { type Domain, openDomain, outcomes, refused } from '~/tests/support/domain'
import { type PlayedGame, playGame } from '~/tests/support/fixtures'
import { lockIntake } from '~/tests/support/stores/locks'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = async (text: string, ...values: unknown[]) => {
  const { rows } = await domain.stores.db.pool.query(text, values)
  return rows
}
const game = (plan: Parameters<typeof playGame>[1] = {}) => playGame(domain.stores.db, plan)
const player = ({ teams }: PlayedGame) => domain.as(teams[0]!.members[0])
const pause = (gameId: number, until: number, reason = 'The network is down.', ctx: Ctx = domain.admin) =>
  domain.services.pausing.pause(ctx, gameId, { until: new Date(until), reason })
const resume = (gameId: number, ctx: Ctx = domain.admin) => domain.services.pausing.resume(ctx, gameId)
const send = (played: PlayedGame, ctx: Ctx = player(played)) =>
  domain.services.submissions.submit(ctx, played.id, played.challenges[0]!.id, played.challenges[0]!.flag)

const preview = (gameId: number, until: number, ctx: Ctx = domain.admin) =>
  domain.services.pausing.preview(ctx, gameId, new Date(until))

/** Everything of a game that lies ahead, in Unix milliseconds. */
async function ahead({ id }: PlayedGame) {
  const [found] = await sql(
    `SELECT end_at AS "end", writeup_deadline AS writeup, freeze_at AS freeze,
       (SELECT min(release_at) FROM challenges WHERE game_id = g.id) AS release,
       (SELECT min(expires_at) FROM instances WHERE game_id = g.id AND state = 'ready') AS instance
     FROM games g WHERE id = $1`,
    id
  )
  return Object.fromEntries(
    Object.entries(found as Record<string, Date | null>).map(([name, at]) => [name, at?.getTime() ?? null])
  )
}

async function rich() {
  const played = await game({ challenges: 2, startsIn: -HOUR_MS, endsIn: HOUR_MS })
  const at = (ms: number) => new Date(Date.now() + ms)
  await sql(
    'UPDATE games SET writeup_deadline = $2, freeze_at = $3 WHERE id = $1',
    played.id,
    at(3 * HOUR_MS),
    at(HOUR_MS / 2)
  )
  await sql(
    'UPDATE challenges SET enabled = false, release_at = $2 WHERE id = $1',
    played.challenges[1]!.id,
    at(10 * MINUTE_MS)
  )
  const { participationId } = played.teams[0]!
  const { rows: instances } = await domain.stores.db.pool.query(
    `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, state, spec, memory_mb, cpu, lifetime,
       operated_at, requested_at, ready_at, expires_at)
     SELECT gen_random_uuid(), 'team', $1, $2, $3, state, '{}', 64, 1, 60, now(), now(), now(), ends
     FROM (VALUES ('ready', now() + interval '20 minutes'), ('ended', now() - interval '1 minute')) AS v (state, ends)
     RETURNING id, state, expires_at`,
    [played.id, played.challenges[0]!.id, participationId]
  )
  const ended = instances.find(({ state }) => state === 'ended')
  return { played, ended }
}

describe('a pause', () => {
  it('refuses flags until it is over, and takes them again by itself', async () => {
    const played = await game()
    const until = Date.now() + 3000
    await pause(played.id, until)
    const error = await refused(send(played), 'game.paused', 400)
    expect(error.bodyStatus).toBe(400)
    expect(await sql('SELECT FROM submissions WHERE game_id = $1', played.id)).toHaveLength(0)
    const codeOf = () =>
      send(played).then(
        () => null,
        ({ code }) => code
      )
    await expect.poll(codeOf, { timeout: 10_000 }).toBeNull()
    const [row] = await sql(
      'SELECT s.submitted_at >= g.paused_until AS later FROM submissions s JOIN games g ON g.id = s.game_id WHERE g.id = $1',
      played.id
    )
    expect(row).toEqual({ later: true })
  })

  it('refuses a flag that waited while it began', async () => {
    const played = await game()
    const { unlock, waited } = await lockIntake(domain.stores.db, played.id)
    const paused = pause(played.id, Date.now() + HOUR_MS)
    await waited()
    const sent = refused(send(played), 'game.paused')
    await unlock()
    await Promise.all([paused, sent])
  })

  it('moves what lies ahead, and nothing that is past', async () => {
    const { played, ended } = await rich()
    const before = await ahead(played)
    const begun = Date.now()
    await pause(played.id, begun + HOUR_MS)
    const after = await ahead(played)
    const [{ since, until }] = await sql(
      'SELECT paused_at AS since, paused_until AS until FROM games WHERE id = $1',
      played.id
    )
    const length = until.getTime() - since.getTime()
    expect(Math.abs(length - HOUR_MS)).toBeLessThan(30_000)
    expect(after).toEqual(
      Object.fromEntries(Object.entries(before).map(([name, at]) => [name, at! + length]))
    )
    const [same] = await sql('SELECT expires_at FROM instances WHERE id = $1', ended.id)
    expect(same.expires_at).toEqual(ended.expires_at)
  })

  it('is previewed with the times that it then makes, and a preview changes nothing', async () => {
    const { played } = await rich()
    const at = (ms: number) => new Date(Date.now() + ms)
    const ends = { Open: at(2 * HOUR_MS).toISOString(), Past: at(-HOUR_MS).toISOString() }
    await sql('UPDATE games SET division_ends = $2, writeup_required = true WHERE id = $1', played.id, ends)
    const hints = [-MINUTE_MS, 15 * MINUTE_MS].map((ms) => ({
      id: ms,
      content: '',
      cost: 0,
      availableAt: at(ms)
    }))
    const closes = at(40 * MINUTE_MS)
    const [challenge, coming] = played.challenges
    await sql(
      'UPDATE challenges SET priced_hints = $2, closes_at = $3 WHERE id = $1',
      challenge!.id,
      JSON.stringify(hints),
      closes
    )
    const before = await ahead(played)
    const until = Date.now() + HOUR_MS
    const { total, moves } = await preview(played.id, until)
    expect(await ahead(played)).toEqual(before)
    expect([total, moves.map(({ what, name }) => [what, name])]).toEqual([
      7,
      [
        ...[
          ['release', coming!.title],
          ['hint', challenge!.title],
          ['freeze', null]
        ],
        ...[
          ['close', challenge!.title],
          ['end', null],
          ['division', 'Open'],
          ['writeup', null]
        ]
      ]
    ])
    await pause(played.id, until)
    const [found] = await sql(
      `SELECT g.end_at, g.division_ends ->> 'Open' AS open, g.division_ends ->> 'Past' AS past, g.freeze_at, g.writeup_deadline,
         c.closes_at, c.priced_hints -> 1 ->> 'availableAt' AS hint, d.release_at
       FROM games g JOIN challenges c ON c.id = $2 JOIN challenges d ON d.id = $3 WHERE g.id = $1`,
      played.id,
      challenge!.id,
      coming!.id
    )
    expect(found.past).toBe(ends.Past)
    const made = [found.release_at, found.hint, found.freeze_at, found.closes_at, found.end_at, found.open]
    for (const [place, time] of [...made, found.writeup_deadline].entries())
      expect(Math.abs(Date.parse(moves[place]!.after) - new Date(time).getTime())).toBeLessThan(30_000)
    // Of a longer pause: what is added to the one that runs.
    const longer = await preview(played.id, until + HOUR_MS)
    const gained = Date.parse(longer.moves.at(-1)!.after) - Date.parse(longer.moves.at(-1)!.before)
    expect(gained).toBe(HOUR_MS)
  })

  it('has a preview only while the game runs, of a time that it could have, for those who may pause', async () => {
    const played = await game()
    const over = await game({ startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS })
    await refused(preview(over.id, Date.now() + HOUR_MS), 'game.pause_outside', 400)
    for (const until of [Date.now() - 1000, Date.now() + MAX_PAUSE_MS + HOUR_MS]) {
      const { extra } = await refused(preview(played.id, until), 'game.pause_until', 400)
      expect(extra).toMatchObject({ field: 'until' })
    }
    await expect(preview(played.id, Date.now() + HOUR_MS, player(played))).rejects.toMatchObject({
      status: 403
    })
  })

  it('leaves a freeze that is in force where it is', async () => {
    const played = await game()
    await domain.services.freezing.set(domain.admin, played.id, 'now')
    const { freeze } = await ahead(played)
    await pause(played.id, Date.now() + HOUR_MS)
    expect((await ahead(played)).freeze).toBe(freeze)
  })

  it('leaves a game as much time afterwards as it had before, whatever is changed meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 5 }),
        async (minutes) => {
          const { played } = await rich()
          const before = await ahead(played)
          for (const length of minutes) await pause(played.id, Date.now() + length * MINUTE_MS)
          await resume(played.id)
          const [row] = await sql(
            'SELECT paused_at AS since, paused_until AS until FROM games WHERE id = $1',
            played.id
          )
          const lasted = row.until.getTime() - row.since.getTime()
          expect(await ahead(played)).toEqual(
            Object.fromEntries(Object.entries(before).map(([name, at]) => [name, at! + lasted]))
          )
          await send(played)
        }
      ),
      { numRuns: 8 }
    )
  })

  it('is announced to players with its times and reason, and audited', async () => {
    const played = await game()
    const tail = new NoticeTail(domain.stores.db, played.id)
    await tail.open()
    const until = new Date(Date.now() + HOUR_MS)
    await pause(played.id, until.getTime(), 'The *network* is down.')
    await resume(played.id)
    const [paused, resumed] = await tail.next()
    expect(paused!.change).toMatchObject({ kind: 'Paused' })
    expect(paused!.change!.values[0]).toBe(wireTime(until))
    expect(paused!.change!.values[2]).toBe('The *network* is down.')
    expect(paused!.values[0]).toContain('The \\*network\\* is down.')
    expect(resumed!.change!.kind).toBe('Resumed')
    const audited = await sql(
      `SELECT action, after FROM audit_events WHERE target = $1 ORDER BY id`,
      `game:${played.id}`
    )
    expect(audited.map(({ action }) => action)).toEqual(['game_paused', 'game_resumed'])
    expect(audited[0]!.after.reason).toBe('The *network* is down.')
  })

  it('is visible on the game while it lasts', async () => {
    const played = await game()
    const { services } = domain
    expect((await services.games.one(player(played), played.id)).pause).toBeNull()
    await pause(played.id, Date.now() + HOUR_MS)
    const { pause: shown } = await services.games.one(player(played), played.id)
    expect(pauseAt(shown, Date.now())).toMatchObject({ reason: 'The network is down.' })
    expect((await services.games.info(played.id)).pausedUntil?.getTime()).toBe(Date.parse(shown!.until))
    const { coming } = await services.watching.of(domain.admin, played.id)
    expect(coming[0]).toMatchObject({ what: 'resume', at: Date.parse(shown!.until) })
    await resume(played.id)
    const over = (await services.games.one(player(played), played.id)).pause
    expect(pauseAt(over, Date.now())).toBeNull()
  })

  it('makes an edit that began before it a conflict', async () => {
    const { services, admin } = domain
    const played = await game()
    const { version, end } = await services.games.editOne(admin, played.id)
    await pause(played.id, Date.now() + HOUR_MS)
    await refused(
      services.games.update(admin, played.id, { version, end: new Date(end) }),
      'edit.conflict',
      409
    )
  })
})

describe('the input of a pause', () => {
  it('is refused to everybody but administrators, also to resume', async () => {
    const played = await game()
    const monitor = domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
    await refused(pause(played.id, Date.now() + HOUR_MS, 'No.', monitor), 'auth.forbidden', 403)
    await refused(pause(played.id, Date.now() + HOUR_MS, 'No.', domain.as(null)), 'auth.login_required', 401)
    await pause(played.id, Date.now() + HOUR_MS)
    await refused(resume(played.id, monitor), 'auth.forbidden', 403)
  })

  it('is refused for a game that is missing or does not run', async () => {
    const upcoming = await game({ startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
    const over = await game({ startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS })
    for (const { id } of [upcoming, over])
      await refused(pause(id, Date.now() + 3 * HOUR_MS), 'game.pause_outside', 400)
    await refused(pause(2_000_000_000, Date.now() + HOUR_MS), 'game.not_found', 404)
    await refused(resume(2_000_000_000), 'game.not_found', 404)
  })

  it('is refused with a past or too distant time, and changes nothing', async () => {
    const played = await game()
    const before = await ahead(played)
    for (const until of [Date.now() - 1000, Date.now() + MAX_PAUSE_MS + MINUTE_MS]) {
      const { extra } = await refused(pause(played.id, until), 'game.pause_until', 400)
      expect(extra).toEqual({ field: 'until' })
    }
    expect(await ahead(played)).toEqual(before)
  })

  it.each(['', '  ', 'a\0b', 'x'.repeat(501)])('is refused with the reason %j', (reason) => {
    const { success, error } = pauseInput.safeParse({ until: new Date().toISOString(), reason })
    expect(success).toBe(false)
    expect(error!.issues.map(({ path }) => path)).toEqual([['reason']])
  })

  it('is refused to resume twice, or a game that is not paused', async () => {
    const played = await game()
    await refused(resume(played.id), 'game.not_paused', 400)
    await pause(played.id, Date.now() + HOUR_MS, randomUUID())
    expect(await outcomes([resume(played.id), resume(played.id)])).toEqual({
      done: 1,
      codes: ['game.not_paused']
    })
  })
})
