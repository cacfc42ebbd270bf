import { requireActor, requireInGame, requireInSome } from '~/server/access'
import { type Ctx, callerLogFields, hasRole } from '~/server/access/contract'
import { storeEmbeds } from '~/server/assets'
import { checkVersion, diffFields, type VersionCheck } from '~/server/audit'
import type { Change, MakeChange } from '~/server/change'
import { correctByNewTimes, dropLateFreeze, keepEditedEnd } from '~/server/corrections'
import { type Database, number, row, rows, text } from '~/server/db'
import { addFirstOwner } from '~/server/game-staff'
import { changeNotice, insertNotices } from '~/server/notices'
import type { Caches } from '~/server/platform/cache'
import { checkAll } from '~/server/platform/check-all'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import { HOUR_MS, wireTime } from '~/server/platform/time'
import { withoutUndefined } from '~/server/platform/wire'
import { dropAnswers, numberFields } from '~/server/registration-fields'
import type { RegistrationField } from '~/server/registration-fields/contract'
import { requireUnruled } from '~/server/sign-in'
import { requireAllGames } from '~/server/tokens/contract'
import {
  bloodBonusOf,
  endSql,
  type GameFigures,
  type GameInfo,
  type GameInput,
  type GameUpdate,
  inOrder,
  laterEndsOf,
  WRITEUP_HOURS
} from './contract'
import { newKeys } from './game-keys'
import { defineGame, type Game } from './model'
import { listGameFigures, pauseOf } from './queries'

export interface Editing {
  create(ctx: Ctx, input: GameInput): Promise<GameInfo>
  /** As `create`, within a change of the caller; returns the id. */
  createIn(tx: Change, input: GameInput): Promise<number>
  /** Lists games in which the caller is staff, highest id first. */
  editList(
    ctx: Ctx,
    page: { count: number; skip: number }
  ): Promise<{ data: GameInfo[]; length: number; total: number }>
  /** Counts for lists of games; in no order, without ids that do not exist. */
  figures(ctx: Ctx, ids: number[]): Promise<GameFigures[]>
  /** @throws AppError `game.not_found` 404 */
  editOne(ctx: Ctx, id: number): Promise<GameInfo>
  /** Null keeps divisions. @throws AppError `game.not_found` 404, `game.end_before_start`, `game.ends_now`, `edit.conflict` 409 */
  update(ctx: Ctx, id: number, input: GameUpdate, check?: VersionCheck): Promise<GameInfo>
}

export interface EditingNeeds {
  db: Database
  caches: Caches
  change: MakeChange
  secretBox: SecretBox
  log: Log
}

function info(game: Game): GameInfo {
  return {
    id: game.id,
    title: game.title,
    hidden: game.hidden,
    summary: game.summary,
    content: game.content,
    acceptWithoutReview: game.acceptWithoutReview,
    writeupRequired: game.writeupRequired,
    inviteCode: game.inviteCode,
    organizations: game.divisions,
    teamMemberCountLimit: game.memberLimit,
    divisionLimits: game.divisionLimits,
    solo: game.solo,
    registrationFields: game.registrationFields,
    containerCountLimit: game.containerLimit,
    poster: game.posterHash ? `/assets/${game.posterHash}/poster` : null,
    publicKey: game.publicKey,
    practiceMode: game.practiceMode,
    feedback: game.feedback,
    start: wireTime(game.startAt),
    end: wireTime(game.endAt),
    divisionEnds: laterEndsOf({ regularEnd: game.endAt, divisionEnds: game.divisionEnds }),
    writeupDeadline: wireTime(game.writeupDeadline),
    writeupNote: game.writeupNote,
    bloodBonus: game.bloodBonus,
    certificateNote: game.certificateNote,
    certificateSignature: game.certificateSignature,
    freeze: game.freezeAt ? wireTime(game.freezeAt) : null,
    revealed: game.revealedAt ? wireTime(game.revealedAt) : null,
    revealAfter: game.revealAfter,
    pause: pauseOf(game),
    version: game.version
  }
}

type WholeGame = Omit<GameInput, 'registrationFields'> & {
  inviteCode: string | null
  writeupDeadline: Date
  registrationFields: RegistrationField[]
}

