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
      return { value: platformSettings.parse(stored), tags: ['settings'] }
    })

  return {
    read,
    async client() {
      const { globalConfig, containerPolicy } = await read()
      return {
        title: globalConfig.title,
        slogan: globalConfig.slogan,
        footerInfo: globalConfig.footerInfo,
        customTheme: globalConfig.customTheme,
        logoUrl: globalConfig.logoHash && `/assets/${globalConfig.logoHash}/logo`,
        defaultLifetime: containerPolicy.defaultLifetime,
        extensionDuration: containerPolicy.extensionDuration,
        renewalWindow: containerPolicy.renewalWindow
      }
    }
  }
}
