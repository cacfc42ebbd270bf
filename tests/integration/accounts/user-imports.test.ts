import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readImport } from '~/app/routes/admin/users/csv'
import type { Ctx } from '~/server/access/contract'
import { verifyPassword } from '~/server/accounts'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain
let admin: Ctx
beforeAll(async () => {
  domain = await openDomain({ MAIL_FROM: 'ctf@example.org', SMTP_HOST: 'localhost' })
  admin = domain.admin
})
afterAll(() => domain.close())

const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows
const users = async () => (await query<{ n: number }>('SELECT count(*)::int AS n FROM users'))[0]!.n

const HEAD = 'userName,email,password,teamName,division,game,language'
const check = async (lines: string[], overwrite = false, ctx = admin) =>
  domain.services.userImports.check(ctx, readImport([HEAD, ...lines].join('\n')), {
    name: 'a.csv',
    overwrite
  })

async function ready(lines: string[], overwrite = false): Promise<string> {
  const { id, faults } = await check(lines, overwrite)
  expect(faults).toEqual([])
  return id!
}
const start = (id: string, { byMail = false, accept = false } = {}, ctx = admin) =>
  domain.services.userImports.start(ctx, id, { byMail, accept })
const work = () => domain.services.userImports.work(new AbortController().signal)
const one = (id: string) => domain.services.userImports.one(admin, id)
async function finished(id: string) {
  for (let left = 20; left > 0 && (await one(id)).state === 'Running'; left--) await work()
  return one(id)
}
const registrationsOf = (gameId: number) =>
  query<{ name: string; status: string; division: string | null; users: string[] }>(
    `SELECT t.name, p.status, p.division, array_agg(u.user_name ORDER BY u.user_name) AS users
     FROM participations p JOIN teams t ON t.id = p.team_id JOIN registrations r ON r.participation_id = p.id
     JOIN users u ON u.id = r.user_id WHERE p.game_id = $1 GROUP BY t.id, p.id ORDER BY t.name`,
    gameId
  )

describe('the check of the rows', () => {
  it('names every wrong row and field, and changes nothing', async () => {
    const game = await domain.game({
      title: 'Chk Cup',
      organizations: ['Open', 'Uni'],
      teamMemberCountLimit: 2
    })
    await domain.game({ title: 'Chk Twin' })
    await domain.game({ title: 'Chk Twin' })
    await domain.game({ title: 'Chk Over', start: new Date(0), end: new Date(HOUR_MS), practiceMode: false })
    const { captain, id: team } = await domain.team()
    await domain.services.participations.join(domain.as(captain), game, {
      teamId: team,
      organization: 'Open'
    })
    const before = await users()
    const { id, faults, rows } = await check([
      'chka,chka@a.example,,Right,Open,Chk Cup,de',
      'chka,chkb@a.example,,,,,',
      'chkc,CHKA@a.example,,,,,',
      'chkd,chkd@a.example,,,,,klingon',
      'chke,nothing,,,,,',
      'chkf,chkf@a.example,,Solo,Nowhere,Chk Cup,',
      'chkg,chkg@a.example,,Lost,,No Such Game,',
      'chkh,chkh@a.example,,,Open,Chk Cup,',
      'chki,chki@a.example,,Adrift,Open,,',
      'chkj,chkj@a.example,,Split,Open,Chk Cup,',
      'chkk,chkk@a.example,,Split,Uni,Chk Cup,',
      'chkl,chkl@a.example,,Big,Open,Chk Cup,',
      'chkm,chkm@a.example,,Big,,,',
      'chkn,chkn@a.example,,Big,,,',
      `chko,chko@a.example,,${`Team ${captain.name}`.toUpperCase()},Open,Chk Cup,`,
      'chkp,chkp@a.example,,RIGHT,Open,Chk Cup,',
      'chkq,chkq@a.example,,Two,,Chk Twin,',
      'chkr,chkr@a.example,,Past,,Chk Over,',
      'chks,chks@a.example,abc,,,,'
    ])
    expect([id, rows]).toEqual([null, 19])
    expect(faults.map(({ line, field, error }) => [line, field, error])).toEqual([
      [3, 'userName', 'identity.user_name_twice'],
      [4, 'email', 'identity.email_twice'],
      [5, 'language', 'field.language_unknown'],
      [6, 'email', 'field.email_malformed'],
      [7, 'division', 'game.organization_invalid'],
      [8, 'game', 'game.not_found'],
      [9, 'teamName', 'user.import_game_without_team'],
      [10, 'division', 'user.import_division_without_game'],
      [12, 'division', 'user.import_team_differs'],
      [15, 'teamName', 'game.team_member_limit_exceeded'],
      [16, 'teamName', 'game.team_name_taken'],
      [17, 'teamName', 'game.team_name_taken'],
      [18, 'game', 'user.import_game_ambiguous'],
      [19, 'game', 'game.ended'],
      [20, 'password', 'identity.password_too_short']
    ])
    expect(await users()).toBe(before)
    expect(await query('SELECT FROM user_imports')).toEqual([])
  })

  it('is for administrators, and has a limit', async () => {
    const [user] = await domain.users(1, 'Monitor')
    await refused(
      check(['lima,lima@a.example,,,,,'], false, domain.as(user!, { role: 'Monitor' })),
      'auth.forbidden',
      403
    )
    await refused(check([]), 'user.bulk_empty', 400)
    const many = Array.from({ length: 20_001 }, (_, n) => `lim${n},lim${n}@l.example,,,,,`)
    await refused(check(many), 'user.import_limit', 400)
    const fits = await check(many.slice(0, 20_000))
    expect([fits.faults.length, (await one(fits.id!)).total]).toEqual([0, 20_000])
    await domain.services.userImports.cancel(admin, fits.id!)
    await refused(one(fits.id!), 'user.import_not_found', 404)
  })
})

