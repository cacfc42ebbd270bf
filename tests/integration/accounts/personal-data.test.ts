import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { judge } from '~/scoring/judge'
import { verifyChain } from '~/server/ledger'
import { LISTS } from '~/server/personal-data/queries'
import { type Domain, openDomain, refused } from '../../support/domain'
import { archiveFolder } from '../../support/files/archives'
import { type Member, type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'

let domain: Domain
const kept = archiveFolder()
beforeAll(async () => {
  domain = await openDomain({ INSTANCE_ENTRY: 'tunnel' })
})
afterAll(async () => {
  kept.remove()
  await domain.close()
})

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows

/** A fresh session, which `domain.as` names. */
const logIn = ({ id }: Member) =>
  sql(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ('session of ' || $1::text, $1::uuid, now() + interval '1 day')`,
    id
  )

/** No other account has it. */
const addressOf = ({ id }: Member) => `2001:db8::${id.slice(0, 4)}:${id.slice(4, 8)}`

/** The person of a game of two teams: a captain with traces in every table that knows people. */
async function person(membersEach = 2): Promise<{ game: PlayedGame; who: Member; mate: Member | undefined }> {
  const game = await playGame(domain.stores.db, { teams: 2, membersEach })
  const [team, other] = game.teams
  const [who, mate] = team!.members
  const address = addressOf(who)
  await sql(
    `UPDATE users SET real_name = 'Ada ' || $2, std_number = 'S-' || $2, phone = '+49 ' || $2, bio = 'Bio ' || $2, ip = $3
     WHERE id = $1`,
    ...[who.id, who.name, address]
  )
  await sendFlags(domain.stores.db, game, [
    { team: team!, challenge: game.challenges[0]! },
    { team: team!, challenge: game.challenges[1]!, answer: 'flag{my guess}' },
    { team: other!, challenge: game.challenges[0]!, answer: 'flag{of the other}' }
  ])
  await sql(
    `UPDATE submissions SET ip = '${address}', user_agent = 'Browser of ${who.name}' WHERE user_id = $1`,
    who.id
  )
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
  await sql(
    `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id, ip)
     VALUES ($1, 'ContainerStart', ARRAY['web'], now(), $2, $3, '${address}')`,
    ...[game.id, who.id, team!.participationId]
  )
  await sql(
    `UPDATE games SET registration_fields = '[{"id": 1, "of": "Player", "kind": "Text", "label": "Nickname", "hint": "",
       "required": false, "public": false, "options": []}]' WHERE id = $1`,
    game.id
  )
  await sql(
    `UPDATE registrations SET answers = jsonb_build_object('1', 'They call me ' || $2::text) WHERE user_id = $1`,
    ...[who.id, who.name]
  )
  await sql(
    `INSERT INTO sessions (id, user_id, expires_at, ip, user_agent)
     VALUES ('session of ' || $1::text, $1::uuid, now() + interval '1 day', '${address}', 'Browser of ${who.name}')`,
    who.id
  )
  await sql(
    `INSERT INTO api_tokens (id, user_id, name, token_hash, hint, scopes, expires_at)
     VALUES (gen_random_uuid(), $1::uuid, 'CI', md5(($1::uuid)::text) || md5('x'), 'hly_1234', ARRAY['read'], now() + interval '1 day')`,
    who.id
  )
  await sql(
    `INSERT INTO second_factors (id, user_id, kind, name, secret) VALUES (gen_random_uuid(), $1, 'totp', 'Phone', 'v1:SECRET')`,
    who.id
  )
  await sql(
    `INSERT INTO mail_outbox (id, kind, user_id, address, locale) VALUES (gen_random_uuid(), 'x', NULL, upper($1), 'en-US')`,
    `${who.name}@example.org`
  )
  await sql(
    `INSERT INTO audit_events (at, actor_id, ip, action, target, before, after) VALUES
       (now(), $1::uuid, '${address}', 'x', 'team:1', NULL, NULL),
       (now(), NULL, '${address}', 'login_refused', 'user:' || $1::text, NULL, NULL),
       (now(), NULL, NULL, 'game_staff_added', 'game:${game.id}', NULL, '{"account": "${who.name}", "role": "author"}'),
       (now(), NULL, NULL, 'user_renamed', 'user:' || $1::text, '{"userName": "Old ${who.name}"}', '{"userName": "${who.name}"}'),
       (now(), NULL, NULL, 'user_updated', 'user:' || $1::text, '{"realName": "Ada ${who.name}"}', NULL)`,
    who.id
  )
  await sql(
    `INSERT INTO log_events (at, level, process, status, ip, user_id, user_name, event, details)
     VALUES (now(), 'Information', 'web', '', '${address}', $1, $2, 'x', '{}')`,
    ...[who.id, who.name]
  )
  await sql(
    `WITH made AS (INSERT INTO cases (game_id, number, title, opened_at) VALUES ($1, 1, 'Case', now()) RETURNING id)
     INSERT INTO case_entries (case_id, kind, ref, facts, at)
     SELECT id, 'submission', '1', jsonb_build_object('user', $2::text, 'ip', '${address}', 'answer', 'kept'), now() FROM made`,
    ...[game.id, who.name]
  )
  await sql(
    `INSERT INTO challenge_feedback (challenge_id, user_id, participation_id, stars, line, at)
     VALUES ($1, $2, $3, 4, 'Fun, says ' || $4, now())`,
    ...[game.challenges[0]!.id, who.id, team!.participationId, who.name]
  )
  const hint = ['Entry shared? One', 'account', '1', 'One', who.name, '1']
  await sql(
    `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id, ip)
     VALUES ($1, 'Normal', $4, now(), $2, $3, '${address}')`,
    ...[game.id, other!.members[0].id, other!.participationId, hint]
  )
  await sql(
    `INSERT INTO case_entries (case_id, kind, ref, facts, at)
     SELECT c.id, 'event', f.ref, f.facts, now()
     FROM cases c, (VALUES ('2', $2::jsonb), ('3', $3::jsonb)) AS f (ref, facts) WHERE c.game_id = $1`,
    game.id,
    JSON.stringify({ user: other!.members[0].name, ip: address, event: { type: 'Normal', values: hint } }),
    JSON.stringify({ user: `Old ${who.name}`, ip: address, event: null })
  )
  return { game, who, mate }
}

