import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '~/server/access/contract'
import { adoptHash, hashPassword, publishRenames } from '~/server/accounts'
import type { Change, MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Games } from '~/server/games'
import type { Mail } from '~/server/mail'
import { enrolTeam } from '~/server/participations'
import { isAppError } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import { applyBulk, duplicateOf, lockAccount, planBulk, randomPassword, type Secret } from '~/server/users'
import { openGame } from './checking'
import type { Running, StoredLine } from './storing'

export const SEALED = 'user-import'

export interface WorkNeeds {
  db: Database
  change: MakeChange
  games: Games
  mail: Pick<Mail, 'order'>
  secretBox: SecretBox
  log: Log
}

type Unit = StoredLine[]

type Planned = Awaited<ReturnType<typeof planBulk>>
type Secrets = Map<number, Secret>

/** Faults by line; the unit is not carried out. */
class Refused extends Error {
  readonly faults: Map<number, string>
  constructor(faults: Map<number, string>) {
    super('refused')
    this.faults = faults
  }
}

/** Hashes one at a time, with equal pauses, because logins and flags need the processors. */
async function hashed(password: string, hashing = hashPassword): Promise<string> {
  const begun = Date.now()
  const hash = await hashing(password)
  await sleep(Date.now() - begun)
  return hash
}

/** Stored form of a foreign hash (docs/rules/accounts.md#imported-passwords). */
const wrapped = (foreign: string) => hashed(foreign, adoptHash)

let nobodys: Promise<string> | undefined

/** Hash of an unknown password; only the mailed link lets the user in. */
function unknown(): Promise<string> {
  nobodys ??= hashed(randomHex(32)).catch((error: unknown) => {
    nobodys = undefined
    throw error
  })
  return nobodys
}

async function secretsOf(secretBox: SecretBox, unit: Unit, byMail: boolean): Promise<Secrets> {
  const secrets: Secrets = new Map()
  for (const { line, secret, hashed: foreign } of unit) {
    const given = secret && secretBox.open(secret, SEALED).toString('utf8')
    if (given) secrets.set(line, { hash: await (foreign ? wrapped(given) : hashed(given)), madeUp: null })
    else if (byMail) secrets.set(line, { hash: await unknown(), madeUp: null })
    else {
      const madeUp = randomPassword()
      secrets.set(line, { hash: await hashed(madeUp), madeUp })
    }
  }
  return secrets
}

/** Locks the import against cancelling. */
async function isDue(tx: Change, id: string, unit: Unit): Promise<boolean> {
  const open = await tx.query("SELECT FROM user_imports WHERE id = $1 AND state = 'Running' FOR SHARE", [id])
  if (!open.rowCount) return false
  const due = await tx.query(
    "SELECT FROM user_import_rows WHERE import_id = $1 AND line = ANY($2::int[]) AND state = 'Waiting' FOR UPDATE",
    [id, unit.map(({ line }) => line)]
  )
  return due.rowCount === unit.length
}

async function keepDone(
  tx: Change,
  secretBox: SecretBox,
  { id, planned, secrets }: { id: string; planned: Planned; secrets: Secrets }
): Promise<void> {
  const sealed = ({ line }: Planned[number]) => {
    const { madeUp } = secrets.get(line)!
    return madeUp && secretBox.seal(Buffer.from(madeUp, 'utf8'), SEALED)
  }
  await tx.query(
    `UPDATE user_import_rows r SET state = n.state, secret = n.secret
     FROM unnest($2::int[], $3::text[], $4::text[]) AS n (line, state, secret)
     WHERE r.import_id = $1 AND r.line = n.line`,
    [
      id,
      planned.map(({ line }) => line),
      planned.map(({ outcome }) => (outcome === 'overwrite' ? 'Overwritten' : 'Created')),
      planned.map(sealed)
    ]
  )
}

async function orderMails(
  tx: Change,
  mail: WorkNeeds['mail'],
  { run, unit, ids }: { run: Running; unit: Unit; ids: Map<number, string> }
): Promise<void> {
  for (const { line, email: address, input } of unit) {
    const locale = input?.language ?? run.locale
    await mail.order(tx, { kind: 'invited', userId: ids.get(line)!, address, locale })
  }
}

/** All rows in one transaction. @throws Refused, AppError */
async function carryOutUnit(needs: WorkNeeds, ctx: Ctx, run: Running, unit: Unit): Promise<void> {
  const { change, mail, secretBox } = needs
  const secrets = await secretsOf(secretBox, unit, run.byMail)
  const { game: named, division = null } = unit[0]!.input!
  const game = named ? await openGame(needs, ctx, Number(named)) : null
  await change(ctx, game ? { ledger: game.id } : {}, async (tx) => {
    if (!(await isDue(tx, run.id, unit))) return
    const planned = await planBulk(tx, unit, { overwrite: run.overwrite, lockWith: ctx.actor!.id })
    await lockAccount(tx, ctx.actor!.id)
    const faults = new Map(planned.flatMap(({ line, error }) => (error ? [[line, error]] : [])))
    if (faults.size > 0) throw new Refused(faults)
    const { overwritten, ids, teams } = await applyBulk(tx, planned, secrets)
    const accepted = run.accept
    for (const { id: teamId, name, userIds } of game ? teams : [])
      await enrolTeam(secretBox, tx, game!, { teamId, name, userIds, division, accepted })
    await publishRenames(tx, overwritten)
    if (run.byMail) await orderMails(tx, mail, { run, unit, ids })
    await keepDone(tx, secretBox, { id: run.id, planned, secrets })
  }).catch((error: unknown) => {
    throw duplicateOf(error)
  })
}

const keepFaults = (
  { change }: WorkNeeds,
  ctx: Ctx,
  { run, unit, faultOf }: { run: Running; unit: Unit; faultOf: (line: number) => string }
) =>
  change(ctx, async (tx) => {
    if (!(await isDue(tx, run.id, unit))) return
    await tx.query(
      `UPDATE user_import_rows r SET state = 'Failed', error = n.error, secret = NULL
       FROM unnest($2::int[], $3::text[]) AS n (line, error) WHERE r.import_id = $1 AND r.line = n.line`,
      [run.id, unit.map(({ line }) => line), unit.map(({ line }) => faultOf(line))]
    )
  })

/** Stores refusals. @throws AppError 403 when the caller is no longer an administrator; the stores' errors */
export async function doUnit(needs: WorkNeeds, ctx: Ctx, run: Running, unit: Unit): Promise<void> {
  try {
    await carryOutUnit(needs, ctx, run, unit)
  } catch (error) {
    if (error instanceof Refused) {
      const faultOf = (line: number) => error.faults.get(line) ?? 'user.import_team_failed'
      return keepFaults(needs, ctx, { run, unit, faultOf })
    }
    if (!isAppError(error) || error.status >= 500 || error.status === 403) throw error
    await keepFaults(needs, ctx, { run, unit, faultOf: () => error.code })
  }
}
