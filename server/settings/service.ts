import type { Caches } from '~/server/platform/cache'
import type { Database } from '~/server/platform/db'
import { type ClientConfig, type PlatformSettings, platformSettings } from './contract'

export interface Settings {
  /** All settings, defaults filled in. */
  read(): Promise<PlatformSettings>
  client(): Promise<ClientConfig>
}

export function createSettings({ db, caches }: { db: Database; caches: Caches }): Settings {
  const cache = caches.create<PlatformSettings>({ ttl: 300_000, max: 1 })

  const read = () =>
    cache.through('all', async () => {
      const { rows } = await db.pool.query<{ key: string; value: unknown }>('SELECT key, value FROM settings')
      const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
      const pictures = await db.pool.query<{ kind: string; hash: string }>(
        'SELECT kind, hash FROM brand_images'
      )
      const hashOf = (kind: string) => pictures.rows.find((row) => row.kind === kind)?.hash ?? null
      const images = { logo: hashOf('logo'), favicon: hashOf('favicon') }
      return { value: { ...platformSettings.parse(stored), images }, tags: ['settings'] }
    })

  return {
    read,
    async client() {
      const { globalConfig, containerPolicy, images } = await read()
      return {
        title: globalConfig.title,
        slogan: globalConfig.slogan,
        footerInfo: globalConfig.footerInfo,
        customTheme: globalConfig.customTheme,
        logoUrl: images.logo && `/assets/${images.logo}/logo`,
        defaultLifetime: containerPolicy.defaultLifetime,
        extensionDuration: containerPolicy.extensionDuration,
        renewalWindow: containerPolicy.renewalWindow
      }
    }
  }
}