const columns = (input: WholeGame) => ({
  title: input.title.trim(),
  divisions: input.organizations ?? [],
  summary: input.summary,
  content: input.content,
  hidden: input.hidden,
  startAt: input.start,
  endAt: input.end,
  inviteCode: input.inviteCode,
  memberLimit: input.teamMemberCountLimit,
  divisionLimits: input.divisionLimits.filter(({ division }) => input.organizations?.includes(division)),
  solo: input.solo,
  registrationFields: input.registrationFields,
  containerLimit: input.containerCountLimit,
  acceptWithoutReview: input.acceptWithoutReview,
  practiceMode: input.practiceMode,
  feedback: input.feedback,
  revealAfter: input.revealAfter,
  writeupRequired: input.writeupRequired,
  writeupDeadline: input.writeupDeadline,
  writeupNote: input.writeupNote,
  bloodBonus: input.bloodBonus,
  certificateNote: input.certificateNote,
  certificateSignature: input.certificateSignature
})

/** @throws AppError `game.end_before_start`, also against kept values */
function changed(game: Game, input: GameUpdate): WholeGame {
  const { writeupDeadline, divisions, startAt: start, endAt: end } = game
  const fields = input.registrationFields
  const given = {
    ...withoutUndefined(input),
    organizations: input.organizations ?? divisions,
    registrationFields: fields
      ? numberFields(fields, game.registrationFields, game.version)
      : game.registrationFields
  }
  const whole = { ...info(game), writeupDeadline, start, end, ...given }
  if (!inOrder(whole)) throw new AppError('game.end_before_start', 400, { extra: { field: 'end' } })
  return whole
}

const bonusEvent = (packed: number, now: Date) => ({
  kind: 'bonus' as const,
  at: now.getTime(),
  payload: bloodBonusOf(packed)!
})

