import { requireActor, requireConfirmed } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { diffFields } from '~/server/audit'
import type { MakeChange } from '~/server/change'
import { type Database, row, type Sql } from '~/server/db'
import { AppError, editConflict } from '~/server/platform/errors'
import { sha256Hex } from '~/server/platform/sha256'
import type { ConfigView, PlatformSettings, SettingsInput } from './contract'
import { defineSettings } from './model'
import { storedSettings, writtenSettings } from './stored'

export interface Editing {
  editAll(ctx: Ctx): Promise<ConfigView>
  /** @throws AppError `edit.conflict` 409; `factor.own_first` 400 (field `staffSecondFactor`); `account.confirm_needed` 403 */
  update(ctx: Ctx, input: SettingsInput): Promise<ConfigView>
}

const CLEARABLE = new Set(['footerInfo', 'customTheme'])
const FROM_FILES = new Set(['logoHash', 'faviconHash'])

function given(section: object | null | undefined): object {
  const entries = Object.entries(section ?? {}).filter(
    ([name, value]) => !FROM_FILES.has(name) && value !== undefined && (value !== null || CLEARABLE.has(name))
  )
  return Object.fromEntries(entries)
}

/** Version without the pictures, which have their own calls. */
function versionOf({ accountPolicy, containerPolicy, globalConfig }: PlatformSettings): string {
  const text = JSON.stringify([accountPolicy, containerPolicy, globalConfig])
  return sha256Hex(text).slice(0, 16)
}

function view(settings: PlatformSettings): ConfigView {
  const { images, brand: _, globalConfig, ...rest } = settings
  const hashes = { logoHash: images.logo, faviconHash: images.favicon }
  return { ...rest, globalConfig: { ...globalConfig, ...hashes }, version: versionOf(settings) }
}

/** Nobody may lock themselves out. @throws AppError `factor.own_first` 400 */
async function requireOwnFactor(sql: Sql, ctx: Ctx): Promise<void> {
  const { id, sessionId, token } = requireActor(ctx, 'Admin')
  const has = await row(
    sql,
    {},
    token
      ? 'SELECT FROM second_factors WHERE user_id = $1 LIMIT 1'
      : 'SELECT FROM sessions WHERE user_id = $1 AND id = $2 AND second_factor',
    token ? [id] : [id, sessionId]
  )
  if (!has) throw new AppError('factor.own_first', 400, { extra: { field: 'staffSecondFactor' } })
}

type Policy = PlatformSettings['accountPolicy']

/** Whether staff or everybody may log in with less proof than before. */
const weakens = (before: Policy, after: Policy): boolean =>
  (before.staffSecondFactor && !after.staffSecondFactor) || (before.onlyProviders && !after.onlyProviders)

export function createSettingsEditing({ db, change }: { db: Database; change: MakeChange }): Editing {
  const settings = defineSettings(db.sequelize)
  return {
    async editAll(ctx) {
      requireActor(ctx, 'Admin')
      return view(await storedSettings(settings, db.pool))
    },

    async update(ctx, input) {
      requireActor(ctx, 'Admin')
      return change(ctx, { settings: true }, async (tx) => {
        const before = await storedSettings(settings, tx)
        if (input.expectedVersion != null && input.expectedVersion !== versionOf(before)) throw editConflict()
        const after = { ...before }
        const written = await writtenSettings(settings, tx)
        for (const key of ['accountPolicy', 'containerPolicy', 'globalConfig'] as const) {
          if (!input[key]) continue
          const members = given(input[key])
          Object.assign(after, { [key]: { ...before[key], ...members } })
          // Stores only written members, so that defaults still apply.
          const value = { ...(written[key] as object | undefined), ...members }
          await settings.upsert({ key, value }, { transaction: tx.transaction })
          const difference = diffFields<object>(before[key], after[key])
          await tx.audit({ action: 'settings_changed', target: `settings:${key}`, ...difference })
        }
        if (after.accountPolicy.staffSecondFactor && !before.accountPolicy.staffSecondFactor)
          await requireOwnFactor(tx, ctx)
        if (weakens(before.accountPolicy, after.accountPolicy)) await requireConfirmed(tx, ctx)
        tx.invalidate('settings')
        return view(after)
      })
    }
  }
}
