import type { GameAction } from '~/server/access/constants'
import { mayInSome } from '~/server/access/contract'

/** Pages of the administration by group, for the navigation and the palette. `key`: of its name in the navigation. */
export const SECTIONS = [
  {
    key: 'content',
    entries: [
      { key: 'games', href: '/admin/games' },
      { key: 'seasons', href: '/admin/Seasons' },
      { key: 'teams', href: '/admin/Teams' },
      { key: 'users', href: '/admin/Users' }
    ]
  },
  {
    key: 'platform',
    entries: [
      { key: 'instances', href: '/admin/Instances' },
      { key: 'engines', href: '/admin/Engines' },
      { key: 'files', href: '/admin/Files' },
      { key: 'trash', href: '/admin/Trash' },
      { key: 'logs', href: '/admin/Logs' },
      { key: 'signIn', href: '/admin/SignIn' },
      { key: 'roles', href: '/admin/Roles' },
      { key: 'tokens', href: '/admin/Tokens' },
      { key: 'plugins', href: '/admin/Plugins' },
      { key: 'appearance', href: '/admin/Appearance' },
      { key: 'pages', href: '/admin/Pages' },
      { key: 'settings', href: '/admin/Settings' }
    ]
  }
] as const

export type SectionKey = (typeof SECTIONS)[number]['entries'][number]['key']

/** What staff of single games, and monitors, come to. */
const OF_GAMES: Partial<Record<SectionKey, GameAction>> = { games: 'overview', roles: 'roles' }

/** Whether the caller may open that page. */
export function isOpenTo(caller: Parameters<typeof mayInSome>[0], key: SectionKey): boolean {
  const action = OF_GAMES[key]
  return caller?.role === 'Admin' || (action !== undefined && mayInSome(caller, action))
}
