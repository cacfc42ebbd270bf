import { markdown } from '~/app/components/render-markdown'
import type { FeedNotice } from '~/app/islands/challenges/news/notice'
import type { NoticeView } from '~/server/notices/contract'

/** Texts rendered so far, because everybody in a game reads the same ones. */
const KEPT = 500
const rendered = new Map<string, string>()

function htmlOf(text: string): string {
  const known = rendered.get(text)
  if (known !== undefined) return known
  if (rendered.size >= KEPT) rendered.delete(rendered.keys().next().value!)
  const html = markdown(text)
  rendered.set(text, html)
  return html
}

/** Notices with what administrators wrote rendered. */
export const feedOf = (notices: NoticeView[]): FeedNotice[] =>
  notices.map((notice) =>
    notice.type === 'Normal' ? { ...notice, html: htmlOf(notice.values[0] ?? '') } : notice
  )
