import { parseCompose } from '~/server/compose'
import type { ComposeIssue, ServiceSpec } from '~/server/compose/contract'

export function specOf(text: string) {
  const read = parseCompose(text)
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.spec
}

export const servicesOf = (text: string) =>
  Object.fromEntries(specOf(text).services.map((one) => [one.name, one])) as Record<string, ServiceSpec>

export const webOf = (...lines: string[]) => servicesOf(wrapped(...lines)).web!

export const wrapped = (...lines: string[]) =>
  ['services:', '  web:', '    image: web:1', ...lines.map((one) => `    ${one}`)].join('\n')

export function faultsOf(text: string) {
  const read = parseCompose(text)
  return read.ok ? [] : read.issues.map(({ line, code }) => `${line} ${code.replace('compose.', '')}`)
}

export const issuesOf = (text: string): ComposeIssue[] => {
  const read = parseCompose(text)
  return read.ok ? [] : read.issues
}
