import news from '~/locales/en-US/news.json'
import { changeParts } from './constants'
import type { NewNotice, NoticeChange } from './contract'

/** Escapes Markdown, which Normal notices contain. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&')

/** A type that every client knows, with English text; our pages translate it. */
export function changeNotice(change: NoticeChange): NewNotice {
  const text = changeParts(change).reduce(
    (filled, [name, value]) => filled.replace(`{{${name}}}`, () => escaped(value)),
    news.change[change.kind]
  )
  return { type: 'Normal', values: [text], change }
}
