import { z } from 'zod'
import { challengeValue } from '~/scoring/rules'
import { requireInGame } from '~/server/access'
import { type Ctx, mayIn } from '~/server/access/contract'
import { BLOCK_COLUMNS, BLOCK_ROW, blockOf } from '~/server/blocks'
import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import {
  bool,
  type Database,
  json,
  nullable,
  number,
  oneOf,
  type Pool,
  row,
  rows,
  text,
  texts,
  time
} from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { openOffers } from '~/server/hints'
import { storedHint } from '~/server/hints/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { shownConnections } from '../connections/command'
import { storedConnection } from '../connections/contract'
import { CHALLENGE_LIMITS, CHALLENGE_TYPES, type ChallengeType } from '../contract'
import { curveOf } from '../curve'
import type { ShownFile } from '../files/contract'
import { attachedFiles, playedFilesSql, shownFiles } from '../files/queries'
import { flagsToCheckSql, triedFlagSql } from '../flags/matching'
import { testFlag } from '../flags/template'
import { labelled } from '../labels/constants'
import { LABELLING, LABELLING_ROW } from '../labels/queries'
import type { ChallengePlugins } from '../plugin-columns'
import { HINT_TIMES_SQL, hintTimes, hintTimesOf, SOLVERS_SQL, TERMS, VALUED } from '../queries'
import type { TrialCard, TrialVerdict, TrialView } from './contract'

/**
 * Lets staff of the game see challenges at any time, and users who write challenges try flags. Nothing is stored or counted
 * (docs/rules/challenges.md#trial).
 */
export interface Trial {
  /** Lists challenges by id. @throws AppError `game.not_found` 404 */
  trialList(ctx: Ctx, gameId: number): Promise<TrialCard[]>
  /** @throws AppError `game.not_found`, `challenge.not_found` 404 */
  trial(ctx: Ctx, gameId: number, challengeId: number): Promise<TrialView>
  tryFlag(ctx: Ctx, gameId: number, challengeId: number, flag: string): Promise<TrialVerdict>
}

interface Needs {
  db: Database
  games: GameAccess
  plugins: ChallengePlugins
}

const RULES = {
  StaticAttachment: 'any',
  StaticContainer: 'any',
  DynamicAttachment: 'first_file',
  DynamicContainer: 'test_instance'
} as const satisfies Record<ChallengeType, TrialView['rule']>

const CARD = {
  ...VALUED,
  ...LABELLING_ROW,
  id: number,
  title: text,
  ...CATEGORY_ROW,
  isEnabled: bool,
  releaseAt: nullable(time)
}
const CARD_COLUMNS = `c.id, c.title, ${CATEGORY_COLUMNS}, ${LABELLING}, c.enabled AS "isEnabled", c.release_at AS "releaseAt",
  ${TERMS}, ${SOLVERS_SQL} AS solvers`

const TRIED = {
  ...CARD,
  ...BLOCK_ROW,
  closesAt: nullable(time),
  type: oneOf(CHALLENGE_TYPES),
  author: text,
  content: text,
  hints: texts,
  hintTimes,
  pricedHints: json(z.array(storedHint)),
  connections: json(z.array(storedConnection)),
  fileName: text,
  files: attachedFiles,
  flags: number,
  /** The flags that the checker is told; without that of a blank template. */
  flagTexts: texts,
  checker: nullable(text),
  template: nullable(text),
  testFlag: nullable(text)
}

const TEST_FLAG = `(SELECT i.test_flag FROM instances i WHERE i.challenge_id = c.id AND i.kind = 'test'
  ORDER BY i.requested_at DESC LIMIT 1)`

/** A pool shows the file of its oldest flag. */
async function tried(pool: Pool, gameId: number, challengeId: number) {
  const found = await row(
    pool,
    TRIED,
    `SELECT ${CARD_COLUMNS}, ${BLOCK_COLUMNS}, c.closes_at AS "closesAt", c.type, c.author, c.content, c.hints, ${HINT_TIMES_SQL} AS "hintTimes", c.priced_hints AS "pricedHints", c.connections,
       c.file_name AS "fileName", c.flag_template AS template,
       (SELECT count(*)::int FROM flags f WHERE f.challenge_id = c.id) AS flags, c.checker,
       CASE WHEN c.checker IS NULL THEN '{}' ELSE ${flagsToCheckSql(triedFlagSql(TEST_FLAG))} END AS "flagTexts", ${TEST_FLAG} AS "testFlag",
       ${playedFilesSql('(SELECT min(f.id) FROM flags f WHERE f.challenge_id = c.id)')} AS files
     FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.game_id = $1 AND c.id = $2`,
    [gameId, challengeId]
  )
  if (!found) throw notFound('challenge.not_found')
  return found
}
type Tried = Awaited<ReturnType<typeof tried>>

