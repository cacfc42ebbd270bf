import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { challengeInput, flagsInput } from '~/server/challenges/contract'
import { readEntries } from '~/server/ledger'
import { createI18n } from '~/server/platform/i18n'
import type { Loaded } from '~/server/plugins'
import { type Domain, openDomain, refused } from '../../support/domain'
import { moduleOf, type PluginFolder, pluginFolder } from '../../support/processes/plugins'
import { foldedBoard, type RunningScoring, runScoring } from '../../support/scoring/scoring'
import { inOtherTransaction, waitForRowLocks } from '../../support/stores/locks'
import { until } from '../../support/until'

/** Right is `yes`; `slow …` takes a while, `fails …` throws what Postgres does not store, `once …` throws the first time. */
const CHECKER = moduleOf(
  'checker',
  'tester',
  `async check({ answer }) {
    if (answer.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 400))
    if (answer.startsWith('fails')) throw new Error('no answer\\0 from the service')
    if (answer.startsWith('once') && !existsSync(mark)) { writeFileSync(mark, ''); throw new Error('not yet') }
    return answer.endsWith('yes')
  }`,
  "import { existsSync, writeFileSync } from 'node:fs'; const mark = process.env.PLUGIN_MARK"
)

let domain: Domain
let folder: PluginFolder
let plugins: Loaded[]
let scoring: RunningScoring | null = null

beforeAll(async () => {
  folder = pluginFolder()
  process.env.PLUGIN_MARK = join(folder.path, '.mark')
  for (const file of ['regex-flags.ts', 'linear-scoring.ts', 'campus-registration.ts']) folder.example(file)
  folder.write('tester.ts', CHECKER)
  folder.write('random.ts', moduleOf('scoring', 'random', 'value: () => Math.floor(Math.random() * 1e6)'))
  folder.write('half.ts', moduleOf('scoring', 'half', 'value: (solves) => 10 / (solves + 1)'))
  folder.write(
    'doorman.ts',
    moduleOf(
      'registration',
      'doorman',
      `check(it) {
        if (it.of !== 'account') return null
        if (it.userName.startsWith('Broken')) throw new Error('no list')
        return it.userName.startsWith('Troll') ? 'Trolls stay outside.' : null
      }`
    )
  )
  folder.write(
    'diary.ts',
    moduleOf(
      'notification',
      'diary',
      `notify(message) { if (message.data.text === 'Broken') throw new Error('no ink'); console.log(message) }`
    )
  )
  plugins = await folder.load()
  domain = await openDomain({}, plugins)
})
afterEach(async () => {
  await scoring?.close()
  scoring = null
})
afterAll(async () => {
  delete process.env.PLUGIN_MARK
  await domain?.close()
  folder?.close()
})

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

const judging = async (loaded: readonly Loaded[] = plugins) => {
  await scoring?.close()
  scoring = await runScoring(domain.stores, {}, null, loaded)
}

/** A running game with one enabled challenge and accepted teams. */
async function played(update: object, teams = 1, flags: string[] = []) {
  const { services, admin, as } = domain
  const gameId = await domain.game({ acceptWithoutReview: true })
  const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: 'Riddle' }))
  const given = flags.map((flag) => ({ flag }))
  if (flags.length > 0) await services.challenges.addFlags(admin, gameId, id, flagsInput.parse(given))
  await services.challenges.update(admin, gameId, id, { isEnabled: true, ...update })
  const players: Ctx[] = []
  for (let place = 0; place < teams; place++) {
    const team = await domain.team(1)
    await services.participations.join(as(team.captain), gameId, { teamId: team.id })
    players.push(as(team.captain))
  }
  const send = (answer: string, place = 0) => services.submissions.submit(players[place]!, gameId, id, answer)
  const status = (submission: number, place = 0) =>
    services.submissions.status(players[place]!, gameId, id, submission)
  return { gameId, id, players, send, status }
}

const checks = (id: number) =>
  rows<{ is_right: boolean | null; attempts: number; error: string | null }>(
    'SELECT is_right, attempts, error FROM flag_checks WHERE submission_id = $1',
    id
  )

