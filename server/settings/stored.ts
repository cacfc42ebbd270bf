import { z } from 'zod'
import { rows, type Sql, type Tx, text } from '~/server/db'
import { globalConfig, type PlatformSettings, PRODUCT, platformSettings } from './contract'
import type { defineSettings } from './model'

const PICTURE = { kind: text, hash: text }

/** Without defaults: absent when never written. */
const named = z.object({
  globalConfig: z
    .object({ title: globalConfig.shape.title.unwrap(), slogan: globalConfig.shape.slogan.unwrap() })
    .partial()
    .default({})
})

type Model = ReturnType<typeof defineSettings>
/** The pool, or a transaction. */
type Source = Sql & Partial<Pick<Tx, 'transaction'>>

/** By key, as written. */
export async function writtenSettings(
  settings: Model,
  { transaction }: Source
): Promise<Record<string, unknown>> {
  const stored = await settings.findAll({ transaction })
  return Object.fromEntries(stored.map(({ key, value }) => [key, value]))
}

/** Defaults for what nobody has written yet. */
export async function storedSettings(settings: Model, from: Source): Promise<PlatformSettings> {
  const written = await writtenSettings(settings, from)
  const pictures = await rows(from, PICTURE, 'SELECT kind, hash FROM brand_images')
  const hashOf = (kind: string) => pictures.find((row) => row.kind === kind)?.hash ?? null
  return {
    ...platformSettings.parse(written),
    images: { logo: hashOf('logo'), favicon: hashOf('favicon') },
    brand: { ...PRODUCT, ...named.parse(written).globalConfig }
  }
}
