import { createContext } from 'react'
import type { Labels } from '~/app/i18n/text'

export interface IslandPage {
  locale: string
  scheme: 'dark' | 'light'
  /** Only the namespaces that the page's islands declare. */
  labels: Record<string, Labels>
}

/** The server's side: gives ids and collects namespaces while a page renders. */
export interface IslandHost {
  page: Omit<IslandPage, 'labels'>
  origin: string
  /** Labels of a namespace; adds it to the page's JSON. */
  labels(namespace: string): Labels
  nextId(): string
}

export const IslandHostContext = createContext<IslandHost | null>(null)

/** Origin of the request, on the server alone; the browser does not get it. */
export const OriginContext = createContext('')

export const PAGE_DATA_ID = 'islands'

/** Escapes JSON so that it cannot end its script element. */
export const escapeJson = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON that may stand inside a script element. */
export const safeJson = (value: unknown): string => escapeJson(JSON.stringify(value))