describe('a checker', () => {
  it('decides in place of the flags, and what it decides stays in the ledger without it', async () => {
    const game = await played({ checker: 'tester' }, 1, ['flag{listed}'])
    await judging()
    const ids = [await game.send('no'), await game.send('flag{listed}'), await game.send('yes')]
    await expect
      .poll(() => Promise.all(ids.map((id) => game.status(id))))
      .toEqual(['WrongAnswer', 'WrongAnswer', 'Accepted'])
    const solves = (await readEntries(domain.stores.db.pool, game.gameId, 0, 100)).filter(
      ({ kind }) => kind === 'solve'
    )
    expect(solves).toMatchObject([{ challengeId: game.id, submissionId: ids[2] }])
    // Judged again without the module, by what it decided.
    const bare = await openDomainWithout()
    const { before, after } = await bare(game.gameId, game.id)
    expect(after).toEqual(before)
  })

  const openDomainWithout = async () => {
    const { createServices } = await import('~/server/services')
    const { createCaches } = await import('~/server/platform/cache')
    const { db, redis, log } = domain.stores
    return async (gameId: number, challengeId: number) => {
      const caches = await createCaches(redis, log)
      const env = { HALYARD_DATA: domain.data, HALYARD_SECRET: 'ab'.repeat(32) }
      const { corrections } = createServices({ db, redis, caches, env, log })
      const statuses = () => rows('SELECT id, status FROM submissions WHERE game_id = $1 ORDER BY id', gameId)
      const before = await statuses()
      const correction = { kind: 'rejudge' as const, challengeIds: [challengeId] }
      const again = corrections.apply(domain.admin, gameId, { correction, reason: 'Again.' } as never)
      await refused(again, 'correction.nothing')
      await caches.close()
      return { before, after: await statuses() }
    }
  }

  it('of the documentation takes flags as expressions, and as they are in any case', async () => {
    const game = await played({ checker: 'regex-flags' }, 1, ['no(pattern', 'flag{12}', 'flag{\\d{4}}'])
    await judging()
    const answers = ['flag{12345}', 'flag{1}', 'FLAG{1234}', ' Flag{12} ', 'NO(pattern']
    const verdicts: string[] = []
    for (const answer of answers) {
      const id = await game.send(answer)
      await expect.poll(() => game.status(id)).not.toBe('FlagSubmitted')
      verdicts.push(await game.status(id))
    }
    expect(verdicts).toEqual(['WrongAnswer', 'WrongAnswer', 'Accepted', 'Accepted', 'Accepted'])
  })

  it('that is slow does not take the first blood from whoever was first, nor time from other challenges', async () => {
    const game = await played({ checker: 'tester' }, 2)
    const other = await played({}, 1, ['flag{quick}'])
    await judging()
    const slow = await game.send('slow yes', 0)
    const quick = await game.send('yes', 1)
    const plain = await other.send('flag{quick}')
    await expect.poll(() => other.status(plain), { interval: 10 }).toBe('Accepted')
    expect(await game.status(quick, 1)).toBe('FlagSubmitted')
    await expect.poll(() => game.status(quick, 1)).toBe('Accepted')
    expect(await game.status(slow)).toBe('Accepted')
    const bloods = await rows<{ type: string; team: string }>(
      `SELECT type, "values"[1] AS team FROM notices WHERE game_id = $1 AND type LIKE '%Blood' ORDER BY id`,
      game.gameId
    )
    expect(bloods.map(({ type }) => type)).toEqual(['FirstBlood', 'SecondBlood'])
    const [first] = await rows<{ name: string }>(
      'SELECT t.name FROM submissions s JOIN participations p ON p.id = s.participation_id JOIN teams t ON t.id = p.team_id WHERE s.id = $1',
      slow
    )
    expect(bloods[0]!.team).toBe(first!.name)
  })

  it('that fails is asked again; after three faults the answer is wrong, and the fault is listed', async () => {
    const game = await played({ checker: 'tester' })
    await judging()
    const [once, fails] = [await game.send('once yes'), await game.send('fails yes')]
    await expect.poll(() => game.status(once), { timeout: 10_000 }).toBe('Accepted')
    expect(await checks(once)).toEqual([{ is_right: true, attempts: 2, error: null }])
    await expect.poll(() => game.status(fails), { timeout: 15_000 }).toBe('WrongAnswer')
    const error = 'no answer from the service'
    expect(await checks(fails)).toEqual([{ is_right: false, attempts: 3, error }])
    await expect
      .poll(async () => {
        const list = await domain.services.plugins.list(domain.admin)
        return list.find(({ name }) => name === 'tester')?.lastFault
      })
      .toMatchObject({ process: 'scoring', error })
  }, 30_000)

  it('lets monitors see the verdicts of other challenges meanwhile, and its own once when they come', async () => {
    const game = await played({ checker: 'tester' })
    const { monitoring, challenges, submissions } = domain.services
    const other = await challenges.create(domain.admin, game.gameId, challengeInput.parse({ title: 'Plain' }))
    await challenges.addFlags(
      domain.admin,
      game.gameId,
      other.id,
      flagsInput.parse([{ flag: 'flag{plain}' }])
    )
    await challenges.update(domain.admin, game.gameId, other.id, { isEnabled: true })
    await judging([])
    const start = await monitoring.head(game.gameId)
    const waiting = await game.send('yes')
    const plain = await submissions.submit(game.players[0]!, game.gameId, other.id, 'flag{plain}')
    await until(async () => (await monitoring.head(game.gameId)).submission === plain)
    const head = await monitoring.head(game.gameId)
    const first = await monitoring.since(game.gameId, start, 10)
    expect(first.submissions.map(({ id }) => id)).toEqual([plain])
    expect(first.to).toEqual(head)
    const solvesUpTo = async (upTo: typeof head) => {
      const all = { type: null, challenge: null, team: null, search: '' }
      return (await monitoring.figures(domain.admin, game.gameId, all, upTo)).verdicts.Accepted
    }
    expect(await solvesUpTo(head)).toBe(1)

    await judging()
    await expect.poll(() => game.status(waiting)).toBe('Accepted')
    const later = await monitoring.since(game.gameId, head, 10)
    expect(later.submissions.map(({ id, status }) => [id, status])).toEqual([[waiting, 'Accepted']])
    expect(later.events.map(({ key }) => key)).toEqual([`s${waiting}`])
    expect((await monitoring.since(game.gameId, later.to, 10)).submissions).toEqual([])
    expect([await solvesUpTo(head), await solvesUpTo(later.to)]).toEqual([1, 2])
    // A page that was opened meanwhile gets each verdict once.
    const whole = await monitoring.since(game.gameId, start, 10)
    expect(whole.submissions.map(({ id }) => id)).toEqual([plain, waiting])
    expect(whole.to).toEqual(await monitoring.head(game.gameId))
  })

  it('that is not loaded lets answers wait; they are judged when it is there, or by flags without it', async () => {
    const game = await played({ checker: 'tester' }, 1, ['flag{x}'])
    const other = await played({ checker: 'regex-flags' }, 1, ['flag.x.'])
    const without = plugins.filter(({ name }) => name === 'regex-flags')
    await judging(without)
    const first = await game.send('yes')
    const seen = await other.send('flag{x}')
    await expect.poll(() => other.status(seen)).toBe('Accepted')
    expect(await game.status(first)).toBe('FlagSubmitted')
    const list = await domain.services.plugins.list(domain.admin)
    expect(list.find(({ name }) => name === 'tester')).toMatchObject({ waiting: 1 })
    await judging()
    await expect.poll(() => game.status(first)).toBe('Accepted')
    await judging(without)
    const second = await game.send('flag{x}')
    await domain.services.challenges.update(domain.admin, game.gameId, game.id, { checker: null })
    await expect.poll(() => game.status(second)).toBe('Accepted')
  })

  it('gets each answer once however many processes judge, and none is lost when they are replaced', async () => {
    const game = await played({ checker: 'tester' }, 8)
    await judging()
    const second = await runScoring(domain.stores, {}, null, plugins)
    const sent = await Promise.all(
      game.players.flatMap((_, place) => [game.send('slow no', place), game.send('slow yes', place)])
    )
    await judging()
    await second.close()
    await until(async () => (await rows('SELECT FROM unjudged WHERE game_id = $1', game.gameId)).length === 0)
    const found = await rows<{ status: string }>('SELECT status FROM submissions WHERE id = ANY ($1)', sent)
    expect(found.filter(({ status }) => status === 'Accepted')).toHaveLength(8)
    expect(found.filter(({ status }) => status === 'WrongAnswer')).toHaveLength(8)
    expect(await rows('SELECT FROM solves WHERE game_id = $1', game.gameId)).toHaveLength(8)
  }, 30_000)

  it('keeps a challenge without flags enabled, and goes only when there is a flag or it is disabled', async () => {
    const { services, admin } = domain
    const { challenges } = services
    const { gameId, id } = await played({ checker: 'tester' }, 1, ['flag{x}'])
    const { flags } = await challenges.editOne(admin, gameId, id)
    expect(await challenges.removeFlag(admin, gameId, id, flags[0]!.id)).toBe('Success')
    expect(await challenges.editOne(admin, gameId, id)).toMatchObject({ isEnabled: true, flags: [] })
    const change = (update: object) => challenges.update(admin, gameId, id, update)
    await refused(change({ checker: null }), 'challenge.no_flag', 400)
    await refused(change({ checker: null, isEnabled: true }), 'challenge.no_flag', 400)
    expect(await challenges.editOne(admin, gameId, id)).toMatchObject({ isEnabled: true, checker: 'tester' })
    expect(await change({ checker: null, isEnabled: false })).toMatchObject({ checker: null })
    await refused(change({ isEnabled: true }), 'challenge.no_flag', 400)
    expect(await change({ checker: 'tester', isEnabled: true })).toMatchObject({ isEnabled: true })
    await challenges.addFlags(admin, gameId, id, flagsInput.parse([{ flag: 'flag{y}' }]))
    expect(await change({ checker: null })).toMatchObject({ isEnabled: true, checker: null })
  })

  it('must be loaded to be chosen; a trial asks it', async () => {
    const { services, admin } = domain
    const game = await played({ checker: 'tester' })
    const change = (checker: string) => services.challenges.update(admin, game.gameId, game.id, { checker })
    const error = await refused(change('unknown'), 'plugin.unknown', 400)
    expect(error.extra).toEqual({ field: 'checker' })
    await refused(change('linear-scoring'), 'plugin.unknown', 400)
    expect(await services.challenges.tryFlag(admin, game.gameId, game.id, 'yes')).toMatchObject({
      status: 'Accepted'
    })
    await refused(services.challenges.tryFlag(admin, game.gameId, game.id, 'fails'), 'plugin.failed', 503)
  })
})

