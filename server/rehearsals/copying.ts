import type { Change } from '~/server/change'
import { bool, nullable, number, numbers, row, rows, type Sql, text } from '~/server/db'
import { newKeys } from '~/server/games'
import { bloodBonusOf } from '~/server/games/contract'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { notFound } from '~/server/platform/errors'
import type { SecretBox } from '~/server/platform/secret-box'

/** Hours that the copy runs; longer than a rehearsal may take. */
const HOURS = 6

/** Columns that the copy has from its game. */
export const GAME_COLUMNS = [
  ...['title', 'summary', 'content', 'invite_code', 'divisions', 'member_limit', 'container_limit'],
  ...['practice_mode', 'writeup_required', 'writeup_note', 'blood_bonus']
]
/** Columns of its own: it is hidden and runs now, and takes teams without a review. */
export const OWN_GAME_COLUMNS = [
  ...['id', 'hidden', 'start_at', 'end_at', 'accept_without_review', 'writeup_deadline', 'poster_hash'],
  ...['public_key', 'private_seed', 'origin', 'version', 'created_at', 'import_values'],
  ...['corrections_public', 'corrections_second'],
  ...[
    'division_ends',
    'final_at',
    'announced_end_at',
    'freeze_at',
    'revealed_at',
    'reveal_after',
    'paused_at',
    'paused_until',
    'pause_reason'
  ],
  ...['rehearsal', 'feedback', 'certificate_note', 'certificate_signature', 'division_limits', 'solo'],
  // Invented people could not answer.
  'registration_fields'
]

export const CHALLENGE_COLUMNS = [
  ...['title', 'content', 'category', 'type', 'hints', 'original_score', 'min_score_rate', 'difficulty'],
  ...['checker', 'scoring', 'point_values'],
  ...['file_name', 'flag_template', 'container_image', 'memory_limit', 'cpu_count', 'storage_limit'],
  ...[
    'expose_port',
    'container_options',
    'container_compose',
    'compose_images',
    'priced_hints',
    'connections'
  ],
  ...['attempt_limit', 'author', 'level', 'tags', 'hide_locked', 'decoy']
]
/** A copied challenge is open at once, records nothing, requires copies, and is in a copied category. */
export const OWN_CHALLENGE_COLUMNS = [
  ...['id', 'game_id', 'enabled', 'traffic_capture', 'version', 'created_at', 'source_id', 'release_at'],
  ...['announced', 'release_announce', 'hint_times', 'requires', 'blocked_at', 'unblocked_at'],
  ...['block_reason', 'block_announced', 'closes_at', 'solver', 'solution', 'solution_public', 'category_id'],
  ...['release_failed_at', 'release_fault']
]

const COPY_GAME = `
  INSERT INTO games (${GAME_COLUMNS}, hidden, start_at, end_at, writeup_deadline, accept_without_review, public_key,
    private_seed, rehearsal)
  SELECT ${GAME_COLUMNS}, true, now() - interval '1 minute', now() + $2 * interval '1 hour',
    now() + $2 * interval '1 hour', true, $3, $4, $5
  FROM games WHERE id = $1 RETURNING id, blood_bonus AS bonus`

const COPY_CATEGORIES = `INSERT INTO categories (game_id, name, color, icon, stands_for)
  SELECT $2, name, color, icon, stands_for FROM categories WHERE game_id = $1`

const COPY_CHALLENGE = `
  INSERT INTO challenges (game_id, enabled, category_id, ${CHALLENGE_COLUMNS})
  SELECT $2, true, (SELECT n.id FROM categories o JOIN categories n ON n.game_id = $2 AND n.name = o.name
    WHERE o.id = category_id), ${CHALLENGE_COLUMNS} FROM challenges WHERE id = $1
  RETURNING id, original_score AS score, min_score_rate AS "minRate", difficulty, point_values AS "values"`

const COPY_FLAGS = `INSERT INTO flags (challenge_id, flag, decoy)
  SELECT $2, flag, decoy FROM flags WHERE challenge_id = $1 ORDER BY id`

/** A flag's text is there once in a challenge (docs/rules/flags.md#adding-flags). */
const COPY_FILES = `
  INSERT INTO attachments (challenge_id, flag_id, type, hash, name, remote_url, place)
  SELECT $2, n.id, a.type, a.hash, a.name, a.remote_url, a.place FROM attachments a
    LEFT JOIN flags o ON o.id = a.flag_id LEFT JOIN flags n ON n.challenge_id = $2 AND n.flag = o.flag
  WHERE a.challenge_id = $1`