/** Flag of a test instance, existing or not; a blank template always gives the same. */
const expectedTestFlag = ({ testFlag: given, template }: Tried): string | null =>
  given ?? (template ? null : testFlag(template))

const MATCH = { place: nullable(number), team: nullable(text) }

async function match(pool: Pool, challengeId: number, flag: string) {
  const found = await row(
    pool,
    MATCH,
    `SELECT (SELECT one.place FROM (SELECT f.flag, (row_number() OVER (ORDER BY f.id))::int AS place FROM flags f
         WHERE f.challenge_id = $1) one WHERE one.flag = $2 ORDER BY one.place LIMIT 1) AS place,
       (SELECT t.name FROM team_flags o JOIN participations p ON p.id = o.participation_id JOIN teams t ON t.id = p.team_id
         WHERE o.challenge_id = $1 AND o.flag = $2 LIMIT 1) AS team`,
    [challengeId, flag]
  )
  return found!
}

/** @throws AppError `plugin.failed` 503 with the plug-in's fault */
async function checked(plugins: ChallengePlugins, name: string, found: Tried, answer: string) {
  const { id, title, type, flagTexts } = found
  const own = RULES[type] === 'test_instance' ? expectedTestFlag(found) : null
  const flags = own ? [own] : flagTexts
  try {
    return await plugins.check(name, { answer, flags, challenge: { id, title }, team: null })
  } catch (error) {
    throw new AppError('plugin.failed', 503, { params: { name, reason: (error as Error).message } })
  }
}

/** Judges for a test team, which has the first file or the newest test instance. */
function isRight(challenge: Tried, place: number | null, flag: string): boolean {
  switch (RULES[challenge.type]) {
    case 'any':
      return place !== null
    case 'first_file':
      return place === 1
    case 'test_instance':
      return flag === expectedTestFlag(challenge)
  }
}

const isSolvable = (found: Tried): boolean => {
  if (found.checker) return true
  return RULES[found.type] === 'test_instance' ? expectedTestFlag(found) !== null : found.flags > 0
}

/** What staff get: files are [] for those who may not read them. */
function viewOf(found: Tried, files: ShownFile[], now: Date): TrialView {
  const { id, title, content, category, customCategory, type, hints, isEnabled, releaseAt } = found
  const rule = RULES[type]
  return {
    id,
    title,
    content,
    category,
    customCategory,
    author: found.author,
    level: found.level,
    tags: found.tags,
    hints: [...hints, ...found.pricedHints.map((hint) => hint.content)],
    hintTimes: [...hintTimesOf(found), ...found.pricedHints.map(() => null)],
    pricedHints: openOffers(found.pricedHints, now),
    connections: shownConnections(found.connections),
    score: challengeValue(curveOf(found), found.solvers - found.free),
    type,
    context: {
      closeTime: null,
      instanceEntry: null,
      url: files[0]?.url ?? null,
      fileSize: files[0]?.size ?? null
    },
    files,
    attempts: null,
    blocked: blockOf(found),
    closesAt: found.closesAt && wireTime(found.closesAt),
    solved: false,
    practised: false,
    isEnabled,
    releaseAt: releaseAt && wireTime(releaseAt),
    rule,
    solvable: isSolvable(found)
  }
}

export function createTrial({ db: { pool }, games, plugins }: Needs): Trial {
  return {
    async trialList(ctx, gameId) {
      requireInGame(ctx, gameId, 'preview')
      await games.info(gameId)
      const all = await rows(
        pool,
        CARD,
        `SELECT ${CARD_COLUMNS} FROM challenges c WHERE c.game_id = $1 ORDER BY c.id LIMIT ${CHALLENGE_LIMITS.listed}`,
        [gameId]
      )
      return all.map(({ solvers, free, level, tags, requires, hideLocked, blocked, ...one }) => ({
        ...one,
        ...labelled({ level, tags, requires, hideLocked, blocked }),
        score: challengeValue(curveOf(one), solvers - free),
        solved: solvers
      }))
    },

    async trial(ctx, gameId, challengeId) {
      requireInGame(ctx, gameId, 'preview')
      await games.info(gameId)
      const found = await tried(pool, gameId, challengeId)
      // Files are read by those whose work they are (docs/rules/files.md#who-may-read).
      return viewOf(found, mayIn(ctx.actor, gameId, 'challenges') ? shownFiles(found) : [], ctx.now)
    },

    async tryFlag(ctx, gameId, challengeId, flag) {
      requireInGame(ctx, gameId, 'challenges')
      await games.info(gameId)
      const found = await tried(pool, gameId, challengeId)
      const { place, team } = await match(pool, challengeId, flag)
      const wrong = team === null ? 'WrongAnswer' : 'CheatDetected'
      const right = await (found.checker
        ? checked(plugins, found.checker, found, flag)
        : isRight(found, place, flag))
      const status = right ? 'Accepted' : wrong
      return { status, place, flags: found.flags, team }
    }
  }
}
