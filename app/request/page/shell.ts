import type { AppLoadContext } from '@remix-run/node'
import { useMatches } from '@remix-run/react'
import { createContext, useContext } from 'react'
import { inlineMarkdown, markdown } from '~/app/components/markdown/render-markdown'
import { shareValue } from '~/app/rendering/render-cache'
import type { Actor } from '~/server/access/contract'
import type { OwnPageLinks } from '~/server/own-pages/contract'
import { LOCALES, type Locale } from '~/server/platform/locales'
import { type Flash, flashOf } from '../flash'
import { brandOf, type CustomTheme, customThemeOf, type Scheme, schemeOf } from '../theme'
import { type BuildInfo, buildInfo } from './build'
import { createMemo } from './memo'

export interface ShellData {
  locale: string
  scheme: Scheme
  theme: CustomTheme
  brand: string
  /** Unix milliseconds of the server when it made the page. */
  now: number
  platform: {
    title: string
    slogan: string
    description: string
    logoUrl: string | null
    /** Sanitised HTML; null for none. */
    footer: string | null
    /** The block for the footer, in the reader's language. */
    footerBlock: string | null
    /** Pages of the organisers that are linked on every page. */
    pages: OwnPageLinks
    /** Links in the footer; null where unknown. */
    source: string | null
    privacy: string | null
    /** `v1.2.3`, with the short commit where known. */
    version: string
  }
  /** Versions of the platform's style sheets; null for none. */
  sheets: { colours: string | null; own: string | null }
  /** Null for a visitor. */
  viewer: Pick<Actor, 'id' | 'userName' | 'role' | 'avatar' | 'games' | 'news'> | null
  flash: Flash | null
  requestId: string
  /** Configured address without a trailing slash; null when unknown. */
  publicUrl: string | null
  incomplete: Locale[]
}

/** Replaces loader data while a template is made. */
export interface TemplateData {
  shell: ShellData
  page: object
}

const versionOf = ({ version, commit }: BuildInfo) =>
  [/^\d/.test(version) ? `v${version}` : version, commit?.sha.slice(0, 7)].filter(Boolean).join(' · ')

const platformOf = createMemo<ShellData['platform']>(LOCALES.length)

/** What the frame around each page shows: settings, look, links and the viewer, in the reader's language. */
export async function shellOf(cookies: string | null, context: AppLoadContext): Promise<ShellData> {
  const { services, ctx, publicUrl, translator, helpLinks } = context
  const [config, { globalConfig, brand }, look, links, build] = await Promise.all([
    services.settings.client(),
    services.settings.read(),
    services.appearance.look(),
    services.ownPages.links(ctx.locale),
    buildInfo()
  ])
  const theme = customThemeOf(cookies)
  const scheme = schemeOf(cookies)
  const { actor } = ctx
  const footer = look.text('footer', ctx.locale)
  return {
    locale: ctx.locale,
    scheme,
    theme,
    brand: brandOf(theme, look.accents[scheme] ?? config.customTheme),
    now: ctx.now.getTime(),
    platform: platformOf(
      ctx.locale,
      [brand, globalConfig, footer, links, config.footerInfo, config.logoUrl, build, helpLinks.privacy],
      () =>
        shareValue({
          title: brand.title,
          slogan: brand.slogan,
          description: globalConfig.description,
          logoUrl: config.logoUrl,
          footer: config.footerInfo && inlineMarkdown(config.footerInfo),
          footerBlock: footer && markdown(footer),
          pages: { navigation: links.navigation, footer: links.footer },
          source: build.repo,
          privacy: helpLinks.privacy,
          version: versionOf(build)
        })
    ),
    sheets: { colours: look.colours?.version ?? null, own: look.own?.version ?? null },
    viewer: actor && {
      id: actor.id,
      userName: actor.userName,
      role: actor.role,
      avatar: actor.avatar,
      ...(actor.games && { games: actor.games }),
      ...(actor.news && { news: actor.news })
    },
    flash: flashOf(cookies),
    requestId: ctx.requestId,
    publicUrl: publicUrl && new URL(publicUrl).origin,
    incomplete: [...translator.incomplete]
  }
}

/** Provided by root.tsx, and for parts rendered alone. */
export const ShellContext = createContext<ShellData | null>(null)

/** Null only when the root loader failed. */
export const useShell = () => useContext(ShellContext)

/** A page without the shell, for unattended screens. Always dark. */
export interface Bare {
  className: string
  /** Without script, the browser requests `to` after these seconds. */
  refresh: { after: number; to: string }
}

interface PageFrame {
  title: string | null
  /** Description as plain text; null: the platform's. */
  description: string | null
  picture: string | null
  /** A dialog covers the page, so the shell is inert. */
  modal: boolean
  bare: Bare | null
}

/** The members of PageFrame that the deepest route sets in its data. */
export function usePageFrame(): PageFrame {
  const pages = useMatches().map((match) => (match.data ?? {}) as Partial<PageFrame>)
  const last = (name: 'title' | 'description' | 'picture') =>
    pages.map((data) => data[name]).findLast((one) => typeof one === 'string') ?? null
  return {
    title: last('title'),
    description: last('description'),
    picture: last('picture'),
    modal: pages.some(({ modal }) => modal === true),
    bare: pages.at(-1)?.bare ?? null
  }
}