const unpacked = async (content: Parameters<typeof buffer>[0]) => {
  const reader = await openPromise(kept.write(await buffer(content)))
  const files = new Map<string, string>()
  for await (const entry of reader.eachEntry())
    files.set(entry.fileName, (await buffer(await reader.openReadStreamPromise(entry))).toString())
  return files
}

/** Columns that name people and are in no list, by why. */
const NOT_LISTED: Record<string, string[]> = {
  'secret, or gone within the hour': [
    ...['instance_tickets.user_id', 'login_steps.user_id', 'mail_tokens.user_id', 'push_messages.given_to'],
    'recovery_codes.user_id'
  ],
  'among the files': ['writeups.user_id'],
  'of the team, or of who answers it': [
    ...['team_claims.user_id', 'team_notes.user_id', 'tickets.owner_id', 'case_news.user_id']
  ],
  'an act of staff, which the audit has': [
    ...['api_tokens.made_by', 'captures.pinned_by', 'case_appeals.answered_by', 'case_decisions.answered_by'],
    ...[
      'case_decisions.proposed_by',
      'case_decisions.undone_by',
      'case_entries.user_id',
      'cases.assigned_to'
    ],
    ...['cases.opened_by', 'challenge_versions.actor_id', 'correction_drafts.decided_by'],
    ...[
      'correction_drafts.user_id',
      'corrections.confirmed_by',
      'corrections.undone_by',
      'corrections.user_id'
    ],
    ...['engines.accepted_by', 'game_staff.added_by', 'instance_events.actor_id', 'rehearsals.requested_by'],
    ...['solve_check_runs.requested_by', 'suitcases.confirmed_by', 'suitcases.packed_by', 'trash.deleted_by'],
    ...['uploads.user_id', 'user_imports.created_by']
  ]
}

