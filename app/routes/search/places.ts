import { isOpenTo, SECTIONS } from '~/app/components/shell/administration'
import type { Group, Item } from '~/app/islands/scripts/palette/answer'
import { LANGUAGES } from '~/app/request/language'
import type { ViewArgs } from '~/app/request/page'
import { matchesSearch } from '~/app/request/paging'
import { SCHEMES, type Scheme } from '~/app/request/theme'
import { hasRole, type Role } from '~/server/access/contract'
import type { OwnPageLink } from '~/server/own-pages/contract'
import { LOCALES } from '~/server/platform/locales'

type Args = Pick<ViewArgs, 'ctx' | 't'>

/** Text key, address, least role; null: only for visitors. */
type Place = [text: string, href: string, role?: Role | null]

const PAGES: Place[] = [
  ['shell:nav.home', '/'],
  ['shell:nav.games', '/games'],
  ['shell:nav.posts', '/posts'],
  ['shell:nav.team', '/Teams', 'User'],
  ['shell:account.profile', '/account/Profile', 'User'],
  ['shell:nav.about', '/About'],
  ['docs:title', '/docs'],
  ['shell:account.login', '/account/Login', null],
  ['shell:account.register', '/account/Register', null]
]

const NEW: Place[] = [
  ['admin:games.new', '/admin/games?new', 'Admin'],
  ['users:add', '/admin/Users?new', 'Admin']
]

function open({ actor }: Args['ctx'], role: Role | null | undefined): boolean {
  if (role === undefined) return true
  return role === null ? actor === null : actor !== null && hasRole(actor.role, role)
}

const itemsOf = ({ ctx, t }: Args, places: Place[]): Item[] =>
  places
    .filter(([, , role]) => open(ctx, role))
    .map(([key, href]) => ({ id: href, text: t(key), detail: '', does: { href } }))

const administration = ({ ctx, t }: Args): Item[] =>
  SECTIONS.flatMap(({ entries }) => [...entries])
    .filter(({ key }) => isOpenTo(ctx.actor, key))
    .map(({ key, href }) => ({
      id: href,
      text: t(`admin:nav.${key}`),
      detail: t('admin:nav.label'),
      does: { href }
    }))

const posts = (id: string, text: string, post: string, fields: Record<string, string> = {}): Item => ({
  id,
  text,
  detail: '',
  does: { post, fields }
})

/** Languages match by their own name and by that in the reader's language. */
function languages({ ctx, t }: Args): Item[] {
  return LOCALES.filter((language) => language !== ctx.locale).map((language) => {
    const text = t('search:language', { name: LANGUAGES[language].name })
    return posts(`language ${language}`, text, '/language', { language })
  })
}

const ownItem = (href: string, text: string): Item => ({ id: href, text, detail: '', does: { href } })

/**
 * Pages and actions of the reader that match; `own`: pages of the organisers; `scheme`: the one that is shown. Languages only
 * for a search, because they are many.
 */
export function placesOf(args: Args, own: readonly OwnPageLink[], q: string, shown: Scheme): Group[] {
  const { ctx, t } = args
  const fits = ({ text, detail }: Item) => matchesSearch(q, text, detail)
  const acts = [
    ...itemsOf(args, NEW),
    ...SCHEMES.filter((scheme) => scheme !== shown).map((scheme) =>
      posts(`scheme ${scheme}`, t(`shell:scheme.${scheme}`), '/theme', { scheme })
    ),
    ...(q.trim() === '' ? [] : languages(args)),
    ...(ctx.actor ? [posts('logout', t('shell:account.logout'), '/account/Logout')] : [])
  ]
  const pages = [
    ...itemsOf(args, PAGES),
    ...own.map(({ address, title }) => ownItem(`/pages/${address}`, title)),
    ...administration(args)
  ]
  return [
    { id: 'pages', title: t('search:pages'), items: pages.filter(fits) },
    { id: 'acts', title: t('search:acts'), items: acts.filter(fits) }
  ]
}
