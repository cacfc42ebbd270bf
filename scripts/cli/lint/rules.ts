import { parse } from 'yaml'
import { hasContainer } from '~/server/challenges/contract'
import { inRanges } from '~/server/platform/network/ranges'
import type { PlannedChallenge } from '~/server/transfer/plan/plan'

export const LEVELS = ['error', 'warning'] as const

/** Rules by the names that `--skip` and comments in files use (docs/challenges-as-code.md#lint). */
export const RULES = {
  unusable: 'error',
  'missing-file': 'error',
  'flag-in-text': 'error',
  'flag-in-file': 'error',
  'no-flag': 'error',
  'no-limits': 'warning',
  'no-alt-text': 'warning',
  'large-picture': 'warning',
  'private-host': 'warning',
  remark: 'warning'
} as const satisfies Record<string, (typeof LEVELS)[number]>
export type Rule = keyof typeof RULES

/** A fault or a remark, in words. */
export interface Finding {
  rule: Rule
  text: string
}

/** Texts that players read. */
const textsOf = ({ update }: PlannedChallenge): string[] => [
  update.content ?? '',
  ...(update.hints ?? []),
  ...(update.pricedHints ?? []).map(({ content }) => content)
]

export function flagInText(challenge: PlannedChallenge): Finding[] {
  const texts = textsOf(challenge).join('\n')
  return challenge.flags
    .filter(({ flag }) => texts.includes(flag.trim()))
    .map(({ flag }) => ({ rule: 'flag-in-text', text: `Players read the flag ${flag.trim()} in a text.` }))
}

/** Members of a compose service that bound it. */
const bounds = (service: unknown): string[] => {
  const { mem_limit: memory, cpus, deploy } = (service ?? {}) as Record<string, unknown>
  const limits = (deploy as { resources?: { limits?: { memory?: unknown; cpus?: unknown } } } | undefined)
    ?.resources?.limits
  return [
    ...((memory ?? limits?.memory) == null ? ['mem_limit'] : []),
    ...((cpus ?? limits?.cpus) == null ? ['cpus'] : [])
  ]
}

export function noLimits({ input, update }: PlannedChallenge): Finding[] {
  if (!hasContainer(input.type)) return []
  const compose = update.containerCompose?.trim()
  if (compose) {
    const { services = {} } = parse(compose) as { services?: Record<string, unknown> }
    return Object.entries(services).flatMap(([name, service]): Finding[] => {
      const missing = bounds(service)
      return missing.length === 0
        ? []
        : [{ rule: 'no-limits', text: `The service ${name} has no ${missing.join(', ')}.` }]
    })
  }
  const missing = (['memoryLimit', 'cpuCount', 'storageLimit'] as const).filter(
    (name) => update[name] == null
  )
  return missing.length === 0
    ? []
    : [{ rule: 'no-limits', text: `Its container has no ${missing.join(', ')}.` }]
}

/** Pictures of Markdown and of HTML, each with its text and its place; a text that is not there is ''. */
export function picturesOf(text: string): { alt: string; url: string }[] {
  const written = [...text.matchAll(/!\[([^\]]*)\]\(\s*<?([^)\s>]+)/g)].map(([, alt, url]) => ({ alt, url }))
  const tags = [...text.matchAll(/<img\b[^>]*>/gi)].map(([tag]) => ({
    alt: /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).find(Boolean) ?? '',
    url: /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? ''
  }))
  return [...written, ...tags].map(({ alt, url }) => ({ alt: alt!.trim(), url: url! }))
}

export function noAltText(challenge: PlannedChallenge): Finding[] {
  return textsOf(challenge)
    .flatMap(picturesOf)
    .filter(({ alt }) => alt === '')
    .map(({ url }) => ({
      rule: 'no-alt-text',
      text: `The picture ${url.slice(0, 80)} has no alternative text.`
    }))
}

const isPrivate = inRanges([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['0.0.0.0/8', '::1', 'fc00::/7', 'fe80::/10']
])

/** Hosts that only the author's machine or network knows. */
export function privateHost({ update }: PlannedChallenge): Finding[] {
  return (update.connections ?? [])
    .filter(({ host }) => isPrivate(host) || /(^|\.)(localhost|local|internal)$/i.test(host))
    .map(({ host }) => ({ rule: 'private-host', text: `Players do not reach the host ${host}.` }))
}

/** Types whose flags are made for each team, or listed with files, need none here; nor does one with a checker. */
export function noFlag({ input, flags, silent, update }: PlannedChallenge): Finding[] {
  if (flags.length > 0 || silent?.flags || update.checker || input.type === 'DynamicContainer') return []
  return [{ rule: 'no-flag', text: 'It has no flag, so that it cannot be enabled.' }]
}
