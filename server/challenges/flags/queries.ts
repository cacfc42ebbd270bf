import { bool, json, nullable, number, type Pool, row, rows, text } from '~/server/db'
import { teamHashSalt } from '~/server/games'
import { attachedFile, attachmentUrl, FILE, type FileRow } from '../attached-file'
import type { ChallengeEdit } from '../contract'
import type { Challenge } from '../model'
import type { FlagSamples, PoolStock } from './contract'
import { MIN_BITS, makeFlag, teamHash, templateBits, templateFault } from './template'

const FLAG = {
  id: number,
  flag: text,
  drawn: bool,
  decoy: nullable(text),
  file: nullable(json(attachedFile))
}
const STOCK = { flags: number, drawn: number, teams: number }
type FlagInfo = ChallengeEdit['flags'][number]

function attachmentView(file: FileRow | null, shared: string | null): ChallengeEdit['attachment'] {
  return file && { id: file.id, type: file.type, url: attachmentUrl(file, shared), fileSize: file.size }
}

/** All of a challenge, in the order in which they were added. `drawn`: a team has it as its own. */
export async function listFlags(pool: Pool, { id, type, fileName }: Challenge): Promise<FlagInfo[]> {
  const flags = await rows(
    pool,
    FLAG,
    `SELECT f.id, f.flag, f.decoy, EXISTS (SELECT FROM team_flags o WHERE o.flag_id = f.id) AS drawn,
       (SELECT ${FILE} FROM attachments a LEFT JOIN blobs b ON b.hash = a.hash WHERE a.flag_id = f.id) AS file
     FROM flags f WHERE f.challenge_id = $1 ORDER BY f.id`,
    [id]
  )
  const shared = type === 'DynamicAttachment' ? fileName : null
  return flags.map(({ file, ...flag }) => ({ ...flag, attachment: attachmentView(file, shared) }))
}

export async function countFlagStock(pool: Pool, { id, gameId }: Challenge): Promise<PoolStock> {
  const stock = await row(
    pool,
    STOCK,
    `SELECT (SELECT count(*)::int FROM flags WHERE challenge_id = $1) AS flags,
       (SELECT count(*)::int FROM team_flags WHERE challenge_id = $1) AS drawn,
       (SELECT count(*)::int FROM participations WHERE game_id = $2 AND status = 'Accepted') AS teams`,
    [id, gameId]
  )
  return stock!
}

const EXAMPLES = 3

/**
 * `samples`: flags that the template makes for some accepted teams, or for a nameless one while there is none; empty if
 * they would be too long to be submitted.
 */
export async function readFlagSamples(
  pool: Pool,
  { id, gameId }: Challenge,
  template: string
): Promise<FlagSamples> {
  const teams = await rows(
    pool,
    { id: number, team: nullable(text), token: text, seed: text },
    `SELECT coalesce(p.id, 0) AS id, t.name AS team, coalesce(p.token, '') AS token, g.private_seed AS seed
     FROM games g LEFT JOIN participations p ON p.game_id = g.id AND p.status = 'Accepted'
     LEFT JOIN teams t ON t.id = p.team_id WHERE g.id = $1 ORDER BY p.id LIMIT $2`,
    [gameId, EXAMPLES]
  )
  const fault = templateFault(template)
  const flagOf = (token: string, seed: string) => makeFlag(template, teamHash(teamHashSalt(seed), id, token))
  const samples = teams.map(({ id: place, team, token, seed }) => ({
    id: place,
    team,
    flag: flagOf(token, seed)
  }))
  return {
    fault,
    bits: templateBits(template),
    least: MIN_BITS,
    samples: fault === 'challenge.flag_template_too_long' ? [] : samples
  }
}
