import { listBarred, refuseStaff, requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import {
  bool,
  type Database,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  uuid
} from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { type GameFacts, gamePhase, offersSolo, phaseIn } from '~/server/games/contract'
import { AppError, gameEnded, isAppError, notFound, whatIsGone } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { sameSecret } from '~/server/platform/same-secret'
import type { SecretBox } from '~/server/platform/secret-box'
import type { Plugins } from '~/server/plugins'
import { answersAtSignUp, storeAnswers } from '~/server/registration-fields'
import { listUnproven, readReservedDivisions } from '~/server/sign-in'
import {
  dropEmptied,
  findCaptainedTeam,
  findFreeTeamName,
  insertTeam,
  lockTeamShared,
  memberPlaceSql,
  refuseLookAlike
} from '~/server/teams'
import { type AloneInput, type JoinInput, STORED_STATUSES } from './contract'
import { correctByDivisionTimes } from './division-times'
import { accept, addRegistration, announceTeams, enrol, invalidateTeamsIn } from './enrolling'
import { canLeave, divisionOf, refuseTooMany, refuseUnproven } from './policy'

const CANDIDATE = {
  teamId: number,
  name: text,
  member: bool,
  members: number,
  /** The caller's place among the members by joining the team, from 1; 0 for others. */
  place: number,
  participationId: nullable(number),
  status: nullable(oneOf(STORED_STATUSES)),
  division: nullable(text),
  extraMs: number
}

function candidate(sql: Sql, gameId: number, teamId: number, userId: string) {
  return row(
    sql,
    CANDIDATE,
    `SELECT t.id AS "teamId", t.name, p.id AS "participationId", p.status, p.division,
       coalesce(p.extra_ms, 0) AS "extraMs",
       EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = t.id AND m.user_id = $3) AS member,
       (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members,
       ${memberPlaceSql('t.id', '$3')} AS place
     FROM teams t JOIN games g ON g.id = $1 AND g.rehearsal IS NOT DISTINCT FROM t.rehearsal
       LEFT JOIN participations p ON p.team_id = t.id AND p.game_id = $1 WHERE t.id = $2`,
    [gameId, teamId, userId]
  )
}

const REGISTRATION = { participationId: number, teamId: number, status: oneOf(STORED_STATUSES) }
type Registration = RowOf<typeof REGISTRATION>

/** Where somebody will play. `teamId` null: a team is made for the caller alone. */
async function placeFor(
  sql: Sql,
  game: GameFacts,
  userId: string,
  { teamId, organization }: Pick<JoinInput, 'organization'> & { teamId: number | null }
) {
  const found = teamId === null ? undefined : await candidate(sql, game.id, teamId, userId)
  // The first member chooses the division, again after a rejection; others follow.
  const opens = !found?.member || found.status === null || found.status === 'Rejected'
  const reserved = await readReservedDivisions(sql, game.id, userId)
  const asked = organization || (opens && reserved.proven.length === 1 ? reserved.proven[0] : null)
  const division = opens || asked ? divisionOf(game, asked) : null
  return { found, opens, reserved, division, plays: opens ? division : found.division }
}

function registration(sql: Sql, gameId: number, userId: string): Promise<Registration | undefined> {
  return row(
    sql,
    REGISTRATION,
    `SELECT p.id AS "participationId", p.team_id AS "teamId", p.status
     FROM registrations r JOIN participations p ON p.id = r.participation_id
     WHERE r.game_id = $1 AND r.user_id = $2`,
    [gameId, userId]
  )
}

async function dropRegistration(sql: Sql, gameId: number, userId: string): Promise<void> {
  await sql.query('DELETE FROM registrations WHERE game_id = $1 AND user_id = $2', [gameId, userId])
}

/** A team without registrations leaves the game. */
async function withdraw(sql: Sql, gameId: number, userId: string, participationId: number): Promise<void> {
  await dropRegistration(sql, gameId, userId)
  await dropEmptied(sql, [participationId])
}

interface Again {
  gameId: number
  participationId: number
  division: string | null
  /** Whether nobody may come along into another division without being asked. */
  asks: boolean
}

/**
 * A rejected team signs up again, perhaps for another division. Registrations from before are of members whom nothing has asked
 * about that one: who might not follow into it does not come along, nor does who is staff of the game by now or was since.
 */
async function dropUnasked(tx: Change, { gameId, participationId, division, asks }: Again): Promise<void> {
  const found = await rows(
    tx,
    { id: uuid },
    'SELECT user_id AS id FROM registrations WHERE participation_id = $1 ORDER BY user_id',
    [participationId]
  )
  const ids = found.map(({ id }) => id)
  const barred = new Set(division === null ? [] : asks ? ids : await listUnproven(tx, gameId, division, ids))
  // Who got a role in the game since, even where it is gone again.
  for (const { id } of await listBarred(tx, gameId, ids)) barred.add(id)
  const dropped = [...barred]
  for (const id of dropped) await dropRegistration(tx, gameId, id)
  tx.invalidate(...dropped.map((id) => `user:${id}`))
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  secretBox: SecretBox
  plugins: Pick<Plugins, 'names' | 'register'>
  log: Log
}

export function createJoining({ db, change, games, secretBox, plugins, log }: Needs) {
  const queues = new Map<number, Promise<unknown>>()

  /** Serialises registrations of a game, because limits are checked against stored rows. */
  const serialised = <T>(
    ctx: Ctx,
    gameId: number,
    teamId: number | null,
    work: (tx: Change) => Promise<T>
  ): Promise<T> => {
    const run = () =>
      change(ctx, async (tx) => {
        if (teamId !== null) await lockTeamShared(tx, teamId)
        // Also blocks reviews: a team is not accepted while its last member leaves.
        await tx.lock({ ledger: gameId })
        return work(tx)
      })
    // Waits here and not at the lock, which would occupy connections that players need.
    const result = (queues.get(gameId) ?? Promise.resolve()).then(run, run).catch((error: unknown) => {
      throw whatIsGone(error)
    })
    const over: Promise<unknown> = result
      .catch(() => {})
      .then(() => queues.get(gameId) === over && queues.delete(gameId))
    queues.set(gameId, over)
    return result
  }

  const asksPlugins = ({ rehearsal }: GameFacts) =>
    rehearsal === null && plugins.names('registration').length > 0

  /**
   * Before the locks, which a plug-in must not hold; whoever may not join anyway is refused behind them. `teamId` null: a team is
   * made for the caller alone. Returns the division that the plug-ins were asked about; undefined if they were not asked.
   */
  const askPlugins = async (
    ctx: Ctx,
    game: GameFacts,
    teamId: number | null,
    { organization }: AloneInput
  ): Promise<string | null | undefined> => {
    if (!asksPlugins(game)) return
    const user = requireActor(ctx)
    const { found, plays } = await placeFor(db.pool, game, user.id, { teamId, organization })
    const account = await row(db.pool, { email: text }, 'SELECT email FROM users WHERE id = $1', [user.id])
    if (!account || (teamId !== null && !found?.member)) return
    await plugins.register({
      of: 'game',
      game: { id: game.id, title: game.title },
      user: { id: user.id, userName: user.userName, email: account.email },
      team: found ? { id: found.teamId, name: found.name } : null,
      division: plays
    })
    return plays
  }

  /** `told`: what `askPlugins` returned. */
  const register = async (
    tx: Change,
    game: GameFacts,
    input: JoinInput,
    { alone = false, told }: { alone?: boolean; told: string | null | undefined }
  ): Promise<number> => {
    const userId = requireActor(tx.ctx).id
    const { found, opens, reserved, division, plays } = await placeFor(tx, game, userId, input)
    if (!found) throw notFound('team.not_found')
    if (!found.member) throw new AppError('game.not_team_member')
    if (alone && found.members > 1) throw new AppError('game.solo_team_shared')
    if (
      phaseIn(game, { division: plays, extraMs: found.extraMs }, tx.ctx.now) === 'ended' &&
      !game.practiceMode
    )
      throw gameEnded()
    const current = await registration(tx, game.id, userId)
    if (current && current.status !== 'Rejected') throw new AppError('game.already_joined')
    await refuseStaff(tx, game.id, [userId])
    if (found.participationId === null)
      await refuseLookAlike(tx, { teamId: found.teamId, name: found.name, gameId: game.id })
    refuseUnproven(reserved, plays)
    refuseTooMany(game, plays, opens ? found.members : found.place)
    // The team or its division is another than the plug-ins were asked about.
    if (asksPlugins(game) && told !== plays) throw new AppError('server.busy', 503, { retryAfter: 1 })
    const given = input.answers ?? {}
    const asks = game.registrationFields.length > 0 || Object.keys(given).length > 0
    const answered = asks
      ? await answersAtSignUp(tx, { gameId: game.id, userId, teamId: found.teamId, opens, given })
      : null
    if (current?.participationId === found.participationId) await dropRegistration(tx, game.id, userId)
    else if (current) await withdraw(tx, game.id, userId, current.participationId)
    if (found.status === 'Rejected') {
      const checked = division !== found.division && plugins.names('registration').length > 0
      await dropUnasked(tx, {
        gameId: game.id,
        participationId: found.participationId!,
        division,
        asks: checked
      })
    }
    const participationId =
      found.participationId ??
      (await enrol(secretBox, tx, { gameId: game.id, teamId: found.teamId, division }))
    await addRegistration(tx, game, participationId, userId)
    if (answered) await storeAnswers(tx, { gameId: game.id, userId, participationId }, answered)
    if (found.status === 'Rejected')
      await tx.query(`UPDATE participations SET status = 'Pending', division = $2 WHERE id = $1`, [
        participationId,
        division
      ])
    if (found.status === null || found.status === 'Rejected')
      await announceTeams(tx, game.id, 'team_applied', [participationId])
    if (game.acceptWithoutReview) await accept(tx, game.id, participationId)
    if (game.acceptWithoutReview && found.status === 'Rejected')
      await correctByDivisionTimes(db, tx, game.id, [participationId])
    await invalidateTeamsIn(tx, game.id, {
      participationIds: [participationId, current?.participationId ?? participationId],
      teamIds: [found.teamId, current?.teamId ?? found.teamId]
    })
    return participationId
  }

  /** The game, if the caller may sign up for it at this moment. */
  const enterable = async (ctx: Ctx, gameId: number, { inviteCode }: AloneInput): Promise<GameFacts> => {
    requireActor(ctx)
    const game = await games.see(ctx, gameId)
    if (gamePhase(game, ctx.now) === 'ended' && !game.practiceMode) throw gameEnded()
    if (game.inviteCode !== null && !sameSecret(inviteCode ?? '', game.inviteCode))
      throw new AppError(inviteCode?.trim() ? 'game.invite_code_invalid' : 'game.invite_code_required')
    return game
  }

  /** With the team that the caller leads, or a new one of the caller's name. */
  const registerAlone = async (ctx: Ctx, game: GameFacts, input: AloneInput): Promise<number> => {
    const { id: captainId, userName } = requireActor(ctx)
    const led = await findCaptainedTeam(db.pool, captainId)
    const told = await askPlugins(ctx, game, led?.id ?? null, input)
    return serialised(ctx, game.id, led?.id ?? null, async (tx) => {
      const teamId =
        led?.id ??
        (await insertTeam(tx, {
          ...{ name: await findFreeTeamName(tx, game.id, userName), bio: null, captainId, now: ctx.now }
        }))
      return register(tx, game, { ...input, teamId }, { alone: true, told })
    })
  }

  return {
    /**
     * Plays alone: with the team that the caller leads and is the only member of, or a new one.
     * @throws AppError as `join`; `game.solo_not_offered`, `game.solo_team_shared`
     */
    async joinAlone(ctx: Ctx, gameId: number, input: AloneInput): Promise<void> {
      const game = await enterable(ctx, gameId, input)
      if (!offersSolo(game, divisionOf(game, input.organization))) throw new AppError('game.solo_not_offered')
      const participation = await registerAlone(ctx, game, input).catch((error: unknown) => {
        // Two clicks at the same moment: the other made the team.
        if (isAppError(error) && error.code === 'team.already_captain') return registerAlone(ctx, game, input)
        throw error
      })
      log.info({ game: gameId, participation, ...callerLogFields(ctx) }, 'game_joined')
    },

    /** @throws AppError in the order of docs/rules/participation.md#joining */
    async join(ctx: Ctx, gameId: number, input: JoinInput): Promise<void> {
      const game = await enterable(ctx, gameId, input)
      const told = await askPlugins(ctx, game, input.teamId, input)
      const participation = await serialised(ctx, gameId, input.teamId, (tx) =>
        register(tx, game, input, { told })
      )
      log.info({ game: gameId, participation, ...callerLogFields(ctx) }, 'game_joined')
    },

    /** @throws AppError `game.not_joined`, `game.leave_after_review` */
    async leave(ctx: Ctx, gameId: number): Promise<void> {
      const actor = requireActor(ctx)
      await games.see(ctx, gameId)
      const participation = await serialised(ctx, gameId, null, async (tx) => {
        const current = await registration(tx, gameId, actor.id)
        if (!current) throw new AppError('game.not_joined')
        if (!canLeave(current.status)) throw new AppError('game.leave_after_review')
        const { participationId, teamId } = current
        await withdraw(tx, gameId, actor.id, participationId)
        await invalidateTeamsIn(tx, gameId, { participationIds: [participationId], teamIds: [teamId] })
        tx.invalidate(`user:${actor.id}`)
        return participationId
      })
      log.info({ game: gameId, participation, ...callerLogFields(ctx) }, 'game_left')
    }
  }
}