describe('the data of a person', () => {
  it('is of every table that refers to people', async () => {
    const columns = await sql(
      `SELECT t.relname || '.' || a.attname AS name FROM pg_constraint k
       JOIN pg_class t ON t.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.conkey[1]
       WHERE k.contype = 'f' AND k.confrelid = 'users'::regclass AND k.connamespace = current_schema()::regnamespace ORDER BY 1`
    )
    const lists = Object.values(LISTS)
    const listed = (name: string) => {
      const [table, column] = name.split('.')
      return lists.some((text) => {
        const alias = new RegExp(`(?:FROM|JOIN) ${table} (\\w+)`).exec(text)?.[1]
        return alias && text.includes(`${alias === 'WHERE' ? ' ' : `${alias}.`}${column} = $1`)
      })
    }
    const missing = columns.map(({ name }) => name).filter((name) => !listed(name))
    expect(missing).toEqual(Object.values(NOT_LISTED).flat().sort())
  })

  it('holds what is stored of the person, no secrets and nothing of others', async () => {
    const { who, game, mate } = await person()
    const files = await unpacked(await domain.services.personalData.own(domain.as(who)))
    const text = files.get('person.json')!
    const data = JSON.parse(text)
    expect(data).toMatchObject({
      format: 'halyard-person',
      account: { user_name: who.name, real_name: `Ada ${who.name}`, phone: `+49 ${who.name}` },
      sessions: [{ ip: addressOf(who), user_agent: `Browser of ${who.name}` }],
      tokens: [{ name: 'CI', hint: 'hly_1234' }],
      factors: [{ name: 'Phone' }],
      teams: [{ name: game.teams[0]!.name, captain: true }],
      registrations: [
        {
          team: game.teams[0]!.name,
          status: 'Accepted',
          answers: { Nickname: `They call me ${who.name}` }
        }
      ],
      submissions: [{ status: 'Accepted' }, { answer: 'flag{my guess}', ip: addressOf(who) }],
      solves: [{ challenge: game.challenges[0]!.title }],
      feedback: [{ challenge: game.challenges[0]!.title, stars: 4, line: `Fun, says ${who.name}` }],
      events: [{ type: 'ContainerStart' }],
      truncated: []
    })
    for (const secret of ['flag{of the other}', 'v1:SECRET', 'password', mate!.name, mate!.id, 'token_hash'])
      expect(text).not.toContain(secret)
    const [audit] = await sql(
      `SELECT actor_id FROM audit_events WHERE action = 'user_exported' AND target = $1`,
      `user:${who.id}`
    )
    expect(audit).toEqual({ actor_id: who.id })
  })

  it('tells neither that a flag was another team’s, nor who else used an entry', async () => {
    const { db } = domain.stores
    const game = await playGame(db, { teams: 2 })
    const [[who], [stranger]] = game.teams.map(({ members }) => members) as [[Member], [Member]]
    const [team, owner] = game.teams
    const [challenge] = game.challenges
    await sql("UPDATE challenges SET type = 'DynamicAttachment' WHERE id = $1", challenge!.id)
    await sql(
      `INSERT INTO team_flags (challenge_id, participation_id, flag) VALUES ($1, $2, 'flag{theirs}')`,
      ...[challenge!.id, owner!.participationId]
    )
    await sendFlags(db, game, [{ team: team!, challenge: challenge!, answer: 'flag{theirs}' }])
    while ((await judge(db, game.id)).rows.length > 0);

    const instance = await addInstance(db, game, {
      ...{ state: 'ready', engine: await addEngine(db), readyAt: -1 }
    })
    await logIn(who)
    const [ticket] = await sql(
      `INSERT INTO instance_tickets (instance_id, user_id, session_id)
       SELECT $1, user_id, id FROM sessions WHERE user_id = $2 LIMIT 1 RETURNING id`,
      ...[instance, who.id]
    )
    const used = { ...domain.as(stranger), ip: '203.0.113.77' }
    await domain.services.instances.tickets.admit(used, ticket.id, 'team', { take: async () => {} })
    await sql(
      `INSERT INTO captures (game_id, challenge_id, participation_id, user_id, address, file, lease_until)
       VALUES ($1, $2, $3, $4, '203.0.113.77', '0a.pcap', now())`,
      ...[game.id, challenge!.id, team!.participationId, who.id]
    )
    const recorded = await sql('SELECT type FROM game_events WHERE user_id = $1 ORDER BY id', who.id)
    expect(recorded).toEqual([{ type: 'CheatDetected' }, { type: 'Normal' }])

    const files = await unpacked(await domain.services.personalData.own(domain.as(who)))
    const text = files.get('person.json')!
    expect(JSON.parse(text)).toMatchObject({
      submissions: [{ answer: 'flag{theirs}', status: 'WrongAnswer' }],
      events: [],
      captures: [{ challenge: challenge!.title }]
    })
    for (const hidden of ['Cheat', owner!.name, stranger.name, '203.0.113.77', 'shared'])
      expect(text).not.toContain(hidden)
  })

  it('has verdicts as they were told while corrections are behind a freeze', async () => {
    const { db } = domain.stores
    const game = await playGame(db, { teams: 1 })
    const [team] = game.teams
    const [challenge, other] = game.challenges
    await sql("UPDATE flags SET flag = 'flag{wrogn}' WHERE challenge_id = $1", challenge!.id)
    await sendFlags(db, game, [
      { team: team!, challenge: challenge!, answer: 'flag{wrong}' },
      { team: team!, challenge: other!, answer: 'flag{wrong}' }
    ])
    while ((await judge(db, game.id)).rows.length > 0);
    await logIn(team!.members[0])
    const statuses = async () => {
      const files = await unpacked(await domain.services.personalData.own(domain.as(team!.members[0])))
      return JSON.parse(files.get('person.json')!).submissions.map(({ status }: { status: string }) => status)
    }
    const rejudged = async ({ id }: { id: number }) => {
      await sql("UPDATE flags SET flag = 'flag{wrong}' WHERE challenge_id = $1", id)
      const correction = { kind: 'rejudge' as const, challengeIds: [id] }
      return domain.services.corrections.apply(domain.admin, game.id, { correction, reason: 'A typo.' })
    }
    const { number: before } = await rejudged(other!)
    await sql('UPDATE games SET freeze_at = clock_timestamp() WHERE id = $1', game.id)
    expect(await statuses()).toEqual(['WrongAnswer', 'Accepted'])
    await rejudged(challenge!)
    await domain.services.corrections.undo(domain.admin, game.id, before, { reason: 'It was wrong.' })
    expect(await statuses()).toEqual(['WrongAnswer', 'Accepted'])
    await sql('UPDATE games SET revealed_at = now() WHERE id = $1', game.id)
    expect(await statuses()).toEqual(['Accepted', 'WrongAnswer'])
  })

  it('needs a fresh confirmation, an administrator for others, and an account that is there', async () => {
    const { who, mate } = await person()
    const { personalData, users } = domain.services
    await sql(`UPDATE sessions SET confirmed_at = now() - interval '11 min' WHERE user_id = $1`, who.id)
    await refused(personalData.own(domain.as(who)), 'account.confirm_needed', 403)
    await refused(personalData.own(domain.as(mate!)), 'account.confirm_needed', 403)
    await refused(personalData.own(domain.as(null)), 'auth.login_required', 401)
    for (const role of ['User', 'Monitor'] as const) {
      await refused(personalData.of(domain.as(who, { role }), mate!.id), 'auth.forbidden', 403)
      await refused(users.erase(domain.as(who, { role }), mate!.id), 'auth.forbidden', 403)
    }
    const nobody = '00000000-0000-4000-8000-000000000000'
    await refused(personalData.of(domain.admin, nobody), 'user.not_found', 404)
    await refused(users.erase(domain.admin, nobody), 'user.not_found', 404)
    await refused(users.erase(domain.admin, domain.admin.actor!.id), 'user.cannot_delete_self', 400)
    await sql(
      `UPDATE sessions SET confirmed_at = now() - interval '11 min' WHERE user_id = $1`,
      domain.admin.actor!.id
    )
    await refused(users.erase(domain.admin, who.id), 'account.confirm_needed', 403)
    await sql('UPDATE sessions SET confirmed_at = now() WHERE user_id = $1', domain.admin.actor!.id)
    expect((await sql('SELECT user_name FROM users WHERE id = $1', who.id))[0].user_name).toBe(who.name)
  })
})

