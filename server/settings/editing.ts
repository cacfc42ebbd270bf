import { createHash } from 'node:crypto'
import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { changes } from '~/server/audit'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import { editConflict } from '~/server/platform/errors'
import type { ConfigView, PlatformSettings, SettingsInput } from './contract'
import { storedSettings } from './stored'

/** What administrators do to settings. */
export interface Editing {
  /** All settings, for administrators. */
  editAll(ctx: Ctx): Promise<ConfigView>
  /**
   * Writes what is given; every process works by it at once.
   * @throws AppError `edit.conflict` 409 when `input.expectedVersion` is not the stored one
   */
  update(ctx: Ctx, input: SettingsInput): Promise<ConfigView>
}

/** Members that may be nothing at all. */
const CLEARABLE = new Set(['footerInfo', 'customTheme'])
const FROM_FILES = new Set(['logoHash', 'faviconHash'])

/** The members of a section that are written. */
function given(section: object | null | undefined): object {
  const entries = Object.entries(section ?? {}).filter(
    ([name, value]) => !FROM_FILES.has(name) && value !== undefined && (value !== null || CLEARABLE.has(name))
  )
  return Object.fromEntries(entries)
}

/** Names what is written; the pictures have calls of their own. */
function versionOf({ accountPolicy, containerPolicy, globalConfig }: PlatformSettings): string {
  const text = JSON.stringify([accountPolicy, containerPolicy, globalConfig])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function view(settings: PlatformSettings): ConfigView {
  const { images, globalConfig, ...rest } = settings
  const hashes = { logoHash: images.logo, faviconHash: images.favicon }
  return { ...rest, globalConfig: { ...globalConfig, ...hashes }, version: versionOf(settings) }
}

export function createEditing({ db, change }: { db: Database; change: MakeChange }): Editing {
  return {
    async editAll(ctx) {
      requireActor(ctx, 'Admin')
      return view(await storedSettings(db.pool))
    },

    async update(ctx, input) {
      requireActor(ctx, 'Admin')
      return change(ctx, { settings: true }, async (tx) => {
        const before = await storedSettings(tx)
        if (input.expectedVersion != null && input.expectedVersion !== versionOf(before)) throw editConflict()
        const after = { ...before }
        for (const key of ['accountPolicy', 'containerPolicy', 'globalConfig'] as const) {
          if (!input[key]) continue
          Object.assign(after, { [key]: { ...before[key], ...given(input[key]) } })
          await tx.query(
            `INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
            [key, JSON.stringify(after[key])]
          )
          const difference = changes<object>(before[key], after[key])
          await tx.audit({ action: 'settings_changed', target: `settings:${key}`, ...difference })
        }
        tx.invalidate('settings')
        return view(after)
      })
    }
  }
}
