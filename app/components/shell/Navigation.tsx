import { useLocale, useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import { LANGUAGES, translationOf } from '~/app/request/language'
import type { ShellData } from '~/app/request/page/shell'
import { mayInSome } from '~/server/access/contract'
import type { OwnPageLink } from '~/server/own-pages/contract'
import { LOCALES, type Locale } from '~/server/platform/locales'
import { Avatar } from '../Avatar'
import {
  ChevronDownIcon,
  FlagIcon,
  LanguagesIcon,
  LogOutIcon,
  MenuIcon,
  MoonIcon,
  RotateCcwIcon,
  SearchIcon,
  SunIcon,
  UserIcon
} from '../icons'
import { flagLetter } from '../signal-flags'
import { Logo } from './Logo'

interface Here {
  pathname: string
  search: string
}

/** Main links (docs/rules/interface.md#pages-and-roles). */
function links(edits: boolean): { key: string; to: string }[] {
  const all = [
    { key: 'home', to: '/' },
    { key: 'games', to: '/games' },
    { key: 'posts', to: '/posts' },
    { key: 'team', to: '/Teams' },
    { key: 'about', to: '/About' }
  ]
  return edits ? [...all, { key: 'admin', to: '/admin/games' }] : all
}

interface LinksProps {
  /** Administrators, and staff of any game. */
  edits: boolean
  /** Number of unread news about teams. */
  news: number
  /** Pages of the organisers, after those of the platform. */
  pages: OwnPageLink[]
  pathname: string
}

function Links({ edits, news, pages, pathname }: LinksProps) {
  const t = useText()
  const here = (to: string) =>
    to === '/' ? pathname === '/' : `${pathname.toLowerCase()}/`.startsWith(`${section(to)}/`)
  const platform = links(edits).map(({ key, to }) => (
    <a key={key} href={to} aria-current={here(to) ? 'page' : undefined}>
      {t(`shell:nav.${key}`)}
      {key === 'team' && news > 0 && (
        <span className="badge ok">
          <span aria-hidden="true">{news}</span>
          <span className="sr">{t('shell:nav.team_news', { n: news })}</span>
        </span>
      )}
    </a>
  ))
  const own = pages.map(({ address, title }) => {
    const to = `/pages/${address}`
    return (
      <a key={to} className="own" href={to} aria-current={pathname.toLowerCase() === to ? 'page' : undefined}>
        {title}
      </a>
    )
  })
  return [...platform, ...own]
}

/** All pages below /admin belong to its link /admin/games. */
const section = (to: string) => `/${to.split('/')[1]?.toLowerCase()}`

function From({ here: { pathname, search } }: { here: Here }) {
  return <input type="hidden" name="from" value={pathname + search} />
}

/** The page that asks for a language before it is set. */
const questionPath = (language: Locale, { pathname, search }: Here) =>
  `/language?to=${language}&from=${encodeURIComponent(pathname + search)}`

function LanguageMenu({ here, incomplete }: { here: Here; incomplete: readonly Locale[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <details className="disclosure-menu">
      <summary className="btn ghost sm">
        <LanguagesIcon />
        <span className="sr">{t('shell:language')}</span>
        <span className="wide-only">{locale.slice(0, 2).toUpperCase()}</span>
      </summary>
      <div className="popover lang">
        <form className="menu" action="/language" method="post">
          <From here={here} />
          {LOCALES.map((code) => {
            const translation = translationOf(code, incomplete)
            return (
              <button
                type="submit"
                key={code}
                name="language"
                value={code}
                lang={code}
                data-ask={translation === 'complete' ? undefined : questionPath(code, here)}
                aria-current={code === locale ? 'true' : undefined}
              >
                {LANGUAGES[code].name}
                {translation !== 'complete' && (
                  <span className="badge" lang={locale}>
                    {t(`shell:translation.${translation}`)}
                  </span>
                )}
              </button>
            )
          })}
        </form>
      </div>
    </details>
  )
}

function SchemeSwitch({ scheme, here }: { scheme: ShellData['scheme']; here: Here }) {
  const t = useText()
  const other = scheme === 'dark' ? 'light' : 'dark'
  const label = t(`shell:scheme.${other}`)
  return (
    <form action="/theme" method="post">
      <From here={here} />
      <button
        type="submit"
        className="btn ghost sm icon-only"
        name="scheme"
        value={other}
        aria-label={label}
        title={label}
      >
        {scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
      </button>
    </form>
  )
}

function SearchLink() {
  const t = useText()
  const label = t('search:open')
  return (
    <a
      className="btn ghost sm icon-only"
      href="/Search"
      data-palette=""
      aria-label={label}
      title={`${label} (Ctrl K)`}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <SearchIcon />
    </a>
  )
}

function AccountLinks({ here: { pathname, search } }: { here: Here }) {
  const t = useText()
  const from = pathname.toLowerCase().startsWith('/account/') ? '' : encodeURIComponent(pathname + search)
  const query = from && from !== '%2F' ? `?from=${from}` : ''
  return (
    <>
      <a className="btn ghost sm wide-only" href="/account/Register">
        {t('shell:account.register')}
      </a>
      <a className="btn sm" href={`/account/Login${query}`}>
        {t('shell:account.login')}
      </a>
    </>
  )
}

interface AccountMenuProps extends Account {
  letter: string
  here: Here
}

function AccountMenu({ userName, self, avatar, letter, here }: AccountMenuProps) {
  const t = useText()
  return (
    <details className="disclosure-menu">
      <summary className="account" aria-label={t('shell:account.label', { name: userName })}>
        <Avatar name={letter} url={avatar} size="s24" round />
        <span className="wide-only">{userName}</span>
        <ChevronDownIcon className="i12" />
      </summary>
      <div className="popover">
        <div className="menu">
          <a href="/account/Profile">
            <UserIcon />
            {t('shell:account.profile')}
          </a>
          <a href={`/players/${self}`}>
            <FlagIcon />
            {t('shell:account.page')}
          </a>
          <ClearCache here={here} />
          <hr />
          <form action="/account/Logout" method="post">
            <button type="submit">
              <LogOutIcon />
              {t('shell:account.logout')}
            </button>
          </form>
        </div>
      </div>
    </details>
  )
}

function ClearCache({ here }: { here: Here }) {
  const t = useText()
  return (
    <form action="/clear-cache" method="post" data-clear-cache="">
      <From here={here} />
      <button type="submit">
        <RotateCcwIcon />
        {t('shell:account.clear_cache')}
      </button>
    </form>
  )
}

type MoreProps = Pick<NavProps, 'role' | 'edits' | 'news' | 'pages' | 'here'>

function MoreMenu({ role, edits, news, pages, here }: MoreProps) {
  const t = useText()
  return (
    <details className="disclosure-menu nav-more">
      <summary className="btn ghost sm icon-only" aria-label={t('shell:nav.menu')}>
        <MenuIcon />
      </summary>
      <nav className="popover" aria-label={t('shell:nav.compact')}>
        <div className="menu">
          <Links edits={edits} news={news} pages={pages} pathname={here.pathname} />
          {role === undefined && (
            <>
              <hr />
              <a href="/account/Register">{t('shell:account.register')}</a>
              <ClearCache here={here} />
            </>
          )}
        </div>
      </nav>
    </details>
  )
}

interface Account {
  userName: string
  /** Id of the account. */
  self: string
  avatar?: string
}

interface NavProps extends Pick<ShellData, 'scheme' | 'incomplete'> {
  platform: Pick<ShellData['platform'], 'title' | 'logoUrl'>
  /** `role` and `letter` are undefined for visitors. */
  role: string | undefined
  edits: boolean
  news: number
  pages: OwnPageLink[]
  letter: string | undefined
  here: Here
}

/** The bar for this reader; cached, because many readers share it. */
export function navigationOf(
  { platform: { title, logoUrl, pages }, scheme, incomplete, viewer }: ShellData,
  here: Here
) {
  const props = {
    platform: { title, logoUrl },
    ...{ scheme, incomplete, here },
    role: viewer?.role,
    edits: mayInSome(viewer, 'overview'),
    news: viewer?.news ?? 0,
    pages: pages.navigation,
    letter: viewer ? flagLetter(viewer.userName) : undefined
  }
  if (!viewer) return <Cached of={Navigation} props={props} />
  const { id, userName, avatar } = viewer
  const texts = { userName, self: id, ...(avatar !== null && { avatar }) }
  return <Cached of={Navigation} props={props} texts={texts} />
}

/** Works without script: menus are details, switches are forms. */
function Navigation({
  platform,
  scheme,
  incomplete,
  role,
  edits,
  news,
  pages,
  letter,
  here,
  userName = '',
  self = '',
  avatar
}: NavProps & Partial<Account>) {
  const t = useText()
  return (
    <header className="navbar">
      <a className="brand" href="/">
        <Logo url={platform.logoUrl} />
        <span>{platform.title}</span>
      </a>
      <nav className="nav-links" aria-label={t('shell:nav.main')}>
        <Cached of={Links} props={{ edits, news, pages, pathname: here.pathname }} />
      </nav>
      <div className="nav-end">
        <SearchLink />
        <Cached of={LanguageMenu} props={{ here, incomplete }} />
        <Cached of={SchemeSwitch} props={{ scheme, here }} />
        {letter === undefined ? (
          <AccountLinks here={here} />
        ) : (
          <AccountMenu {...{ userName, self, avatar, letter, here }} />
        )}
        <Cached of={MoreMenu} props={{ role, edits, news, pages, here }} />
      </div>
    </header>
  )
}