/** Every text of the database that has a word, as `table: row`. */
async function mentions(word: string): Promise<string[]> {
  const tables = await sql(`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`)
  const found: string[] = []
  for (const { name } of tables)
    for (const { text } of await sql(
      `SELECT to_jsonb(t)::text AS text FROM ${name} t WHERE to_jsonb(t)::text ILIKE '%' || $1 || '%'`,
      word
    ))
      found.push(`${name}: ${text}`)
  return found
}

describe('an erased person', () => {
  it('takes no former name from somebody who has it now', async () => {
    const { game, who } = await person()
    const heir = game.teams[1]!.members[0]
    await sql(
      'UPDATE users SET user_name = $2, user_name_key = lower($2) WHERE id = $1',
      heir.id,
      `OLD ${who.name}`
    )
    await sql(
      `UPDATE case_entries SET facts = jsonb_set(facts, '{user}', to_jsonb($1::text)) WHERE ref = '3'
      AND case_id IN (SELECT id FROM cases WHERE game_id = $2)`,
      `OLD ${who.name}`,
      game.id
    )
    await domain.services.users.erase(domain.admin, who.id)
    const found = (await mentions(who.name)).map((one) => one.split(':')[0])
    expect(found).toEqual(['case_entries', 'users'])
  })

  it('is nowhere in the database, and what the team did stays with it', async () => {
    const { game, who, mate } = await person()
    const before = (await sql('SELECT count(*)::int AS n FROM solves WHERE user_id = $1', who.id))[0].n
    const name = await domain.services.users.erase(domain.admin, who.id)
    expect(name).toMatch(/^erased-[0-9a-f]{8}$/)
    const holder = game.teams[1]!.members[0].name
    for (const word of [who.name, addressOf(who)]) expect(await mentions(word), word).toEqual([])
    for (const table of ['sessions', 'api_tokens', 'second_factors'])
      expect(await sql(`SELECT FROM ${table} WHERE user_id = $1`, who.id)).toEqual([])
    expect((await sql('SELECT count(*)::int AS n FROM solves WHERE user_id = $1', who.id))[0].n).toBe(before)
    expect(before).toBe(1)
    const [team] = await sql('SELECT captain_id FROM teams WHERE id = $1', game.teams[0]!.teamId)
    expect(team.captain_id).toBe(mate!.id)
    expect(await sql('SELECT FROM team_members WHERE user_id = $1', who.id)).toEqual([])
    expect((await verifyChain(domain.stores.db.pool, game.id)).firstBad).toBeNull()
    const [facts] = await sql("SELECT facts FROM case_entries WHERE ref = '1' AND facts->>'user' = $1", name)
    expect(facts.facts).toEqual({ user: name, ip: null, answer: 'kept' })
    const shared = await sql(
      `SELECT e.facts->>'user' AS holder, e.facts->'event'->'values'->>4 AS used FROM case_entries e
       JOIN cases c ON c.id = e.case_id WHERE c.game_id = $1 AND e.ref = '2'`,
      game.id
    )
    expect(shared).toEqual([{ holder, used: name }])
    const given = await sql(
      `SELECT after FROM audit_events WHERE action = 'game_staff_added' AND target = $1`,
      `game:${game.id}`
    )
    expect(given).toEqual([{ after: { account: who.id, role: 'author' } }])
    const [audit] = await sql(
      `SELECT actor_id, before FROM audit_events WHERE action = 'user_erased' AND target = $1`,
      `user:${who.id}`
    )
    expect(audit).toEqual({ actor_id: domain.admin.actor!.id, before: null })
  })

  it('is in no evidence of games in which only flags or events of the person are left', async () => {
    const { who } = await person()
    await sql('DELETE FROM registrations WHERE user_id = $1', who.id)
    const other = await playGame(domain.stores.db, {})
    await sql(
      `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id)
       VALUES ($1, 'ContainerStart', ARRAY['web'], now(), $2, $3)`,
      ...[other.id, who.id, other.teams[0]!.participationId]
    )
    await sql(
      `WITH made AS (INSERT INTO cases (game_id, number, title, opened_at) VALUES ($1, 1, 'Case', now()) RETURNING id)
       INSERT INTO case_entries (case_id, kind, ref, facts, at)
       SELECT id, 'event', '1', jsonb_build_object('user', $2::text), now() FROM made`,
      ...[other.id, who.name]
    )
    await domain.services.users.erase(domain.admin, who.id)
    expect(await mentions(who.name)).toEqual([])
  })

  it('stays captain under the neutral name when nobody else can be', async () => {
    const { game, who } = await person(1)
    const name = await domain.services.users.erase(domain.admin, who.id)
    const [team] = await sql(
      'SELECT u.user_name AS name, u.active FROM teams t JOIN users u ON u.id = t.captain_id WHERE t.id = $1',
      game.teams[0]!.teamId
    )
    expect(team).toEqual({ name, active: false })
    expect((await verifyChain(domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it('is erased once by two administrators at the same time, and stays erased', async () => {
    const { who } = await person()
    const [second] = await domain.users(1, 'Admin')
    const names = await Promise.all([
      domain.services.users.erase(domain.admin, who.id),
      domain.services.users.erase(domain.as(second!, { role: 'Admin' }), who.id)
    ])
    const [{ user_name }] = await sql('SELECT user_name FROM users WHERE id = $1', who.id)
    expect(names).toContain(user_name)
    expect(await mentions(who.name)).toEqual([])
  })
})
