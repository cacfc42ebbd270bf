import type { AppLoadContext } from '@remix-run/node'
import { useMatches } from '@remix-run/react'
import { createContext, useContext } from 'react'
import { inlineMarkdown } from '~/app/components/markdown/render-markdown'
import type { Role } from '~/server/access/contract'
import type { Locale } from '~/server/platform/locales'
import { type Flash, flashOf } from '../flash'
import { brandOf, type CustomTheme, customThemeOf, type Scheme, schemeOf } from '../theme'
import { type BuildInfo, buildInfo } from './build'

/** What every page knows: loaded by the root route. */
export interface ShellData {
  locale: string
  scheme: Scheme
  theme: CustomTheme
  /** `#rrggbb`. */
  brand: string
  /** Unix milliseconds of the server when it made the page. */
  now: number
  platform: {
    title: string
    slogan: string
    /** Plain text; '' for none. */
    description: string
    logoUrl: string | null
    /** Sanitised HTML, null for none. */
    footer: string | null
    /** Addresses at the foot of every page; null where none is known. */
    source: string | null
    privacy: string | null
    /** `v1.2.3`, with the first digits of the commit where it is known. */
    version: string
  }
  /** Who is logged in; null for a visitor. */
  viewer: { id: string; userName: string; role: Role; avatar: string | null } | null
  flash: Flash | null
  /** What the log calls this request. */
  requestId: string
  /** Address of the platform as its operator named it, without a slash at its end; null when unknown. */
  publicUrl: string | null
  /** Languages that lack texts. */
  incomplete: Locale[]
}

/** What a template is made from, in place of what loaders find. */
export interface TemplateData {
  shell: ShellData
  page: object
}

const versionOf = ({ version, commit }: BuildInfo) =>
  [/^\d/.test(version) ? `v${version}` : version, commit?.sha.slice(0, 7)].filter(Boolean).join(' · ')

/** What the shell of a request's page says. */
export async function shellOf(cookies: string | null, context: AppLoadContext): Promise<ShellData> {
  const { services, ctx, publicUrl, translator, helpLinks } = context
  const [config, { globalConfig, brand }, build] = await Promise.all([
    services.settings.client(),
    services.settings.read(),
    buildInfo()
  ])
  const theme = customThemeOf(cookies)
  const { actor } = ctx
  return {
    locale: ctx.locale,
    scheme: schemeOf(cookies),
    theme,
    brand: brandOf(theme, config.customTheme),
    now: ctx.now.getTime(),
    platform: {
      title: brand.title,
      slogan: brand.slogan,
      description: globalConfig.description,
      logoUrl: config.logoUrl,
      footer: config.footerInfo && inlineMarkdown(config.footerInfo),
      source: build.repo,
      privacy: helpLinks.privacy,
      version: versionOf(build)
    },
    viewer: actor && { id: actor.id, userName: actor.userName, role: actor.role, avatar: actor.avatar },
    flash: flashOf(cookies),
    requestId: ctx.requestId,
    publicUrl: publicUrl && new URL(publicUrl).origin,
    incomplete: [...translator.incomplete]
  }
}

/** Provided by the document (root.tsx), and to parts of a page that are rendered on their own. */
export const ShellContext = createContext<ShellData | null>(null)

/** Shell data, null only when the root loader itself failed. */
export const useShell = () => useContext(ShellContext)

/** A page without the shell around it, for a screen that nobody sits at. Always dark. */
export interface Bare {
  /** Class of the body. */
  className: string
  /** Without script the browser asks for `to` after so many seconds. */
  refresh: { after: number; to: string }
}

interface PageFrame {
  title: string | null
  /** What the page is about, as plain text; the platform's own words when null. */
  description: string | null
  /** Path of a picture of it. */
  picture: string | null
  /** A dialog lies over the page: nothing of the shell can be reached. */
  modal: boolean
  bare: Bare | null
}

/** What the deepest route asks of the shell, by the members of a PageFrame in its data. */
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
