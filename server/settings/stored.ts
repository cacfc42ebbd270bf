import { z } from 'zod'
import { json, rows, type Sql, text } from '~/server/db'
import { type PlatformSettings, platformSettings } from './contract'

const SETTING = { key: text, value: json(z.unknown()) }
const PICTURE = { kind: text, hash: text }

/** Stored settings, defaults filled in. */
export async function storedSettings(sql: Sql): Promise<PlatformSettings> {
  const stored = await rows(sql, SETTING, 'SELECT key, value FROM settings')
  const pictures = await rows(sql, PICTURE, 'SELECT kind, hash FROM brand_images')
  const hashOf = (kind: string) => pictures.find((row) => row.kind === kind)?.hash ?? null
  return {
    ...platformSettings.parse(Object.fromEntries(stored.map(({ key, value }) => [key, value]))),
    images: { logo: hashOf('logo'), favicon: hashOf('favicon') }
  }
}