describe('a scoring function', () => {
  it('gives values that the ledger keeps, so that board, page and verifier agree without it', async () => {
    const terms = { originalScore: 500, minScoreRate: 0.5, difficulty: 40 }
    const game = await played({ scoring: 'linear-scoring', ...terms }, 4, ['flag{x}'])
    await judging()
    for (const place of game.players.keys()) await game.send('flag{x}', place)
    await until(async () => (await rows('SELECT FROM unjudged WHERE game_id = $1', game.gameId)).length === 0)
    const entry = (await readEntries(domain.stores.db.pool, game.gameId, 0, 100)).find(
      ({ kind }) => kind === 'curve'
    )
    expect(entry).toMatchObject({
      payload: {
        score: 500,
        minRate: 0.5,
        difficulty: 40,
        values: [500, 500, 460, 420, 380, 340, 300, 260, 250]
      }
    })
    const board = await foldedBoard(domain.stores, game.gameId)
    // 380 with 50, 30 and 10 per mille.
    expect(board.items.map(({ score }) => score)).toEqual([399, 391, 384, 380])
    const [info] = await domain.services.challenges.editList(domain.admin, game.gameId)
    expect(info).toMatchObject({ score: 380, minScore: 250 })

    const path = mkdtempSync(join(tmpdir(), 'halyard-ledger-'))
    try {
      let text = ''
      const file = await domain.services.ledgerExport.file(domain.admin, game.gameId)
      for await (const part of file) text += part
      writeFileSync(join(path, 'ledger'), text)
      const { stdout } = spawnSync('python3', ['docs/verify.py', join(path, 'ledger')], { encoding: 'utf8' })
      expect(stdout.match(/^\d+\t\d+/gm)).toEqual(['1\t399', '2\t391', '3\t384', '4\t380'])
    } finally {
      rmSync(path, { recursive: true })
    }
  })

  it('is asked when points are saved, and then no more', async () => {
    const { services, admin } = domain
    const game = await played({ scoring: 'linear-scoring', originalScore: 100, difficulty: 10 }, 0, [
      'flag{x}'
    ])
    const save = (update: object) => services.challenges.update(admin, game.gameId, game.id, update)
    const curves = async () =>
      (await readEntries(domain.stores.db.pool, game.gameId, 0, 100)).flatMap((entry) =>
        entry.kind === 'curve' ? [entry.payload.values ?? null] : []
      )
    await save({ title: 'Another' })
    expect(await curves()).toHaveLength(1)
    await save({ originalScore: 50 })
    expect((await curves())[1]?.slice(0, 4)).toEqual([50, 50, 40, 30])
    await save({ scoring: null })
    expect((await curves())[2]).toBe(null)
    expect((await services.challenges.editOne(admin, game.gameId, game.id)).pointValues).toBe(null)
  })

  it.each([
    ['random', 'It gives different values for the same solves.'],
    ['half', 'value returned something else than it should.'],
    ['tester', null]
  ])('that is %s is refused, and nothing changes', async (scoring, reason) => {
    const { services, admin } = domain
    const game = await played({}, 0, ['flag{x}'])
    const save = services.challenges.update(admin, game.gameId, game.id, { scoring, title: 'No' })
    const error = await refused(save, reason ? 'plugin.values' : 'plugin.unknown', 400)
    expect(error.extra).toEqual({ field: 'scoring' })
    if (reason) expect(error.params.reason).toBe(reason)
    const { title, scoring: kept } = await services.challenges.editOne(admin, game.gameId, game.id)
    expect({ title, kept }).toEqual({ title: 'Riddle', kept: null })
  })
})

