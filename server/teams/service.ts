import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { checkVersion } from '~/server/audit'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import { verifyTeamToken } from '~/server/games'
import type { Caches } from '~/server/platform/cache'
import { AppError, notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { sameSecret } from '~/server/platform/same-secret'
import { sha256Hex } from '~/server/platform/sha256'
import { createTeamAdministration, type TeamAdministration } from './administration'
import { addMember } from './admitting'
import { createCaptained } from './captained'
import type { ShownFields, SignatureInput, TeamChange, TeamDetails, TeamInput, TeamView } from './contract'
import { createFinding, type Finding } from './finding'
import type { TeamRequest } from './finding/contract'
import { listOpenRequests } from './finding/queries'
import { insertTeam } from './founding'
import { createInvitations, type Invitations, isWorkingInvitation, redeemInvitation } from './invitations'
import type { TeamInvitation } from './invitations/contract'
import { listInvitations } from './invitations/queries'
import { inviteCode, parseInvite } from './invite'
import { lockTeam } from './lock'
import { refuseRename } from './look-alikes'
import { createMembership, type Membership } from './membership'
import { defineTeams } from './model'
import { findTeam, listOwnTeams, listTeamDetails, readShownFields, refreshBoards } from './queries'
import { NOTHING, shownAfter } from './shown'

export interface Teams extends Membership, TeamAdministration, Invitations, Finding {
  /** The caller is captain and first member. @throws AppError `team.name_required`, `team.already_captain` */
  create(ctx: Ctx, input: TeamInput): Promise<TeamView>
  /** In the order in which the caller joined. */
  mine(ctx: Ctx): Promise<TeamView[]>
  /** What members alone see, in the order of `mine`. */
  details(ctx: Ctx): Promise<TeamDetails[]>
  one(ctx: Ctx, id: number): Promise<TeamView>
  /** What everybody may read besides its line on a board, from memory; nulls for an unknown team. */
  shown(id: number): Promise<ShownFields>
  /** Captain only. Empty keeps the name; in all else null clears, and absent keeps. @throws AppError `edit.conflict` 409 */
  update(ctx: Ctx, id: number, input: TeamChange): Promise<TeamView>
  /** The invite code. Captain only. */
  invite(ctx: Ctx, id: number): Promise<string>
  /** The captain's view of the own page, read at once. */
  lead(ctx: Ctx, id: number): Promise<Lead>
  /** Voids the old code. Captain only. */
  renewInvite(ctx: Ctx, id: number): Promise<string>
  /** The name of the code's team; null for a code that does not work. */
  invitedTo(ctx: Ctx, code: string): Promise<string | null>
  /**
   * Joins the team of an invite code or invitation, even a locked one (docs/rules/teams.md#invite-code).
   * @throws AppError in the order of the rule
   */
  accept(ctx: Ctx, code: string): Promise<TeamView>
  /** Anybody may verify. @throws AppError `signature.malformed`, `signature.invalid` 401 */
  verify(input: SignatureInput): void
}

interface Lead {
  code: string
  invitations: TeamInvitation[]
  waiting: TeamRequest[]
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  log: Log
}

export function createTeams(needs: Needs): Teams {
  const { db, caches, change, log } = needs
  const { teams } = defineTeams(db.sequelize)
  const shown = caches.create<ShownFields>({ ttl: 60_000, max: 5000 })

  const one: Teams['one'] = async (ctx, id) => {
    const team = await findTeam(db.pool, ctx.now, id, ctx.actor?.id ?? null)
    if (!team) throw notFound('team.not_found')
    return team
  }

  const captained = createCaptained(teams, change)
  const { write } = captained

  return {
    one,
    shown: (id) =>
      shown.through(`${id}`, async () => ({
        value: await readShownFields(db.pool, id),
        tags: [`team:${id}`]
      })),
    ...createMembership(needs),
    ...createTeamAdministration(needs),
    ...createInvitations(needs, captained),
    ...createFinding(needs, captained),

    async create(ctx, { name, ...input }) {
      const actor = requireActor(ctx)
      if (!name) throw new AppError('team.name_required', 400, { params: { field: 'name' } })
      const team = { name, ...shownAfter(NOTHING, input), captainId: actor.id, now: ctx.now }
      const id = await change(ctx, (tx) => insertTeam(tx, team))
      log.info({ team: id, ...callerLogFields(ctx) }, 'team_created')
      return one(ctx, id)
    },

    mine: async (ctx) => listOwnTeams(db.pool, ctx.now, requireActor(ctx).id),
    details: async (ctx) => listTeamDetails(db.pool, ctx.now, requireActor(ctx).id),

    verify({ teamToken, publicKey }) {
      // The contract has 401 with 400 in the body.
      if (!verifyTeamToken(publicKey, teamToken))
        throw new AppError('signature.invalid', 401, { bodyStatus: 400 })
    },

    async update(ctx, id, { name, version: sent, ...input }) {
      await write(ctx, id, async (team, tx) => {
        const { version: held } = team
        await checkVersion(tx, ctx, `team:${id}`, { sent, held })
        if (name && name !== team.name) {
          const locked = await lockTeam(tx, id)
          await refuseRename(tx, { teamId: id, name, gameIds: locked!.places.map(({ gameId }) => gameId) })
        }
        const values = { name: name || team.name, ...shownAfter(team, input) }
        await team.update({ ...values, version: held + 1 }, { transaction: tx.transaction })
        tx.invalidate(`team:${id}`)
        await refreshBoards(tx, id)
      })
      return one(ctx, id)
    },

    async invite(ctx, id) {
      const team = await captained.read(ctx, id)
      return inviteCode(team.name, { teamId: id, token: team.inviteToken })
    },

    async lead(ctx, id) {
      const team = await captained.read(ctx, id)
      const [invitations, waiting] = await Promise.all([
        listInvitations(db.pool, ctx.now, id),
        listOpenRequests(db.pool, id)
      ])
      return { code: inviteCode(team.name, { teamId: id, token: team.inviteToken }), invitations, waiting }
    },

    async renewInvite(ctx, id) {
      const token = randomHex(16)
      const { name } = await write(ctx, id, async (team, { transaction }) => {
        await team.update({ inviteToken: token }, { transaction })
      })
      return inviteCode(name, { teamId: id, token })
    },

    async invitedTo(ctx, code) {
      const invite = parseInvite(code)
      const team = invite && (await teams.findByPk(invite.teamId, { attributes: ['name', 'inviteToken'] }))
      if (!invite || !team) return null
      const { teamId, token } = invite
      const works =
        sameSecret(token, team.inviteToken) || (await isWorkingInvitation(db, ctx.now, teamId, token))
      return works ? team.name : null
    },

    async accept(ctx, code) {
      const actor = requireActor(ctx)
      const invite = parseInvite(code)
      if (!invite) throw new AppError('team.invite_code_malformed')
      await change(ctx, async (tx) => {
        const { transaction } = tx
        // A shared lock, so that neither renewal nor deletion comes before the member is stored.
        const team = await teams.findByPk(invite.teamId, { transaction, lock: transaction.LOCK.SHARE })
        if (!team) throw new AppError('team.invite_team_not_found')
        if (!sameSecret(invite.token, team.inviteToken)) {
          const tokenHash = sha256Hex(invite.token)
          await redeemInvitation(tx, ctx.now, { teamId: team.id, tokenHash, userId: actor.id })
        }
        await addMember(tx, team.id, actor.id)
      })
      log.info({ team: invite.teamId, ...callerLogFields(ctx) }, 'team_joined')
      return one(ctx, invite.teamId)
    }
  }
}
