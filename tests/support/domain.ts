import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Ctx, Role } from '~/server/access/contract'
import { type GameInput, gameInput } from '~/server/games/contract'
import { createCaches } from '~/server/platform/cache'
import type { Env } from '~/server/platform/env'
import { type AppError, isAppError } from '~/server/platform/errors'
import { HOUR_MS } from '~/server/platform/time'
import type { Loaded } from '~/server/plugins'
import { createServices, type Services } from '~/server/services'
import { addUsers, type Member } from './fixtures'
import { openStores, type Stores } from './stores/stores'

/** All services on stores of their own, and callers. */
export interface Domain {
  services: Services
  stores: Stores
  /** HALYARD_DATA of these services. */
  data: string
  /** A caller; null is a visitor. */
  as(member: Member | null, options?: { role?: Role; now?: Date }): Ctx
  users(count: number, role?: Role): Promise<Member[]>
  /** A caller with the role Admin, its account stored. */
  admin: Ctx
  /** A game from an hour ago until in an hour, unless given. */
  game(input?: Partial<GameInput>): Promise<number>
  team(members?: number): Promise<{ id: number; captain: Member; members: Member[] }>
  close(): Promise<void>
}

const sessionIdOf = ({ id }: Member) => `session of ${id}`

/** @param more environment of the services */
export async function openDomain(more: Partial<Env> = {}, plugins: readonly Loaded[] = []): Promise<Domain> {
  const stores = await openStores()
  const { db, redis, log } = stores
  const caches = await createCaches(redis, log)
  const data = mkdtempSync(join(tmpdir(), 'halyard-files-'))
  const env = { HALYARD_DATA: data, HALYARD_SECRET: 'ab'.repeat(32), PUBLIC_URL: undefined, ...more }
  const services = createServices({ db, redis, caches, env, log, plugins })

  const as: Domain['as'] = (member, { role = 'User', now = new Date() } = {}) => ({
    now,
    actor: member && {
      id: member.id,
      userName: member.name,
      role,
      sessionId: sessionIdOf(member),
      avatar: null
    },
    ip: '192.0.2.1',
    userAgent: 'test',
    requestId: randomUUID(),
    locale: 'en-US'
  })
  const users: Domain['users'] = async (count, role = 'User') => {
    const added = await addUsers(db, count, `p${randomUUID().slice(0, 6)}x`, role)
    // Changes of roles read the session of their actor.
    if (role === 'Admin')
      await db.pool.query(
        `INSERT INTO sessions (id, user_id, expires_at)
         SELECT id, "user", now() + interval '1 day' FROM unnest($1::text[], $2::uuid[]) AS s (id, "user")`,
        [added.map(sessionIdOf), added.map(({ id }) => id)]
      )
    return added
  }
  const admin = as((await users(1, 'Admin'))[0]!, { role: 'Admin' })

  return {
    services,
    stores,
    data,
    as,
    users,
    admin,
    async game(input = {}) {
      const times = { start: new Date(Date.now() - HOUR_MS), end: new Date(Date.now() + HOUR_MS) }
      const whole = gameInput.parse({ title: 'Game', acceptWithoutReview: false, ...times, ...input })
      return (await services.games.create(admin, whole)).id
    },
    async team(size = 1) {
      const members = await users(size)
      const captain = members[0]!
      const name = `Team ${captain.name}`
      const { id } = await services.teams.create(as(captain), { name })
      const code = await services.teams.invite(as(captain), id)
      for (const member of members.slice(1)) await services.teams.accept(as(member), code)
      return { id, captain, members }
    },
    async close() {
      await caches.close()
      await stores.close()
      rmSync(data, { recursive: true, force: true })
    }
  }
}

/** Expects the refusal with this code, and its status when given. */
export async function refused(work: Promise<unknown>, code: string, status?: number): Promise<AppError> {
  const error = await work.then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown
  )
  if (!isAppError(error)) throw error
  expect(error.code).toBe(code)
  if (status !== undefined) expect(error.status).toBe(status)
  return error
}

/** Returns how many of concurrent calls succeeded, and the codes of the others. */
export async function outcomes(work: Promise<unknown>[]): Promise<{ done: number; codes: string[] }> {
  const settled = await Promise.allSettled(work)
  const codes = settled.flatMap((one) => {
    if (one.status === 'fulfilled') return []
    if (!isAppError(one.reason)) throw one.reason
    return [one.reason.code]
  })
  return { done: settled.length - codes.length, codes }
}
