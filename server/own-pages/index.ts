import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { TextLanguage } from '~/server/appearance/contract'
import { embed } from '~/server/assets'
import { changes } from '~/server/audit'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, json, number, oneOf, type RowOf, row, rows, type Sql, text } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { AppError, editConflict, notFound } from '~/server/platform/errors'
import type { Locale } from '~/server/platform/locales'
import { defined } from '~/server/platform/wire'
import { OWN_PAGE_LIMITS, OWN_PAGE_LINKS, type OwnPageLinkPlace } from './constants'
import {
  type OwnPageEdit,
  type OwnPageInput,
  type OwnPageLink,
  type OwnPageLinks,
  type OwnPageRow,
  type OwnPageUpdate,
  type OwnPageView,
  ownPageAddress,
  storedTexts,
  storedTitles
} from './contract'

/** Pages that organisers write: rules, sponsors, a code of conduct (docs/rules/appearance.md#pages). */
export interface OwnPages {
  /** Published ones by where they are linked, in their order. Cached: the same object until one changes. */
  links(locale: Locale): Promise<OwnPageLinks>
  /** Published ones, in their order. */
  list(ctx: Ctx): Promise<OwnPageLink[]>
  /** Administrators read drafts as well. @throws AppError `own_page.not_found` 404 */
  one(ctx: Ctx, address: string): Promise<OwnPageView>
  /** Administrators only, as the methods below. */
  editList(ctx: Ctx): Promise<OwnPageRow[]>
  /** @throws AppError `own_page.not_found` 404 */
  editOne(ctx: Ctx, address: string): Promise<OwnPageEdit>
  /** @throws AppError `own_page.taken` 409 (field `address`), `own_page.title`, `own_page.limit`, `own_page.navigation_full` 400 */
  create(ctx: Ctx, input: OwnPageInput): Promise<OwnPageEdit>
  /** @throws AppError as `create`; `own_page.not_found` 404, `edit.conflict` 409 */
  update(ctx: Ctx, address: string, input: OwnPageUpdate): Promise<OwnPageEdit>
  /** @throws AppError `own_page.not_found` 404 */
  remove(ctx: Ctx, address: string): Promise<void>
}

type ByLanguage = Partial<Record<TextLanguage, string>>

const STORED = {
  id: number,
  address: text,
  titles: json(storedTitles),
  texts: json(storedTexts),
  link: oneOf(OWN_PAGE_LINKS),
  position: number,
  published: bool,
  version: number
}
type Stored = RowOf<typeof STORED>

const COLUMNS = 'id, address, titles, texts, link, position, published, version'
const PUBLISHED = { address: text, titles: json(storedTitles), link: oneOf(OWN_PAGE_LINKS) }
const CACHED_MS = 300_000

/** In the language, else in any, else in the first that has one. */
const wordsIn = (words: ByLanguage, locale: Locale) =>
  words[locale] ?? words.any ?? Object.values(words)[0] ?? ''

/** Language by language; blank ones go. */
const merged = (before: ByLanguage, given: ByLanguage = {}): ByLanguage =>
  Object.fromEntries(
    Object.entries({ ...before, ...given }).flatMap(([language, words]) =>
      words?.trim() ? [[language, words.replace(/\r\n?/g, '\n')]] : []
    )
  )

const trimmed = (titles: ByLanguage): ByLanguage =>
  Object.fromEntries(Object.entries(titles).map(([language, title]) => [language, title?.trim()]))

const editOf = ({ id: _, ...page }: Stored): OwnPageEdit => page

async function find(sql: Sql, address: string, lock = ''): Promise<Stored> {
  const known = ownPageAddress.safeParse(address.toLowerCase())
  const page =
    known.success &&
    (await row(sql, STORED, `SELECT ${COLUMNS} FROM own_pages WHERE address = $1 ${lock}`, [known.data]))
  if (!page) throw notFound('own_page.not_found')
  return page
}

function requireTitle(titles: ByLanguage): void {
  if (Object.keys(titles).length === 0)
    throw new AppError('own_page.title', 400, { extra: { field: 'titles' } })
}

/** Under the lock of the settings, so that two cannot take one address. */
async function requireFree(tx: Change, address: string): Promise<void> {
  if (await row(tx, { address: text }, 'SELECT address FROM own_pages WHERE address = $1', [address]))
    throw new AppError('own_page.taken', 409, { params: { address }, extra: { field: 'address' } })
}

async function requireRoom(tx: Change): Promise<void> {
  const { pages } = OWN_PAGE_LIMITS
  const held = await row(tx, { n: number }, 'SELECT count(*)::int AS n FROM own_pages', [])
  if (held!.n >= pages) throw new AppError('own_page.limit', 400, { params: { most: pages } })
}

/** The bar has room for few links beside those of the platform; drafts count, so that publishing never fails. */
async function requireNavigation(tx: Change, link: OwnPageLinkPlace): Promise<void> {
  if (link !== 'navigation') return
  const { navigation } = OWN_PAGE_LIMITS
  const held = await row(
    tx,
    { n: number },
    `SELECT count(*)::int AS n FROM own_pages WHERE link = 'navigation'`,
    []
  )
  if (held!.n >= navigation)
    throw new AppError('own_page.navigation_full', 400, {
      params: { most: navigation },
      extra: { field: 'link' }
    })
}

