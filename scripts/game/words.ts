import errors from '~/locales/en-US/errors.json'
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

/** A remark of a report in words. */
export function sentence({ code, params }: Line): string {
  const { reason } = params
  const values = reason === undefined ? params : { ...params, reason: wordsOf(errors, String(reason), {}) }
  return wordsOf(texts.line, code, values)
}
