import { afterAll, beforeAll, expect } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { type Domain, openDomain, refused } from '../domain'
import { type PlayedGame, playGame, sendFlags } from '../fixtures'
import { addCapture } from '../instances/captures'

/** Games with rows in every table, and their restores, for all tests of a file. */
export function openTrashSuite() {
  let domain: Domain
  let admin: Ctx
  beforeAll(async () => {
    domain = await openDomain()
    admin = domain.admin
  })
  afterAll(() => domain?.close())

  const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await domain.stores.db.pool.query<T>(text, values)).rows

  const run = (text: string, ...values: unknown[]) => domain.stores.db.pool.query(text, values)

  /** Tables that restoring does not bring back, or adds to, and the trash itself. */
  const LEFT_OUT = /^(audit_events|board_revisions|log_events|migrations|trash.*|instances|instance_.*)$/
  const LEDGER = /^(score_events|ledger_heads)$/

  /** All rows of all tables but `without`, by table. */
  async function everything(without = /^$/): Promise<Record<string, string[]>> {
    const tables = await rows<{ name: string }>(
      `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
    )
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      if (LEFT_OUT.test(name) || without.test(name)) continue
      const counted = name.endsWith('_counts') ? 'WHERE n <> 0' : ''
      const found = await rows<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t ${counted}`)
      all[name] = found.map(({ row }) => row).sort()
    }
    return all
  }

  const HASH = { text: 'a', poster: 'b', writeup: 'c', flag: 'd', avatar: 'e', file: 'f' }
  const hashOf = (of: keyof typeof HASH) => HASH[of].repeat(64)

  /** A game with rows in each table: solves, wrong and stolen flags, files, texts, notices, captures. */
  async function full(): Promise<PlayedGame> {
    const { db } = domain.stores
    const game = await playGame(db, { teams: 4, challenges: 3, membersEach: 2 })
    const { id, teams, challenges } = game
    const [first, second, third] = challenges.map((challenge) => challenge.id)
    await run(`UPDATE challenges SET type = 'DynamicAttachment' WHERE id = $1`, third)
    await run(
      `INSERT INTO team_flags (challenge_id, participation_id, flag, flag_id)
     SELECT $1, $2, flag, id FROM flags WHERE challenge_id = $1`,
      third,
      teams[1]!.participationId
    )
    await sendFlags(db, game, [
      ...teams
        .slice(0, 3)
        .flatMap((team) => challenges.slice(0, 2).map((challenge) => ({ team, challenge }))),
      { team: teams[1]!, challenge: challenges[2]! },
      { team: teams[2]!, challenge: challenges[2]! },
      { team: teams[3]!, challenge: challenges[0]!, answer: 'flag{wrong}' }
    ])
    while ((await judge(db, id)).rows.length > 0);
    await run(
      'INSERT INTO blobs (hash, size) SELECT unnest($1::text[]), 1 ON CONFLICT DO NOTHING',
      Object.keys(HASH).map((of) => hashOf(of as keyof typeof HASH))
    )
    await run('UPDATE games SET poster_hash = $2 WHERE id = $1', id, hashOf('poster'))
    await run('UPDATE teams SET avatar_hash = $2 WHERE id = $1', teams[0]!.teamId, hashOf('avatar'))
    await run('INSERT INTO embeds (hash, game_id) VALUES ($1, $2)', hashOf('text'), id)
    await run('INSERT INTO embeds (hash, challenge_id) VALUES ($1, $2)', hashOf('text'), first)
    await run(
      `INSERT INTO attachments (challenge_id, type, hash, name) VALUES ($1, 'Local', $2, 'a.zip')`,
      second,
      hashOf('file')
    )
    await run(
      `INSERT INTO attachments (challenge_id, flag_id, type, hash, name)
     SELECT $1, id, 'Local', $2, 'b.zip' FROM flags WHERE challenge_id = $1`,
      third,
      hashOf('flag')
    )
    await run(
      `INSERT INTO writeups (participation_id, hash, name, uploaded_at) VALUES ($1, $2, 'w.pdf', now())`,
      teams[0]!.participationId,
      hashOf('writeup')
    )
    await run(
      `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'Normal', '{Hello}', now())`,
      id
    )
    await run(
      `INSERT INTO game_events (game_id, type, "values", at, participation_id)
     SELECT $1, 'Normal', '{joined}', now(), id FROM participations WHERE game_id = $1`,
      id
    )
    await addCapture(db, domain.data, {
      gameId: id,
      challengeId: first!,
      participationId: teams[0]!.participationId,
      file: `${id}.pcap`,
      content: 'recorded'
    })
    return game
  }

  const entryOf = async (kind: string, target: number): Promise<number> =>
    (await rows<{ id: number }>('SELECT id FROM trash WHERE kind = $1 AND target_id = $2', kind, target))[0]!
      .id

  const restore = async (kind: string, target: number) =>
    domain.services.trash.restore(admin, await entryOf(kind, target))

  async function refusedRestore(kind: string, target: number, code: string, params: object): Promise<void> {
    const before = [await everything(), await entryOf(kind, target)]
    const error = await refused(restore(kind, target), code, 409)
    expect(error.params).toMatchObject(params)
    expect([await everything(), await entryOf(kind, target)]).toEqual(before)
  }

  return {
    rows,
    run,
    LEDGER,
    everything,
    hashOf,
    full,
    entryOf,
    restore,
    refusedRestore,
    get domain() {
      return domain
    },
    get admin() {
      return admin
    }
  }
}
