import { afterAll, beforeAll } from 'vitest'
import { Organiser } from '../games/organiser'
import { type Platform, startPlatform } from '../processes/platform'
import { type Browsing, openBrowser, PHONE, type Visitor, type VisitorOptions } from './browser'

export const SCRIPT_MODES: [string, VisitorOptions][] = [
  ['with script', {}],
  ['without script', { javaScript: false }]
]

/** The same modes, and a narrow touch screen. */
export const SCRIPT_MODES_AND_PHONE: [string, VisitorOptions][] = [
  ...SCRIPT_MODES,
  ['on a phone', { size: PHONE, touch: true }]
]

/** Available from `beforeAll` on. */
export interface Stage {
  readonly platform: Platform
  readonly organiser: Organiser
  visit(options?: VisitorOptions): Promise<Visitor>
}

/** A platform, its organiser and a browser, for all tests of a file. Takes options of `startPlatform` and `openBrowser`. */
export function openBrowserSuite(
  env: Parameters<typeof startPlatform>[0] = {},
  { wholeBrowser = false, ...options }: Parameters<typeof startPlatform>[1] & { wholeBrowser?: boolean } = {}
): Stage {
  let platform: Platform
  let organiser: Organiser
  let browsing: Browsing
  beforeAll(async () => {
    platform = await startPlatform(env, options)
    organiser = await Organiser.of(platform)
    browsing = await openBrowser(platform.url, wholeBrowser)
  })
  afterAll(async () => {
    await browsing?.close()
    await platform?.close()
  })
  return {
    get platform() {
      return platform
    },
    get organiser() {
      return organiser
    },
    visit: (visitor) => browsing.visit(visitor)
  }
}
