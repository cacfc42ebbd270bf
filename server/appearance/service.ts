import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { storeEmbeds } from '~/server/assets'
import { diffFields } from '~/server/audit'
import type { MakeChange } from '~/server/change'
import { type Database, json, row, type Sql } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { AppError, editConflict } from '~/server/platform/errors'
import type { Locale } from '~/server/platform/locales'
import { sha256Hex } from '~/server/platform/sha256'
import { colourSheet, previewSheet } from './colours'
import type { Palette, Scheme, Token } from './constants'
import {
  type AppearanceInput,
  type AppearanceView,
  type StoredAppearance,
  storedAppearance,
  type TextLanguage
} from './contract'
import { builtIn, faintPair } from './contrast'
import { compiledCss } from './own-css'

/** A style sheet of the platform and its version; null for none. */
export interface Sheet {
  text: string
  version: string
}

/** What pages need of the appearance; cached. */
export interface PageAppearance {
  accents: Record<Scheme, string | null>
  colours: Sheet | null
  /** Own CSS, checked; for pages of players alone. */
  own: Sheet | null
  /** Markdown in the reader's language, else in any; null for none. */
  text(of: 'footer' | 'home', locale: Locale): string | null
}

/** How the platform looks (docs/rules/appearance.md). Only administrators change it. */
export interface Appearance {
  /** What pages show, from memory. Anybody may ask. */
  look(): Promise<PageAppearance>
  /** The colours, by name, that the platform's take the place of. */
  builtIn(scheme: Scheme): Record<Token, string>
  /** The style sheet of a draft, for two boxes side by side; nothing is stored. */
  preview(palettes: Record<Scheme, Palette>): string
  /** As stored, for the form. Administrators only. */
  edit(ctx: Ctx): Promise<AppearanceView>
  /**
   * @throws AppError `appearance.contrast` (field `light.text` and the like), `appearance.css_*` (field `css`) 400,
   * `edit.conflict` 409
   */
  update(ctx: Ctx, input: AppearanceInput): Promise<AppearanceView>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
}

const KEY = 'appearance'
const CACHED_MS = 300_000

const digest = (text: string) => sha256Hex(text).slice(0, 16)
const sheet = (text: string): Sheet | null => (text === '' ? null : { text, version: digest(text) })

async function stored(sql: Sql): Promise<StoredAppearance> {
  const found = await row(
    sql,
    { value: json(storedAppearance) },
    'SELECT value FROM settings WHERE key = $1',
    [KEY]
  )
  return found?.value ?? storedAppearance.parse({})
}

function viewOf({ compiled: _, ...shown }: StoredAppearance): AppearanceView {
  return { ...shown, version: digest(JSON.stringify(shown)) }
}

function lookOf({ light, dark, footer, home, compiled }: StoredAppearance): PageAppearance {
  const texts = { footer, home }
  return {
    accents: { light: light.accent ?? null, dark: dark.accent ?? null },
    colours: sheet(colourSheet({ light, dark })),
    own: sheet(compiled),
    text: (of, locale) => texts[of][locale] || texts[of].any || null
  }
}

type Texts = Partial<Record<TextLanguage, string>>

/** Language by language; empty ones go. */
const merged = (before: Texts, given: Texts = {}): Texts =>
  Object.fromEntries(
    Object.entries({ ...before, ...given }).flatMap(([language, text]) =>
      text?.trim() ? [[language, text.replace(/\r\n?/g, '\n')]] : []
    )
  )

/** @throws AppError `appearance.contrast` 400, which names the pair */
function requireReadable(palettes: Record<Scheme, Palette>): void {
  const faint = faintPair(palettes)
  if (!faint) return
  const { scheme, text, surface, ratio, least } = faint
  const own = palettes[scheme]
  const field = `${scheme}.${text in own && text !== 'accent' ? text : surface}`
  const shown = (value: number) => value.toFixed(2)
  throw new AppError('appearance.contrast', 400, {
    params: { scheme, text, surface, ratio: shown(ratio), least: shown(least) },
    extra: { field }
  })
}

export function createAppearance({ db, caches, change }: Needs): Appearance {
  const cache = caches.create<PageAppearance>({ ttl: CACHED_MS, max: 1 })
  return {
    builtIn,
    preview: previewSheet,
    look: () =>
      cache.through('all', async () => ({ value: lookOf(await stored(db.pool)), tags: ['appearance'] })),

    async edit(ctx) {
      requireActor(ctx, 'Admin')
      return viewOf(await stored(db.pool))
    },

    async update(ctx, { version, footer, home, ...given }) {
      requireActor(ctx, 'Admin')
      const compiled = given.css === undefined ? undefined : await compiledCss(given.css)
      return change(ctx, { settings: true }, async (tx) => {
        const before = await stored(tx)
        if (version !== undefined && version !== viewOf(before).version) throw editConflict()
        const after: StoredAppearance = {
          ...before,
          ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
          footer: merged(before.footer, footer),
          home: merged(before.home, home),
          ...(compiled !== undefined && { compiled })
        }
        requireReadable({ light: after.light, dark: after.dark })
        await tx.query(
          'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
          [KEY, JSON.stringify(after)]
        )
        const texts = [...Object.values(after.footer), ...Object.values(after.home), after.css]
        await storeEmbeds(tx, { setting: KEY }, ...texts)
        const { compiled: _, ...was } = before
        const { compiled: __, ...is } = after
        await tx.audit({
          action: 'appearance_changed',
          target: 'settings:appearance',
          ...diffFields(was, is)
        })
        tx.invalidate('appearance')
        return viewOf(after)
      })
    }
  }
}
