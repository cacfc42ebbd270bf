import { z } from 'zod'
import { json, rows, type Sql, text } from '~/server/db'
import { globalConfig, type PlatformSettings, PRODUCT, platformSettings } from './contract'

const SETTING = { key: text, value: json(z.unknown()) }
const PICTURE = { kind: text, hash: text }

/** Without defaults: absent when never written. */
const named = z.object({
  globalConfig: z
    .object({ title: globalConfig.shape.title.unwrap(), slogan: globalConfig.shape.slogan.unwrap() })
    .partial()
    .default({})
})

/** By key, as written. */
export async function writtenSettings(sql: Sql): Promise<Record<string, unknown>> {
  const stored = await rows(sql, SETTING, 'SELECT key, value FROM settings')
  return Object.fromEntries(stored.map(({ key, value }) => [key, value]))
}

export async function storedSettings(sql: Sql): Promise<PlatformSettings> {
  const written = await writtenSettings(sql)
  const pictures = await rows(sql, PICTURE, 'SELECT kind, hash FROM brand_images')
  const hashOf = (kind: string) => pictures.find((row) => row.kind === kind)?.hash ?? null
  return {
    ...platformSettings.parse(written),
    images: { logo: hashOf('logo'), favicon: hashOf('favicon') },
    brand: { ...PRODUCT, ...named.parse(written).globalConfig }
  }
}
