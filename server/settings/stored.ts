import type { Sql } from '~/server/platform/db'
import { type PlatformSettings, platformSettings } from './contract'

/** Stored settings, defaults filled in. */
export async function storedSettings(sql: Sql): Promise<PlatformSettings> {
  const { rows } = await sql.query<{ key: string; value: unknown }>('SELECT key, value FROM settings')
  const pictures = await sql.query<{ kind: string; hash: string }>('SELECT kind, hash FROM brand_images')
  const hashOf = (kind: string) => pictures.rows.find((row) => row.kind === kind)?.hash ?? null
  return {
    ...platformSettings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value]))),
    images: { logo: hashOf('logo'), favicon: hashOf('favicon') }
  }
}
