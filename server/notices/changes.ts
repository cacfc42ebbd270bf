import news from '~/locales/en-US/news.json'
import { changeParts } from './constants'
import type { NewNotice, NoticeChange } from './contract'

/** A title may look like Markdown, and a notice of type Normal is. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&')

/**
 * A notice of a change. Its type is one that every client knows: those that do not know changes show its English text, our
 * pages show the change in the reader's language.
 */
export function changeNotice(change: NoticeChange): NewNotice {
  const text = changeParts(change).reduce(
    (said, [name, value]) => said.replace(`{{${name}}}`, () => escaped(value)),
    news.change[change.kind]
  )
  return { type: 'Normal', values: [text], change }
}
