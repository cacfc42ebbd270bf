import type { Line } from '../contract'
import type { Definition } from '../definition'
import { reportLine } from '../report-lines'

const HOST = 'HOST'

type Port = NonNullable<Definition['expose']>[string][number]

const httpHost = ({ http }: Port): string =>
  typeof http === 'object' ? http.raw : http ? `${http}.${HOST}` : HOST

function wordsOf(port: Port | undefined): Record<string, string> {
  const number = port?.tcp ?? 'PORT'
  const web = port?.http !== undefined
  const host = web ? httpHost(port!) : HOST
  const url = web ? `https://${host}` : `http://${host}:${number}`
  return {
    host,
    hostname: host,
    domain: host,
    port: number,
    nc: `nc ${host} ${number}`,
    url,
    link: `[${host}${web ? '' : `:${number}`}](${url})`
  }
}

const portOf = ({ expose, pods }: Definition): Port | undefined =>
  Object.values(expose ?? {}).flat()[0] ??
  pods.flatMap(({ ports }) => ports.flatMap((one) => one.expose ?? []))[0]

function exposed(definition: Definition, container: string, place: string, member: string): string | null {
  const port = definition.expose?.[container]?.[Number(place)]
  if (!port) return null
  if (member === 'http') return httpHost(port)
  if (member === 'tcp') return port.tcp ?? null
  return member === 'host' ? HOST : null
}

const EXPRESSION = /\{\{([^{}]*)\}\}|\$\{(\w+)\}/g
const MEMBER = /^challenge\.expose\.([\w-]+)\[(\d+)\]\.(http|tcp|host)$/

/** The name inside double braces, without the marks that remove blanks and the dot of a member. */
const bare = (doubled: string) => doubled.replace(/^-/, '').replace(/-$/, '').trim().replace(/^\./, '')

/** Fills in what a deployment would; addresses become words in capitals that the organiser replaces. */
export function renderTemplate(source: string, definition: Definition, notes: Line[]): string {
  const words = wordsOf(portOf(definition))
  let left = false
  let known = false
  const text = source.replace(EXPRESSION, (whole, braced?: string, dollared?: string) => {
    const doubled = bare(braced ?? '')
    const expression = (doubled || (dollared ?? '')).toLowerCase()
    const [, container, place, member] = MEMBER.exec(doubled) ?? []
    const value = container
      ? exposed(definition, container, place!, member!)
      : Object.hasOwn(words, expression)
        ? words[expression]!
        : null
    if (value === null) left = true
    else known = true
    return value ?? whole
  })
  if (known && /\bHOST\b|\bPORT\b/.test(text)) notes.push(reportLine('host'))
  if (left || /\{%/.test(text)) notes.push(reportLine('template_left'))
  return text
}
