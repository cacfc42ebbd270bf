import { expect, it } from 'vitest'
import type { NoticeView } from '~/server/notices/contract'
import { feedOf } from './rendered-notices'

const notice = (type: NoticeView['type'], text: string, id = 1): NoticeView => ({
  id,
  type,
  values: [text],
  time: '2026-11-20T10:00:00.000+00:00'
})

it("only administrators' texts are Markdown, and they are safe", () => {
  const [opened, written] = feedOf([
    notice('Normal', '**20** minutes<img src=x onerror=alert(1)>'),
    notice('NewChallenge', '**Alpha**', 2)
  ])
  expect(written!.html).toContain('<strong>20</strong> minutes<img')
  expect(written!.html).not.toContain('onerror')
  expect(opened!.html).toBeUndefined()
})

it('an edited text is rendered again', () => {
  const html = (text: string) => feedOf([notice('Normal', text)])[0]!.html
  expect(html('*a*')).toContain('<em>a</em>')
  expect(html('*b*')).toContain('<em>b</em>')
  expect(html('*a*')).toContain('<em>a</em>')
})
