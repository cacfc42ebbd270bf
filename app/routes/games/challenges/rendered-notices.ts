import { markdown } from '~/app/components/markdown/render-markdown'
import { merged } from '~/app/islands/challenges/news/notice-feed'
import type { FeedNotice } from '~/app/islands/news/notice'
import { shareValue } from '~/app/rendering/render-cache'
import type { NoticeView } from '~/server/notices/contract'

/** Cached texts; all players read the same ones. */
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

const feeds = new WeakMap<NoticeView[], FeedNotice[]>()

/** By content: the list is read every second, mostly unchanged. */
const equal = new Map<string, FeedNotice[]>()
const MAX_FEEDS = 200

/** Notices with rendered Markdown, newest first; the same array for equal notices. */
export function feedOf(notices: NoticeView[]): FeedNotice[] {
  const known = feeds.get(notices)
  if (known) return known
  const text = JSON.stringify(notices)
  const feed = equal.get(text) ?? rendering(notices)
  if (equal.size >= MAX_FEEDS) equal.delete(equal.keys().next().value!)
  equal.set(text, feed)
  feeds.set(notices, feed)
  return feed
}

const rendering = (notices: NoticeView[]): FeedNotice[] =>
  shareValue(
    merged(
      [],
      notices.map((notice) =>
        notice.type === 'Normal' && !notice.change
          ? { ...notice, html: htmlOf(notice.values[0] ?? '') }
          : notice
      )
    )
  )
