import { useLocation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { ServerIcon } from '~/app/components/challenge-icons'
import { StepUp } from '~/app/components/form/StepUp'
import {
  BoxIcon,
  CalendarIcon,
  FileTextIcon,
  FlagIcon,
  HistoryIcon,
  type Icon,
  KeyRoundIcon,
  SettingsIcon,
  TrashIcon,
  UserIcon,
  UsersIcon
} from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { ImageIcon } from '~/app/components/staff-icons'
import passkey from '~/app/islands/passkey'
import { useText } from '~/app/islands/runtime/words/text'
import { useShell } from '~/app/request/page/shell'
import type { GameAction } from '~/server/access/constants'
import { mayInSome } from '~/server/access/contract'

interface Section {
  key: string
  entries: { key: string; href: string; icon: Icon }[]
}

const SECTIONS: Section[] = [
  {
    key: 'content',
    entries: [
      { key: 'games', href: '/admin/games', icon: FlagIcon },
      { key: 'seasons', href: '/admin/Seasons', icon: CalendarIcon },
      { key: 'teams', href: '/admin/Teams', icon: UsersIcon },
      { key: 'users', href: '/admin/Users', icon: UserIcon }
    ]
  },
  {
    key: 'platform',
    entries: [
      { key: 'instances', href: '/admin/Instances', icon: BoxIcon },
      { key: 'engines', href: '/admin/Engines', icon: ServerIcon },
      { key: 'files', href: '/admin/Files', icon: FileTextIcon },
      { key: 'trash', href: '/admin/Trash', icon: TrashIcon },
      { key: 'logs', href: '/admin/Logs', icon: HistoryIcon },
      { key: 'signIn', href: '/admin/SignIn', icon: KeyRoundIcon },
      { key: 'roles', href: '/admin/Roles', icon: UsersIcon },
      { key: 'tokens', href: '/admin/Tokens', icon: KeyRoundIcon },
      { key: 'plugins', href: '/admin/Plugins', icon: BoxIcon },
      { key: 'appearance', href: '/admin/Appearance', icon: ImageIcon },
      { key: 'pages', href: '/admin/Pages', icon: FileTextIcon },
      { key: 'settings', href: '/admin/Settings', icon: SettingsIcon }
    ]
  }
]

/** What staff of single games, and monitors, come to. */
const OF_GAMES: Record<string, GameAction> = { games: 'overview', roles: 'roles' }

export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useText()
  const { pathname } = useLocation()
  const viewer = useShell()?.viewer ?? null
  const isOpen = (key: string) =>
    viewer?.role === 'Admin' || (key in OF_GAMES && mayInSome(viewer, OF_GAMES[key]!))
  const here = (href: string) => `${pathname.toLowerCase()}/`.startsWith(`${href.toLowerCase()}/`)
  return (
    <Main>
      <div className="admin">
        <nav className="side-nav" aria-label={t('admin:nav.label')}>
          {SECTIONS.map(({ key, entries }) => (
            <Fragment key={key}>
              <span className="grp">{t(`admin:nav.${key}`)}</span>
              {entries
                .filter(({ key }) => isOpen(key))
                .map(({ key: entry, href, icon: Mark }) => (
                  <a key={entry} href={href} aria-current={here(href) ? 'page' : undefined}>
                    <Mark />
                    {t(`admin:nav.${entry}`)}
                  </a>
                ))}
            </Fragment>
          ))}
        </nav>
        <div className="admin-main">
          <StepUp passkey={passkey} />
          {children}
        </div>
      </div>
    </Main>
  )
}
