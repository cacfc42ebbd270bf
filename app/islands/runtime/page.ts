/** What all islands of a page share; printed once as JSON, read by the browser. */
import { createContext } from 'react'
import type { Labels } from './words/text'

export interface IslandPage {
  locale: string
  scheme: 'dark' | 'light'
  /** Only the namespaces the islands of this page declare. */
  labels: Record<string, Labels>
}

/** The server's side: hands out ids and collects namespaces while a page renders. */
export interface IslandHost {
  page: Omit<IslandPage, 'labels'>
  /** Such as `https://ctf.example.org`. */
  origin: string
  /** Labels of one namespace, also noted for the page's JSON. */
  labels(namespace: string): Labels
  nextId(): string
}

export const IslandHostContext = createContext<IslandHost | null>(null)

/** Origin under which the platform was asked, on the server alone: it is not among what the browser is told. */
export const OriginContext = createContext('')

/** Id of the element with the page's JSON. */
export const PAGE_DATA_ID = 'islands'

/** The same JSON, which cannot end its script element. */
export const escapeJson = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON that cannot end its script element. */
export const safeJson = (value: unknown): string => escapeJson(JSON.stringify(value))
