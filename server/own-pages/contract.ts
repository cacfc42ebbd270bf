import { z } from 'zod'
import { TEXT_LANGUAGES } from '~/server/appearance/contract'
import { textField } from '~/server/platform/text-fields'
import { toNumber, wireInt } from '~/server/platform/wire'
import { OWN_PAGE_LIMITS, OWN_PAGE_LINKS } from './constants'

const { address, title, text, position } = OWN_PAGE_LIMITS

/** Words of `a`–`z`, digits and single hyphens; other paths are no page. */
export const ownPageAddress = z
  .string({ error: 'own_page.address' })
  .max(address, 'own_page.address')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'own_page.address')

const byLanguage = (most: number, id: string) =>
  z.partialRecord(z.enum(TEXT_LANGUAGES), textField(most)).meta({ id })

const titles = byLanguage(title, 'TitlesByLanguageModel')
const texts = byLanguage(text, 'PageTextsByLanguageModel')
const flag = z.boolean({ error: 'field.type_mismatch' })
const link = z.enum(OWN_PAGE_LINKS, 'own_page.link')
const place = z.preprocess(
  toNumber,
  z.int('field.number_required').min(0, 'field.out_of_range').max(position, 'field.out_of_range')
)

export const ownPageInput = z
  .object({
    address: ownPageAddress,
    /** One at least. */
    titles,
    texts: texts.default({}),
    /** Where it is linked once it is published. */
    link: link.default('footer'),
    /** Smaller ones first, then by address. */
    position: place.default(0),
    published: flag.default(false)
  })
  .meta({ id: 'OwnPageCreateModel' })
export type OwnPageInput = z.infer<typeof ownPageInput>

/** Absent: unchanged. Titles and texts change language by language; an empty one is none. */
export const ownPageUpdate = z
  .object({
    address: ownPageAddress.optional(),
    titles: titles.optional(),
    texts: texts.optional(),
    link: link.optional(),
    position: place.optional(),
    published: flag.optional(),
    /** The edited one; absent: write anyway. */
    version: wireInt(1).optional()
  })
  .meta({ id: 'OwnPageUpdateModel' })
export type OwnPageUpdate = z.infer<typeof ownPageUpdate>

export const ownPageEdit = z
  .object({
    address: z.string(),
    titles,
    texts,
    link: z.enum(OWN_PAGE_LINKS),
    position: z.int(),
    published: z.boolean(),
    version: z.int()
  })
  .meta({ id: 'OwnPageEditModel' })
export type OwnPageEdit = z.infer<typeof ownPageEdit>

/** For lists of staff: languages with a text instead of the texts. */
export const ownPageRow = ownPageEdit
  .omit({ texts: true, version: true })
  .extend({ written: z.array(z.enum(TEXT_LANGUAGES)) })
  .meta({ id: 'OwnPageRowModel' })
export type OwnPageRow = z.infer<typeof ownPageRow>

export const ownPageLink = z
  .object({ address: z.string(), title: z.string() })
  .meta({ id: 'OwnPageLinkModel' })
export type OwnPageLink = z.infer<typeof ownPageLink>

/** Published pages by where they are linked, in the caller's language. */
export type OwnPageLinks = Record<'navigation' | 'footer', OwnPageLink[]>

/** In the caller's language, else in any. `text` is Markdown. */
export const ownPageView = ownPageLink
  .extend({ text: z.string(), published: z.boolean() })
  .meta({ id: 'OwnPageModel' })
export type OwnPageView = z.infer<typeof ownPageView>