describe('an import', () => {
  it('makes accounts and teams, signs them up, and shows generated passwords once', async () => {
    const game = await domain.game({ title: 'Run Cup', organizations: ['Open', 'Uni'] })
    const id = await ready([
      'runa,runa@r.example,given-secret,Kelp,Uni,Run Cup,',
      'runb,runb@r.example,,Kelp,,,',
      `runc,runc@r.example,,Reef,Open,${game},`,
      'rund,rund@r.example,,,,,'
    ])
    await work()
    expect((await one(id)).state).toBe('Checked')
    expect(await query("SELECT FROM users WHERE user_name LIKE 'run_'")).toEqual([])
    await refused(domain.services.userImports.result(admin, id), 'user.import_state')
    await start(id)
    await refused(start(id), 'user.import_state')
    const { state, counts, secrets, teams } = await finished(id)
    expect([state, counts.Created, secrets, teams]).toEqual(['Done', 4, 3, 2])
    expect(await registrationsOf(game)).toEqual([
      { name: 'Kelp', status: 'Pending', division: 'Uni', users: ['runa', 'runb'] },
      { name: 'Reef', status: 'Pending', division: 'Open', users: ['runc'] }
    ])
    const [stored] = await query<{ all: string }>(
      'SELECT string_agg(r::text, $2) AS all FROM user_import_rows r WHERE import_id = $1',
      id,
      ';'
    )
    const told = await domain.services.userImports.result(admin, id)
    expect(told.map(({ password }) => password !== null)).toEqual([false, true, true, true])
    for (const { password } of told) if (password) expect(stored!.all).not.toContain(password)
    expect(stored!.all).not.toContain('given-secret')
    for (const { userName, password } of told) {
      const [user] = await query<{ hash: string; active: boolean }>(
        'SELECT password_hash AS hash, active FROM users WHERE user_name = $1',
        userName
      )
      expect(user!.active).toBe(true)
      expect(await verifyPassword(user!.hash, password ?? 'given-secret')).toBe(true)
    }
    const again = await domain.services.userImports.result(admin, id)
    expect(again.map(({ password, state }) => [password, state])).toEqual(Array(4).fill([null, 'Created']))
    const audited = await query<{ action: string }>(
      'SELECT action FROM audit_events WHERE target = $1 ORDER BY id',
      `user_import:${id}`
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'user_import_started',
      'user_import_finished',
      'user_import_passwords_fetched'
    ])
  })

  it('accepts teams where the game or the administrator decides so', async () => {
    const open = await domain.game({ title: 'Acc Open', acceptWithoutReview: true })
    const shut = await domain.game({ title: 'Acc Shut' })
    const first = await ready([
      'acca,acca@a.example,,Open Sea,,Acc Open,',
      'accb,accb@a.example,,Shut Sea,,Acc Shut,'
    ])
    await start(first, { byMail: true })
    await finished(first)
    expect(
      [await registrationsOf(open), await registrationsOf(shut)].flat().map(({ status }) => status)
    ).toEqual(['Accepted', 'Pending'])
    const second = await ready(['accc,accc@a.example,,Late Sea,,Acc Shut,'])
    await start(second, { byMail: true, accept: true })
    await finished(second)
    expect((await registrationsOf(shut)).map(({ name, status }) => [name, status])).toEqual([
      ['Late Sea', 'Accepted'],
      ['Shut Sea', 'Pending']
    ])
    const admitted = await query(
      "SELECT FROM score_events WHERE game_id = ANY($1::int[]) AND kind = 'admit'",
      [open, shut]
    )
    expect(admitted).toHaveLength(2)
  })

  it('runs once when several workers run', async () => {
    const id = await ready(
      Array.from({ length: 12 }, (_, n) => `par${n},par${n}@p.example,,Par ${n >> 1},,,`)
    )
    await start(id, { byMail: true })
    await Promise.all([work(), work(), work()])
    expect((await finished(id)).counts).toEqual({ Waiting: 0, Created: 12, Overwritten: 0, Failed: 0 })
    expect(await query("SELECT FROM teams WHERE name LIKE 'Par %'")).toHaveLength(6)
    expect(await query("SELECT FROM mail_outbox WHERE address LIKE 'par%@p.example'")).toHaveLength(12)
  })

  it('fails a team as a whole when a name was taken meanwhile, and imports the others', async () => {
    const game = await domain.game({ title: 'Mid Cup', acceptWithoutReview: true })
    const id = await ready([
      'mida,mida@m.example,,Gulf,,Mid Cup,',
      'midb,midb@m.example,,Gulf,,,',
      'midc,midc@m.example,,Bay,,Mid Cup,',
      'midd,midd@m.example,,Cove,,Mid Cup,'
    ])
    await domain.services.users.addMany(
      admin,
      [
        {
          line: 1,
          userName: 'midb',
          email: 'x@m.example',
          error: null,
          input: { userName: 'midb', email: 'x@m.example' }
        }
      ],
      { dryRun: false, overwrite: false }
    )
    const { captain, id: team } = await domain.team()
    await query('UPDATE teams SET name = $2 WHERE id = $1', team, 'BAY')
    await domain.services.participations.join(domain.as(captain), game, { teamId: team })
    await start(id)
    expect((await finished(id)).counts).toEqual({ Waiting: 0, Created: 1, Overwritten: 0, Failed: 3 })
    const rows = await domain.services.userImports.rows(admin, id, { count: 10, skip: 0 })
    expect(rows.map(({ error }) => error)).toEqual([
      'user.import_team_failed',
      'identity.duplicate_user_name',
      'game.team_name_taken',
      null
    ])
    expect(await query("SELECT FROM users WHERE user_name IN ('mida', 'midc')")).toEqual([])
    expect(await query("SELECT FROM teams WHERE name IN ('Gulf', 'Bay')")).toEqual([])
  })

  it('overwrites accounts on request, never staff, and ends their sessions', async () => {
    const [member] = await domain.users(1)
    const [monitor] = await domain.users(1, 'Monitor')
    const line = (name: string) => `${name},${name}@example.org,,,,,`
    const plainly = await check([line(member!.name)])
    expect(plainly.faults).toMatchObject([{ line: 2, error: 'identity.duplicate_user_name' }])
    const staff = await check([line(monitor!.name)], true)
    expect(staff.faults).toMatchObject([{ line: 2, error: 'user.staff_protected' }])
    await domain.services.accounts.sessions.start(member!.id, admin)
    const id = await ready([line(member!.name)], true)
    await start(id)
    expect((await finished(id)).counts.Overwritten).toBe(1)
    expect(await query('SELECT FROM sessions WHERE user_id = $1', member!.id)).toEqual([])
  })

  it('stops when it is cancelled, and when its starter is no administrator any more', async () => {
    const id = await ready(['stpa,stpa@s.example,topsecret,,,,', 'stpb,stpb@s.example,,,,,'])
    await start(id)
    await domain.services.userImports.cancel(admin, id)
    await refused(domain.services.userImports.cancel(admin, id), 'user.import_state')
    await work()
    expect(await one(id)).toMatchObject({ state: 'Cancelled', counts: { Waiting: 2 } })
    expect(
      await query('SELECT FROM user_import_rows WHERE import_id = $1 AND secret IS NOT NULL', id)
    ).toEqual([])

    const [other] = await domain.users(1, 'Admin')
    const theirs = await ready(['stpc,stpc@s.example,,,,,'])
    await start(theirs, {}, domain.as(other!, { role: 'Admin' }))
    await query("UPDATE users SET role = 'User' WHERE id = $1", other!.id)
    await work()
    expect(await one(theirs)).toMatchObject({ state: 'Cancelled', counts: { Waiting: 1 } })
  })

  it('mails links that work for a week, in the language of the row, after all other mails', async () => {
    const id = await ready(['mala,mala@l.example,,,,,ja-jp', 'malb,malb@l.example,,,,,'])
    await start(id, { byMail: true })
    const { secrets } = await finished(id)
    expect(secrets).toBe(0)
    const orders = await query<{ kind: string; locale: string; userId: string }>(
      `SELECT kind, locale, user_id AS "userId" FROM mail_outbox WHERE address LIKE 'mal_@l.example' ORDER BY address`
    )
    expect(orders.map(({ kind, locale }) => [kind, locale])).toEqual([
      ['invited', 'ja-JP'],
      ['invited', 'en-US']
    ])
    const message = await domain.services.accounts.mailMessage({
      kind: 'invited',
      userId: orders[0]!.userId,
      address: 'mala@l.example',
      locale: 'ja-JP'
    })
    expect(message).toMatchObject({ kind: 'invited', userName: 'mala', to: 'mala@l.example' })
    expect(message!.link).toContain('/account/reset?token=')
    const [token] = await query<{ days: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM mail_tokens WHERE user_id = $1`,
      orders[0]!.userId
    )
    expect(token!.days).toBe(7)
  })

  it('is purged of passwords after a day, and deleted after a week', async () => {
    const id = await ready(['olda,olda@o.example,,,,,'])
    const unstarted = await ready(['oldb,oldb@o.example,another1,,,,'])
    await start(id)
    expect((await finished(id)).secrets).toBe(1)
    const age = (days: number) =>
      query(
        `UPDATE user_imports SET created_at = now() - make_interval(hours => $2),
           ended_at = CASE WHEN ended_at IS NOT NULL THEN now() - make_interval(hours => $2) END WHERE id = ANY($1::uuid[])`,
        [id, unstarted],
        days * 24 + 1
      )
    await age(1)
    await domain.services.userImports.purge()
    expect((await one(id)).secrets).toBe(0)
    await refused(one(unstarted), 'user.import_not_found')
    await age(7)
    await domain.services.userImports.purge()
    await refused(one(id), 'user.import_not_found')
  })
})
