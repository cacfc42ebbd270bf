import { requireActor } from '~/server/access'
import { type Ctx, isAdministrator } from '~/server/access/contract'
import type { TextLanguage } from '~/server/appearance/contract'
import { storeEmbeds } from '~/server/assets'
import { diffFields } from '~/server/audit'
import type { Change, MakeChange } from '~/server/change'
import type { Database, Tx } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { AppError, editConflict, notFound } from '~/server/platform/errors'
import type { Locale } from '~/server/platform/locales'
import { withoutUndefined } from '~/server/platform/wire'
import { OWN_PAGE_LIMITS, type OwnPageLinkPlace } from './constants'
import {
  type OwnPageEdit,
  type OwnPageInput,
  type OwnPageLink,
  type OwnPageLinks,
  type OwnPageRow,
  type OwnPageUpdate,
  type OwnPageView,
  ownPageAddress
} from './contract'
import { defineOwnPages, type OwnPage } from './model'

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

type Pages = ReturnType<typeof defineOwnPages>

const IN_ORDER = { order: ['position', 'address'], limit: OWN_PAGE_LIMITS.pages }
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

function editOf(page: OwnPage): OwnPageEdit {
  const { address, titles, texts, link, position, published, version } = page
  return { address, titles, texts, link, position, published, version }
}

/** Locked when it is found within a change. */
async function find(pages: Pages, address: string, tx?: Tx): Promise<OwnPage> {
  const known = ownPageAddress.safeParse(address.toLowerCase())
  const rejectOnEmpty = notFound('own_page.not_found')
  if (!known.success) throw rejectOnEmpty
  const locked = tx && { transaction: tx.transaction, lock: tx.transaction.LOCK.UPDATE }
  return pages.findOne({ where: { address: known.data }, ...locked, rejectOnEmpty })
}

function requireTitle(titles: ByLanguage): void {
  if (Object.keys(titles).length === 0)
    throw new AppError('own_page.title', 400, { extra: { field: 'titles' } })
}

/** Under the lock of the settings, so that two cannot take one address. */
async function requireFree(pages: Pages, { transaction }: Tx, address: string): Promise<void> {
  if ((await pages.count({ where: { address }, transaction })) > 0)
    throw new AppError('own_page.taken', 409, { params: { address }, extra: { field: 'address' } })
}

async function requireRoom(pages: Pages, { transaction }: Tx): Promise<void> {
  const most = OWN_PAGE_LIMITS.pages
  if ((await pages.count({ transaction })) >= most)
    throw new AppError('own_page.limit', 400, { params: { most } })
}

/** The bar has room for few links beside those of the platform; drafts count, so that publishing never fails. */
async function requireNavigation(pages: Pages, { transaction }: Tx, link: OwnPageLinkPlace): Promise<void> {
  if (link !== 'navigation') return
  const { navigation } = OWN_PAGE_LIMITS
  if ((await pages.count({ where: { link }, transaction })) >= navigation)
    throw new AppError('own_page.navigation_full', 400, {
      params: { most: navigation },
      extra: { field: 'link' }
    })
}

async function add(pages: Pages, tx: Change, input: OwnPageInput): Promise<OwnPageEdit> {
  const titles = merged(trimmed(input.titles))
  const texts = merged(input.texts)
  requireTitle(titles)
  await requireRoom(pages, tx)
  await requireFree(pages, tx, input.address)
  await requireNavigation(pages, tx, input.link)
  const { address, link, position, published } = input
  const { transaction } = tx
  const made = await pages.create({ address, titles, texts, link, position, published }, { transaction })
  await storeEmbeds(tx, { ownPageId: made.id }, ...Object.values(texts))
  const after = { titles, link, position, published }
  await tx.audit({ action: 'own_page_created', target: `own_page:${address}`, after })
  tx.invalidate('own_pages')
  return editOf(made)
}

async function rewrite(
  pages: Pages,
  tx: Change,
  at: string,
  { version, ...input }: OwnPageUpdate
): Promise<OwnPageEdit> {
  const page = await find(pages, at, tx)
  const before = { ...page.get() }
  if (version !== undefined && version !== before.version) throw editConflict()
  const titles = merged(before.titles, input.titles && trimmed(input.titles))
  const texts = merged(before.texts, input.texts)
  requireTitle(titles)
  const after = { ...before, ...withoutUndefined(input), titles, texts, version: before.version + 1 }
  if (after.address !== before.address) await requireFree(pages, tx, after.address)
  if (after.link !== before.link) await requireNavigation(pages, tx, after.link)
  await page.update(after, { transaction: tx.transaction })
  await storeEmbeds(tx, { ownPageId: before.id }, ...Object.values(texts))
  const target = `own_page:${before.address}`
  await tx.audit({ action: 'own_page_updated', target, ...diffFields(before, after) })
  tx.invalidate('own_pages')
  return editOf(page)
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
}

export function createOwnPages({ db, caches, change }: Needs): OwnPages {
  const pages = defineOwnPages(db.sequelize)
  const lists = caches.create<OwnPageLinks & { all: OwnPageLink[] }>({ ttl: CACHED_MS, max: 16 })

  const published = (locale: Locale) =>
    lists.through(locale, async () => {
      const attributes = ['address', 'titles', 'link']
      const found = await pages.findAll({ attributes, where: { published: true }, ...IN_ORDER })
      const linkOf = ({ address, titles }: OwnPage) => ({
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
      const page = await find(pages, address)
      if (!page.published && !isAdministrator(ctx.actor)) throw notFound('own_page.not_found')
      return {
        address: page.address,
        title: wordsIn(page.titles, ctx.locale),
        text: wordsIn(page.texts, ctx.locale),
        published: page.published
      }
    },

    async editList(ctx) {
      requireActor(ctx, 'Admin')
      const found = await pages.findAll(IN_ORDER)
      return found.map((one) => {
        const { version: _, texts, ...page } = editOf(one)
        return { ...page, written: Object.keys(texts) as TextLanguage[] }
      })
    },

    async editOne(ctx, address) {
      requireActor(ctx, 'Admin')
      return editOf(await find(pages, address))
    },

    async create(ctx, input) {
      requireActor(ctx, 'Admin')
      return change(ctx, { settings: true }, (tx) => add(pages, tx, input))
    },

    async update(ctx, address, input) {
      requireActor(ctx, 'Admin')
      return change(ctx, { settings: true }, (tx) => rewrite(pages, tx, address, input))
    },

    async remove(ctx, address) {
      requireActor(ctx, 'Admin')
      await change(ctx, { settings: true }, async (tx) => {
        const page = await find(pages, address, tx)
        await page.destroy({ transaction: tx.transaction })
        const target = `own_page:${page.address}`
        await tx.audit({ action: 'own_page_deleted', target, before: { titles: page.titles } })
        tx.invalidate('own_pages')
      })
    }
  }
}