async function add(tx: Change, input: OwnPageInput): Promise<OwnPageEdit> {
  const titles = merged(trimmed(input.titles))
  const texts = merged(input.texts)
  requireTitle(titles)
  await requireRoom(tx)
  await requireFree(tx, input.address)
  await requireNavigation(tx, input.link)
  const { address, link, position, published } = input
  const made = await row(
    tx,
    STORED,
    `INSERT INTO own_pages (address, titles, texts, link, position, published)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
    [address, JSON.stringify(titles), JSON.stringify(texts), link, position, published]
  )
  await embed(tx, { ownPageId: made!.id }, ...Object.values(texts))
  const after = { titles, link, position, published }
  await tx.audit({ action: 'own_page_created', target: `own_page:${address}`, after })
  tx.invalidate('own_pages')
  return editOf(made!)
}

async function rewrite(tx: Change, at: string, { version, ...input }: OwnPageUpdate): Promise<OwnPageEdit> {
  const before = await find(tx, at, 'FOR UPDATE')
  if (version !== undefined && version !== before.version) throw editConflict()
  const titles = merged(before.titles, input.titles && trimmed(input.titles))
  const texts = merged(before.texts, input.texts)
  requireTitle(titles)
  const after: Stored = { ...before, ...defined(input), titles, texts, version: before.version + 1 }
  if (after.address !== before.address) await requireFree(tx, after.address)
  if (after.link !== before.link) await requireNavigation(tx, after.link)
  await tx.query(
    `UPDATE own_pages SET address = $2, titles = $3, texts = $4, link = $5, position = $6, published = $7,
       version = version + 1 WHERE id = $1`,
    [
      ...[before.id, after.address, JSON.stringify(titles), JSON.stringify(texts)],
      ...[after.link, after.position, after.published]
    ]
  )
  await embed(tx, { ownPageId: before.id }, ...Object.values(texts))
  const target = `own_page:${before.address}`
  await tx.audit({ action: 'own_page_updated', target, ...changes<Stored>(before, after) })
  tx.invalidate('own_pages')
  return editOf(after)
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
}

export function createOwnPages({ db, caches, change }: Needs): OwnPages {
  const lists = caches.create<OwnPageLinks & { all: OwnPageLink[] }>({ ttl: CACHED_MS, max: 16 })

  const published = (locale: Locale) =>
    lists.through(locale, async () => {
      const found = await rows(
        db.pool,
        PUBLISHED,
        `SELECT address, titles, link FROM own_pages WHERE published
         ORDER BY position, address LIMIT ${OWN_PAGE_LIMITS.pages}`
      )
      const linkOf = ({ address, titles }: RowOf<typeof PUBLISHED>) => ({
        address,
        title: wordsIn(titles, locale)
      })
      const linkedIn = (place: OwnPageLinkPlace) => found.filter(({ link }) => link === place).map(linkOf)
      const value = {
        navigation: linkedIn('navigation'),
        footer: linkedIn('footer'),
        all: found.map(linkOf)
      }
      return { value, tags: ['own_pages'] }
    })

  return {
    links: published,
    list: async (ctx) => (await published(ctx.locale)).all,

    async one(ctx, address) {
      const page = await find(db.pool, address)
      if (!page.published && ctx.actor?.role !== 'Admin') throw notFound('own_page.not_found')
      return {
        address: page.address,
        title: wordsIn(page.titles, ctx.locale),
        text: wordsIn(page.texts, ctx.locale),
        published: page.published
      }
    },

    async editList(ctx) {
      requireActor(ctx, 'Admin')
      const found = await rows(
        db.pool,
        STORED,
        `SELECT ${COLUMNS} FROM own_pages ORDER BY position, address LIMIT ${OWN_PAGE_LIMITS.pages}`
      )
      return found.map(({ id: _, version: __, texts, ...page }) => ({
        ...page,
        written: Object.keys(texts) as TextLanguage[]
      }))
    },

    async editOne(ctx, address) {
      requireActor(ctx, 'Admin')
      return editOf(await find(db.pool, address))
    },

    async create(ctx, input) {
      requireActor(ctx, 'Admin')
      return change(ctx, { settings: true }, (tx) => add(tx, input))
    },

    async update(ctx, address, input) {
      requireActor(ctx, 'Admin')
      return change(ctx, { settings: true }, (tx) => rewrite(tx, address, input))
    },

    async remove(ctx, address) {
      requireActor(ctx, 'Admin')
      await change(ctx, { settings: true }, async (tx) => {
        const { id, address: at, titles } = await find(tx, address, 'FOR UPDATE')
        await tx.query('DELETE FROM own_pages WHERE id = $1', [id])
        await tx.audit({ action: 'own_page_deleted', target: `own_page:${at}`, before: { titles } })
        tx.invalidate('own_pages')
      })
    }
  }
}