const COPY_PICTURES =
  'INSERT INTO embeds (hash, challenge_id) SELECT hash, $2::int FROM embeds WHERE challenge_id = $1'

export interface CopiedChallenge {
  /** The id in the copy. */
  id: number
  original: number
  title: string
  type: string
  /** Ids in the copy. */
  requires: number[]
  attemptLimit: number | null
  /** A plug-in decides about answers. */
  checker: boolean
}

export interface CopiedGame {
  id: number
  challenges: CopiedChallenge[]
}

const SOURCE = {
  ...{ id: number, requires: numbers, title: text, type: text, attemptLimit: nullable(number) },
  checker: bool
}
const SOURCES = `
  SELECT id, requires, title, type, attempt_limit AS "attemptLimit", checker IS NOT NULL AS checker FROM challenges
  WHERE game_id = $1 AND (enabled OR release_at IS NOT NULL) ORDER BY id`

const CURVE = { id: number, score: number, minRate: number, difficulty: number, values: nullable(numbers) }

/** SQL: a fingerprint of open or planned challenges; any write to them changes it. */
const PRINT = `
  SELECT md5(concat_ws('|', g.version, g.start_at, g.end_at, g.division_ends,
    (SELECT string_agg(concat_ws(',', c.id, c.version, c.enabled, c.requires), ';' ORDER BY c.id)
     FROM challenges c WHERE c.game_id = g.id),
    (SELECT concat(count(*), ',', max(f.id), ',', sum(f.id)) FROM flags f JOIN challenges c ON c.id = f.challenge_id
     WHERE c.game_id = g.id),
    (SELECT concat(count(*), ',', max(a.id), ',', sum(a.id::bigint * (a.place + 1))) FROM attachments a JOIN challenges c ON c.id = a.challenge_id
     WHERE c.game_id = g.id))) AS print
  FROM games g WHERE g.id = $1`

/** Differs after each change of the game that a rehearsal would notice; null for a deleted game. */
export async function findGameFingerprint(sql: Sql, gameId: number): Promise<string | null> {
  return (await row(sql, { print: text }, PRINT, [gameId]))?.print ?? null
}

async function copyChallenge(
  tx: Change,
  original: number,
  gameId: number
): Promise<[number, NewScoreEvent[]]> {
  const made = await row(tx, CURVE, COPY_CHALLENGE, [original, gameId])
  const { id, values, ...terms } = made!
  const payload = { ...terms, ...(values && { values }) }
  for (const statement of [COPY_FLAGS, COPY_FILES, COPY_PICTURES]) await tx.query(statement, [original, id])
  const at = tx.ctx.now.getTime()
  return [
    id,
    [
      { kind: 'curve', at, challengeId: id, payload },
      { kind: 'open', at, challengeId: id }
    ]
  ]
}

/**
 * Copies a game with its open and planned challenges, flags and files; contents are shared by their hashes. The copy belongs to
 * `run`, has keys of its own, runs now, and all of its challenges are open.
 * @throws AppError `game.not_found` 404
 */
export async function copyGame(
  tx: Change,
  secretBox: SecretBox,
  gameId: number,
  run: string
): Promise<CopiedGame> {
  const { publicKey, privateSeed } = newKeys(secretBox)
  const made = await row(tx, { id: number, bonus: number }, COPY_GAME, [
    gameId,
    HOURS,
    publicKey,
    privateSeed,
    run
  ])
  if (!made) throw notFound('game.not_found')
  const bonus = bloodBonusOf(made.bonus)
  const at = tx.ctx.now.getTime()
  const events: NewScoreEvent[] = bonus ? [{ kind: 'bonus', at, payload: bonus }] : []
  await tx.query(COPY_CATEGORIES, [gameId, made.id])
  const ids = new Map<number, number>()
  const sources = await rows(tx, SOURCE, SOURCES, [gameId])
  for (const { id } of sources) {
    const [copy, opened] = await copyChallenge(tx, id, made.id)
    ids.set(id, copy)
    events.push(...opened)
  }
  const challenges = sources.map(({ id, requires, ...rest }) => {
    // A challenge that is not copied can never be solved; the checks report it, and the other requirements stay.
    const known = requires.flatMap((one) => ids.get(one) ?? [])
    return { ...rest, id: ids.get(id)!, original: id, requires: known }
  })
  for (const { id, requires } of challenges)
    if (requires.length > 0)
      await tx.query('UPDATE challenges SET requires = $2 WHERE id = $1', [id, requires])
  await tx.append(made.id, events)
  return { id: made.id, challenges }
}