describe('a registration check', () => {
  const register = (userName: string) =>
    domain.services.accounts.register(domain.as(null), {
      ...{ userName, password: 'correct horse 9', email: `${userName.toLowerCase()}@example.org` }
    } as never)
  const stored = (userName: string) => rows('SELECT FROM users WHERE user_name = $1', userName)

  it('refuses an account with its sentence, and lets others in', async () => {
    const error = await refused(register('Troll1'), 'registration.refused', 400)
    expect(error.params).toEqual({ reason: 'Trolls stay outside.' })
    expect(await stored('Troll1')).toHaveLength(0)
    await register('Friend1')
    expect(await stored('Friend1')).toHaveLength(1)
  })

  it('that fails lets nobody in until it works', async () => {
    await refused(register('Broken1'), 'registration.unchecked', 503)
    expect(await stored('Broken1')).toHaveLength(0)
  })

  it('of the documentation keeps a division for addresses of the campus', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ divisions: undefined, organizations: ['Campus A', 'Open'] } as never)
    const [inside, outside] = [await domain.team(1), await domain.team(1)]
    await rows(`UPDATE users SET email = 'a@campus.example.org' WHERE id = $1`, inside!.captain.id)
    const join = (team: typeof inside, organization: string) =>
      services.participations.join(as(team!.captain), gameId, { teamId: team!.id, organization })
    const error = await refused(join(outside, 'Campus A'), 'registration.refused')
    expect(error.params.reason).toBe('The division Campus A is for addresses of campus.example.org.')
    expect(await rows('SELECT FROM participations WHERE game_id = $1', gameId)).toHaveLength(0)
    await join(inside, 'Campus A')
    await join(outside, 'Open')
    expect(await rows('SELECT FROM participations WHERE game_id = $1', gameId)).toHaveLength(2)
  })

  it('is asked about the division that members play in who follow into a team, whatever they name', async () => {
    const { services, as } = domain
    const divisions = { divisions: undefined, organizations: ['Campus A', 'Open'] }
    const gameId = await domain.game({ ...divisions, acceptWithoutReview: true } as never)
    const { id: teamId, captain, members } = await domain.team(3)
    await rows(`UPDATE users SET email = 'b@campus.example.org' WHERE id = ANY ($1)`, [
      captain.id,
      members[2]!.id
    ])
    const join = (member: typeof captain, organization: string | null = null) =>
      services.participations.join(as(member), gameId, { teamId, organization })
    await join(captain, 'Campus A')
    await refused(join(members[1]!), 'registration.refused')
    await refused(join(members[1]!, 'Open'), 'registration.refused')
    await join(members[2]!)
    expect(await rows('SELECT FROM registrations WHERE game_id = $1', gameId)).toHaveLength(2)
  })

  it('lets nobody in who becomes a member after it was asked', async () => {
    const { services, as, stores } = domain
    const divisions = { divisions: undefined, organizations: ['Campus A', 'Open'] }
    const gameId = await domain.game({ ...divisions, acceptWithoutReview: true } as never)
    const [team, other] = [await domain.team(1), await domain.team(1)]
    await rows(`UPDATE users SET email = 'c@campus.example.org' WHERE id = $1`, team.captain.id)
    await services.participations.join(as(team.captain), gameId, {
      ...{ teamId: team.id, organization: 'Campus A' }
    })
    let joining: Promise<unknown> = Promise.resolve()
    await inOtherTransaction(stores.databaseUrl, async (tx) => {
      await tx.query('SELECT FROM teams WHERE id = $1 FOR UPDATE', [team.id])
      joining = services.participations
        .join(as(other.captain), gameId, { teamId: team.id, organization: 'Open' })
        .catch((error: unknown) => error)
      await waitForRowLocks(stores.db, 1)
      await tx.query('INSERT INTO team_members (team_id, user_id) VALUES ($1, $2)', [
        team.id,
        other.captain.id
      ])
    })
    expect(await joining).toMatchObject({ code: 'server.busy', status: 503 })
    expect(await rows('SELECT FROM registrations WHERE game_id = $1', gameId)).toHaveLength(1)
  })

  it('is asked about who plays alone, with or without a team', async () => {
    const { services, as } = domain
    const wish = { divisions: undefined, organizations: ['Campus A', 'Open'], solo: true }
    const gameId = await domain.game(wish as never)
    const { captain } = (await domain.team(1))!
    const alone = (organization: string, by = as(captain)) =>
      services.participations.joinAlone(by, gameId, { organization })
    await refused(alone('Campus A'), 'registration.refused')
    const [, member] = (await domain.team(2)).members
    await refused(alone('Campus A', as(member!)), 'registration.refused')
    expect(await rows('SELECT FROM participations WHERE game_id = $1', gameId)).toHaveLength(0)
    await alone('Open', as(member!))
    expect(await rows('SELECT FROM participations WHERE game_id = $1', gameId)).toHaveLength(1)
  })
})

