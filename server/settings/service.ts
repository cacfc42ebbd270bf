import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import type { ClientConfig, PlatformSettings } from './contract'
import { defineSettings } from './model'
import { createSettingsEditing, type Editing } from './settings-editing'
import { storedSettings } from './stored'

export interface Settings extends Editing {
  /** From memory. */
  read(): Promise<PlatformSettings>
  /** What browsers get to know of them. */
  client(): Promise<ClientConfig>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
}

export function createSettings({ db, caches, change }: Needs): Settings {
  const settings = defineSettings(db.sequelize)
  const cache = caches.create<PlatformSettings>({ ttl: 300_000, max: 1 })

  const read = () =>
    cache.through('all', async () => ({ value: await storedSettings(settings, db.pool), tags: ['settings'] }))

  return {
    ...createSettingsEditing({ db, change }),
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