/** Reason in the ledger, in English. */
const windowReason = (before: GameInfo, after: GameInfo): string =>
  (['start', 'end'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => `The ${name} of the game moved from ${before[name]} to ${after[name]}.`)
    .join(' ')

async function announceEnd(tx: Change, { id, startAt, endAt }: Game, before: string): Promise<void> {
  const end = wireTime(endAt)
  const { now } = tx.ctx
  if (end === before || now < startAt) return
  const kind = end > before ? 'EndLater' : 'EndEarlier'
  await insertNotices(tx, id, now, [changeNotice({ kind, values: [end] })])
  tx.invalidate(`notices:${id}`)
  tx.notifyScoring(id)
}

/** Teams of divisions that game $1 would no longer have, and still play or ask to. */
const LEFT_BEHIND = `
  SELECT division, count(*) AS teams FROM participations
  WHERE game_id = $1 AND status <> 'Rejected' AND division = ANY ($2)
  GROUP BY division ORDER BY division`

/**
 * @throws AppError `game.division_ruled` when a rule of a login provider names a removed division; `game.division_chosen` when more
 * teams chose the removed divisions than the caller knows of
 */
async function checkDivisions(tx: Change, { id, divisions }: Game, input: GameUpdate): Promise<void> {
  const { organizations, divisionTeams } = input
  const removed = organizations ? divisions.filter((name) => !organizations.includes(name)) : []
  if (removed.length === 0) return
  await requireUnruled(tx, id, removed)
  if (divisionTeams === undefined) return
  const found = await rows(tx, { division: text, teams: number }, LEFT_BEHIND, [id, removed])
  const teams = found.reduce((sum, one) => sum + one.teams, 0)
  if (teams <= divisionTeams) return
  const list = found.map((one) => `${one.division}: ${one.teams}`).join(', ')
  throw new AppError('game.division_chosen', 400, {
    params: { list },
    extra: { field: 'organizations', teams }
  })
}

/** Accepted teams that play game $1 at $2. */
const PLAYING = `
  SELECT count(*)::int AS teams FROM games g JOIN participations p ON p.game_id = g.id AND p.status = 'Accepted'
  WHERE g.id = $1 AND g.start_at <= $2 AND $2 < ${endSql('g', 'p')}`

const teamsPlaying = async (tx: Change, gameId: number): Promise<number> =>
  (await row(tx, { teams: number }, PLAYING, [gameId, tx.ctx.now]))!.teams

/**
 * Writes the columns, and asks before a moved end stops teams at once (docs/rules/games.md#moving-the-end).
 * @throws AppError `game.ends_now` when it stops more than the caller knows of
 */
async function write(tx: Change, game: Game, input: GameUpdate): Promise<void> {
  const { endsTeams } = input
  const before = endsTeams === undefined ? 0 : await teamsPlaying(tx, game.id)
  await game.update(columns(changed(game, input)), { transaction: tx.transaction })
  if (endsTeams === undefined || before <= endsTeams) return
  const teams = before - (await teamsPlaying(tx, game.id))
  if (teams > endsTeams)
    throw new AppError('game.ends_now', 400, { params: { teams }, extra: { field: 'end', teams } })
}

/** Adjusts what depends on the game: answers to deleted questions, points, and solves at moved times. */
async function followEdit(
  db: Database,
  tx: Change,
  { before, after, input }: { before: GameInfo; after: GameInfo; input: GameUpdate }
): Promise<void> {
  const { id } = after
  await dropAnswers(tx, id, {
    ...{ before: before.registrationFields, fields: after.registrationFields },
    answersLost: input.answersLost
  })
  if (before.bloodBonus !== after.bloodBonus) await tx.append(id, [bonusEvent(after.bloodBonus, tx.ctx.now)])
  if (before.end !== after.end) await keepEditedEnd(tx, id)
  if (before.start !== after.start || before.end !== after.end)
    await correctByNewTimes(db, tx, id, windowReason(before, after))
}

export function createGameEditing({ db, change, secretBox, log }: EditingNeeds): Editing {
  const games = defineGame(db.sequelize)

  const known = (id: number) => games.findByPk(id, { rejectOnEmpty: notFound('game.not_found') })

  const make = async (tx: Change, input: GameInput): Promise<Game> => {
    const { ctx, transaction } = tx
    requireAllGames(ctx.actor)
    const { inviteCode = null, writeupDeadline = new Date(input.end.getTime() + WRITEUP_HOURS * HOUR_MS) } =
      input
    const registrationFields = numberFields(input.registrationFields, [], 0)
    const whole = { ...input, inviteCode, writeupDeadline, registrationFields }
    const values = { ...columns(whole), ...newKeys(secretBox) }
    const created = await games.create({ ...values, createdAt: ctx.now }, { transaction })
    const { id, title } = created
    await addFirstOwner(tx, id)
    await tx.append(id, [bonusEvent(created.bloodBonus, ctx.now)])
    await storeEmbeds(tx, { gameId: id }, created.content, created.writeupNote)
    await tx.audit({ action: 'game_created', target: `game:${id}`, after: { title } })
    tx.invalidate('games')
    return created
  }

  return {
    async create(ctx, input) {
      requireActor(ctx, 'Admin')
      const game = await change(ctx, (tx) => make(tx, input))
      log.info({ game: game.id, ...callerLogFields(ctx) }, 'game_created')
      return info(game)
    },

    async createIn(tx, input) {
      requireActor(tx.ctx, 'Admin')
      return (await make(tx, input)).id
    },

    async editList(ctx, { count, skip }) {
      const actor = requireInSome(ctx, 'overview')
      const own = hasRole(actor.role, 'Admin') ? null : Object.keys(actor.games ?? {}).map(Number)
      const { rows, count: total } = await games.findAndCountAll({
        where: { rehearsal: null, ...(own && { id: own }) },
        order: [['id', 'DESC']],
        limit: count,
        offset: skip
      })
      return { data: rows.map(info), length: rows.length, total }
    },

    async figures(ctx, ids) {
      for (const id of ids) requireInGame(ctx, id, 'overview')
      return listGameFigures(db.pool, ids)
    },

    async editOne(ctx, id) {
      requireInGame(ctx, id, 'overview')
      return info(await known(id))
    },

    async update(ctx, id, input, check) {
      requireInGame(ctx, id, 'settings')
      await known(id)
      const game = await change(ctx, { ledger: id }, async (tx) => {
        const { transaction } = tx
        const found = await games.findByPk(id, { transaction, rejectOnEmpty: notFound('game.not_found') })
        await checkVersion(tx, ctx, `game:${id}`, { ...check, sent: input.version, held: found.version })
        const before = info(found)
        // Both checks ask for a confirmation; checkAll reports them together, so the organiser answers once.
        await checkAll([() => checkDivisions(tx, found, input), () => write(tx, found, input)])
        await storeEmbeds(tx, { gameId: id }, found.content, found.writeupNote)
        await followEdit(db, tx, { before, after: info(found), input })
        if (await dropLateFreeze(tx, id)) await found.reload({ transaction })
        if (input.announce) await announceEnd(tx, found, before.end)
        await tx.audit({ action: 'game_updated', target: `game:${id}`, ...diffFields(before, info(found)) })
        tx.invalidate('games', `game:${id}`)
        // Titles and times; the ledger has a changed bonus.
        tx.notifyScoring(id, 'refresh')
        return found
      })
      return info(game)
    }
  }
}
