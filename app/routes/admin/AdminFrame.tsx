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
import { isOpenTo, SECTIONS, type SectionKey } from '~/app/components/shell/administration'
import { Main } from '~/app/components/shell/Main'
import { ImageIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'
import passkey from '~/app/islands/passkey'
import { useShell } from '~/app/request/page/shell'

const ICONS: Record<SectionKey, Icon> = {
  games: FlagIcon,
  seasons: CalendarIcon,
  teams: UsersIcon,
  users: UserIcon,
  instances: BoxIcon,
  engines: ServerIcon,
  files: FileTextIcon,
  trash: TrashIcon,
  logs: HistoryIcon,
  signIn: KeyRoundIcon,
  roles: UsersIcon,
  tokens: KeyRoundIcon,
  plugins: BoxIcon,
  appearance: ImageIcon,
  pages: FileTextIcon,
  settings: SettingsIcon
}

export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useText()
  const { pathname } = useLocation()
  const viewer = useShell()?.viewer ?? null
  const here = (href: string) => `${pathname.toLowerCase()}/`.startsWith(`${href.toLowerCase()}/`)
  return (
    <Main>
      <div className="admin">
        <nav className="side-nav" aria-label={t('admin:nav.label')}>
          {SECTIONS.map(({ key, entries }) => (
            <Fragment key={key}>
              <span className="grp">{t(`admin:nav.${key}`)}</span>
              {entries
                .filter(({ key }) => isOpenTo(viewer, key))
                .map(({ key: entry, href }) => {
                  const Mark = ICONS[entry]
                  return (
                    <a key={entry} href={href} aria-current={here(href) ? 'page' : undefined}>
                      <Mark />
                      {t(`admin:nav.${entry}`)}
                    </a>
                  )
                })}
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