describe('a plug-in for notifications', () => {
  const translator = createI18n()
  const deliver = () => domain.services.webhooks.deliver({ translator, signal: AbortSignal.timeout(30_000) })

  it('gets the events of a webhook, and is tried again when it throws', async () => {
    const { services, admin } = domain
    const gameId = await domain.game()
    const input = {
      name: 'Diary',
      format: 'Plugin',
      locale: 'en-US',
      events: ['notice'],
      plugin: 'diary'
    } as const
    const { id } = await services.webhooks.create(admin, gameId, { ...input, events: [...input.events] })
    const [view] = await services.webhooks.list(admin, gameId)
    expect(view).toMatchObject({ format: 'Plugin', host: 'diary' })
    await services.notices.publish(admin, gameId, { content: 'Lunch' })
    await deliver()
    await services.notices.publish(admin, gameId, { content: 'Broken' })
    await deliver()
    const { data } = await services.webhooks.deliveries(admin, gameId, id, { count: 9, skip: 0 })
    expect(data.map(({ state, attempts, answer, error }) => ({ state, attempts, answer, error }))).toEqual([
      { state: 'Pending', attempts: 1, answer: 'no ink', error: 'plugin' },
      { state: 'Delivered', attempts: 1, answer: null, error: null }
    ])
    await rows('DELETE FROM webhooks WHERE id = $1', id)
  })

  it('must be loaded to be chosen', async () => {
    const input = { name: 'No', format: 'Plugin', locale: 'en-US', events: ['notice'], plugin: 'tester' }
    const gameId = await domain.game()
    const made = domain.services.webhooks.create(domain.admin, gameId, input as never)
    expect((await refused(made, 'webhook.plugin', 400)).extra).toEqual({ field: 'plugin' })
  })
})
