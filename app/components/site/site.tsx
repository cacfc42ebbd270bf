/** Pages of a static site, made one after another. Server only. */
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { markdown, relinked } from '~/app/components/markdown/render-markdown'
import type { ZipPart } from '~/server/assets/contract'
import { decodeSafely } from '~/server/platform/text'
import { SITE_LIMITS, type SiteContent, type SiteFile } from '~/server/site/contract'
import { ChallengePage, ChallengesPage } from './challenges'
import { Layout, type Root, type Site, timeText } from './Layout'
import type { PageProps } from './pieces'
import { StatisticsPage } from './statistics'
import { SITE_STYLE } from './style'
import { BoardPage, boardPath, HomePage, TeamPage } from './teams'

interface Options {
  t: TFunction
  locale: string
  now: Date
}

const MAX_NAME_LENGTH = 80

/** A name that is safe in an archive, on every file system and in an address: letters, digits, `.`, `_`, `-`. */
const safeName = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._]+/, '')
  const end = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const signs = [...plain.slice(0, plain.length - end.length)].slice(0, MAX_NAME_LENGTH).join('')
  return `${signs || 'file'}${end}`
}

const filePath = ({ hash, name }: SiteFile) => `files/${hash}/${safeName(name)}`
const addressOf = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const STORED = /^\/assets\/([0-9a-f]{64})(?:\/([^?#]*))?$/

/** Files that pages link to, each once, found while the pages are made. */
class Files {
  readonly #paths = new Map<string, string>()
  readonly #known: ReadonlySet<string>

  constructor(known: ReadonlySet<string>) {
    this.#known = known
  }

  /** Null for a content that is none of the game's. */
  add(file: SiteFile): string | null {
    if (!this.#known.has(file.hash)) return null
    const path = filePath(file)
    this.#paths.set(path, file.hash)
    return addressOf(path)
  }

  parts = (): ZipPart[] => [...this.#paths].map(([path, hash]) => ({ path, hash }))
}

/** Addresses of a page's texts: stored files lie in the site, other paths lead to the platform. */
const linksOf = (files: Files, root: Root, origin: string) => (address: string) => {
  const stored = STORED.exec(address)
  if (stored) {
    const path = files.add({ hash: stored[1]!, name: decodeSafely(stored[2] || 'file') })
    return path === null ? null : `${root}${path}`
  }
  if (/^(https?:|mailto:|#|data:image\/)/i.test(address)) return address
  return address.startsWith('/') ? new URL(address, origin).href : null
}

/** Pages of the site in order, then the files that they link to. */
export function* siteParts(content: SiteContent, { t, locale, now }: Options): Generator<ZipPart> {
  const { game, teams, challenges, origin } = content
  const site: Site = { t, locale, title: game.title }
  const own = challenges.flatMap(({ files }) => files.flatMap((file) => ('hash' in file ? file.hash : [])))
  const files = new Files(new Set([...content.embedded, ...own, ...(game.poster ? [game.poster] : [])]))
  const indexOf = new Map(teams.map(({ id }, index) => [id, index]))
  const titles = new Map(challenges.map(({ id, title }) => [id, title]))
  const made = timeText(now)

  const page = (
    path: string,
    title: string | null,
    body: (root: Root, props: PageProps) => ReactElement
  ): ZipPart => ({
    path,
    make() {
      const root: Root = path.includes('/') ? '../' : ''
      const html = (source: string) => relinked(markdown(source), linksOf(files, root, origin))
      return `<!doctype html>${renderToStaticMarkup(
        <Layout {...{ site, root, path, title, made }}>{body(root, { site, content, root, html })}</Layout>
      )}`
    }
  })

  const poster = game.poster && files.add({ hash: game.poster, name: 'poster' })
  yield { path: 'style.css', make: () => SITE_STYLE.trimStart() }
  yield page('index.html', null, (_, props) => <HomePage {...props} poster={poster} />)
  for (let place = 0; place * SITE_LIMITS.teamsAPage < Math.max(1, teams.length); place++)
    yield page(boardPath(place), t('games:bar.scoreboard'), (_, props) => (
      <BoardPage {...props} page={place} />
    ))
  yield page('challenges.html', t('games:bar.challenges'), (_, props) => <ChallengesPage {...props} />)
  yield page('statistics.html', t('games:bar.statistics'), (_, props) => <StatisticsPage {...props} />)
  for (const challenge of challenges)
    yield page(`challenges/${challenge.id}.html`, challenge.title, (root, props) => {
      const hrefOf = (file: SiteFile) => {
        const path = files.add(file)
        return path === null ? null : `${root}${path}`
      }
      return <ChallengePage {...props} {...{ challenge, indexOf, hrefOf }} />
    })
  for (const team of teams.slice(0, SITE_LIMITS.teamPages))
    yield page(`teams/${team.id}.html`, team.name, (_, props) => (
      <TeamPage {...props} {...{ team, titles }} />
    ))
  // Read last: making the pages finds them.
  yield* files.parts()
}
