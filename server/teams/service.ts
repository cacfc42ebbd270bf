import type { Transaction } from 'sequelize'
import { actorOf } from '~/server/accounts'
import { type Actor, type Ctx, callerOf } from '~/server/accounts/contract'
import { checkVersion } from '~/server/audit'
import { verifyTeamToken } from '~/server/games'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import { type Database, rawOf } from '~/server/platform/db'
import { AppError, forbidden, isUniqueViolation, notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { createTeamAdministration, type TeamAdministration } from './administration'
import type { SignatureInput, TeamChange, TeamDetails, TeamInput, TeamView } from './contract'
import { inviteCode, parseInvite, sameToken } from './invite'
import { createMembership, type Membership } from './membership'
import { defineTeams, type Team } from './model'
import { detailsOf, gamesOf, teamById, teamsOf } from './queries'

export interface Teams extends Membership, TeamAdministration {
  /**
   * Creates a team; the caller is its captain and first member.
   * @throws AppError `team.name_required`, `team.already_captain`
   */
  create(ctx: Ctx, input: TeamInput): Promise<TeamView>
  /** The caller's teams. */
  mine(ctx: Ctx): Promise<TeamView[]>
  /** What the caller may know of each of the caller's teams beyond what everybody sees; in no order. */
  details(ctx: Ctx): Promise<TeamDetails[]>
  /** @throws AppError `team.not_found` 404 */
  one(ctx: Ctx, id: number): Promise<TeamView>
  /**
   * Captain only. An empty name keeps the name, a null bio clears the bio, an absent one keeps it.
   * @throws AppError `edit.conflict` 409 as checkVersion() says of `input.version`
   */
  update(ctx: Ctx, id: number, input: TeamChange): Promise<TeamView>
  /** The code that lets others in. Captain only. */
  invite(ctx: Ctx, id: number): Promise<string>
  /** A new code; the old one is void. Captain only. */
  renewInvite(ctx: Ctx, id: number): Promise<string>
  /**
   * Makes the caller a member of the team whose code it is; a lock does not matter (behaviour.md 2.2).
   * @returns the team
   */
  accept(ctx: Ctx, code: string): Promise<TeamView>
  /**
   * Whether a token is a team's, for anybody who has the public key of the game (behaviour.md 2.4).
   * @throws AppError `signature.malformed`, `signature.invalid` 401
   */
  verify(input: SignatureInput): void
}

interface Needs {
  db: Database
  caches: Caches
  log: Log
  /** Tells scoring that names on a game's board changed. */
  wake(gameId: number, reason: WakeReason): void
}

export function createTeams(needs: Needs): Teams {
  const { db, caches, log, wake } = needs
  const { teams, members } = defineTeams(db.sequelize)

  const one: Teams['one'] = async (ctx, id) => {
    const team = await teamById(db.pool, ctx.now, id)
    if (!team) throw notFound('team.not_found')
    return team
  }

  /** The team when the caller is its captain; the contract answers 400 for an unknown one here. */
  const captained = async (actor: Actor, id: number, transaction?: Transaction): Promise<Team> => {
    const team = await teams.findByPk(id, { transaction, lock: transaction !== undefined })
    if (!team) throw new AppError('team.not_found')
    if (team.captainId !== actor.id) throw forbidden('team.captain_only')
    return team
  }

  /** One change at a time, by whoever is captain then. */
  const write = (actor: Actor, id: number, work: (team: Team, transaction: Transaction) => Promise<void>) =>
    db.modelTransaction(async (transaction) => {
      const team = await captained(actor, id, transaction)
      await work(team, transaction)
      return team
    })

  return {
    one,
    ...createMembership(needs),
    ...createTeamAdministration(needs),

    async create(ctx, { name, bio }) {
      const actor = actorOf(ctx)
      if (!name) throw new AppError('team.name_required')
      try {
        const id = await db.modelTransaction(async (transaction) => {
          const values = {
            name,
            bio: bio || null,
            captainId: actor.id,
            inviteToken: randomHex(16),
            createdAt: ctx.now
          }
          const team = await teams.create(values, { transaction })
          await members.create({ teamId: team.id, userId: actor.id, joinedAt: ctx.now }, { transaction })
          return team.id
        })
        log.info({ team: id, ...callerOf(ctx) }, 'team_created')
        return one(ctx, id)
      } catch (error) {
        if (isUniqueViolation(error, 'teams_captain_id_key')) throw new AppError('team.already_captain')
        throw error
      }
    },

    mine: async (ctx) => teamsOf(db.pool, ctx.now, actorOf(ctx).id),
    details: async (ctx) => detailsOf(db.pool, ctx.now, actorOf(ctx).id),

    verify({ teamToken, publicKey }) {
      // The contract answers 401 with 400 in the body.
      if (!verifyTeamToken(publicKey, teamToken))
        throw new AppError('signature.invalid', 401, { bodyStatus: 400 })
    },

    async update(ctx, id, { name, bio, version: sent }) {
      await write(actorOf(ctx), id, async (team, transaction) => {
        const { version: held } = team
        await checkVersion(rawOf(transaction), ctx, `team:${id}`, { sent, held })
        const values = { name: name || team.name, bio: bio === undefined ? team.bio : bio || null }
        await team.update({ ...values, version: held + 1 }, { transaction })
      })
      caches.forget(`team:${id}`)
      for (const gameId of await gamesOf(db.pool, id)) wake(gameId, 'refresh')
      return one(ctx, id)
    },

    async invite(ctx, id) {
      const team = await captained(actorOf(ctx), id)
      return inviteCode(team.name, { teamId: id, token: team.inviteToken })
    },

    async renewInvite(ctx, id) {
      const token = randomHex(16)
      const { name } = await write(actorOf(ctx), id, async (team, transaction) => {
        await team.update({ inviteToken: token }, { transaction })
      })
      return inviteCode(name, { teamId: id, token })
    },

    async accept(ctx, code) {
      const actor = actorOf(ctx)
      const invite = parseInvite(code)
      if (!invite) throw new AppError('team.invite_code_malformed')
      await db.modelTransaction(async (transaction) => {
        // The share lock keeps the code from being renewed, and the team from going, until the member is in.
        const team = await teams.findByPk(invite.teamId, { transaction, lock: transaction.LOCK.SHARE })
        if (!team) throw new AppError('team.invite_team_not_found')
        if (!sameToken(invite.token, team.inviteToken)) throw new AppError('team.invite_token_mismatch')
        try {
          await members.create({ teamId: team.id, userId: actor.id, joinedAt: ctx.now }, { transaction })
        } catch (error) {
          if (isUniqueViolation(error, 'team_members_pkey')) throw new AppError('team.already_member')
          throw error
        }
      })
      caches.forget(`user:${actor.id}`)
      log.info({ team: invite.teamId, ...callerOf(ctx) }, 'team_joined')
      return one(ctx, invite.teamId)
    }
  }
}
