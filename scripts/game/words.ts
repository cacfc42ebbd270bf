import checks from '~/locales/en-US/checks.json'
import errors from '~/locales/en-US/errors.json'
import instances from '~/locales/en-US/instances.json'
import texts from '~/locales/en-US/transfer.json'
import type { Line } from '~/server/transfer/contract'

type Words = { [key: string]: string | Words }

/** English words of a key such as `archive.bomb`; the key itself where there are none. */
function wordsOf(from: Words, key: string, params: Line['params']): string {
  const found = key
    .split('.')
    .reduce<string | Words | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), from)
  const text = typeof found === 'string' ? found : key
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole))
}

/** An error's code in words. */
export const errorText = (code: string, params: Line['params']): string => wordsOf(errors, code, params)

/** The reason why a solve check did not pass, in words; a detail is a code of instances or engines. */
export function checkText(reason: string, detail: string | null, exitCode: number | null): string {
  const main = wordsOf(checks.reason, reason, { code: exitCode ?? '–' })
  if (detail === null) return main
  const sources: [Words, string][] = [
    [instances, `error.${detail}`],
    [instances, `reason.${detail}`],
    [errors, `container.${detail}`]
  ]
  const told = sources.map(([from, key]) => [key, wordsOf(from, key, {})] as const)
  return `${main} ${told.find(([key, text]) => text !== key)?.[1] ?? detail}`
}

/** A remark of a report in words. */
export function sentence({ code, params }: Line): string {
  const { reason } = params
  const values = reason === undefined ? params : { ...params, reason: wordsOf(errors, String(reason), {}) }
  return wordsOf(texts.line, code, values)
}
