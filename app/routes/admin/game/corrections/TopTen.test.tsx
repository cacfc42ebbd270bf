import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createText, type Labels, TextProvider } from '~/app/i18n/text'
import type { CorrectionEffect } from '~/server/corrections/contract'
import { TopTen } from './TopTen'

const words = { corrections: JSON.parse(readFileSync('locales/en-US/corrections.json', 'utf8')) as Labels }
const team = (id: number, rank: number, score: number) => ({
  participationId: id,
  teamId: id,
  name: `Team ${id}`,
  rank,
  score
})

/** Teams by number, with points that fall from 1,000 by 10. */
const places = (ids: number[]) => ids.map((id, n) => team(id, n + 1, 1000 - n * 10))

function markup(before: number[], after: number[], moved: CorrectionEffect['teams'] = []): string {
  const effect = { top: { before: places(before), after: places(after) }, teams: moved }
  return renderToStaticMarkup(
    <TextProvider locale="en-US" t={createText('en-US', words)}>
      <TopTen effect={effect} />
    </TextProvider>
  )
}

const classesOf = (html: string) =>
  [...html.matchAll(/<path(?: class="(\w+)")? d="(M0 [^"]+)"/g)].map(([, name, d]) => [name, d])

test('another leader and teams that leave are told, and nothing is when the places stay', () => {
  const swapped = markup([1, 2, 3], [2, 1, 4])
  expect(swapped).toContain('The leader changes: Team 2 passes Team 1')
  expect(swapped).toContain('Leaves the first ten: Team 3')
  expect(markup([1, 2, 3], [1, 3, 2])).not.toContain('banner')
  expect(markup([], [])).toBe('')
})

test('a line joins the two places of each team, from the bottom for one that enters and to it for one that leaves', () => {
  expect(classesOf(markup([1, 2, 3], [2, 1, 4]))).toEqual([
    ['down', 'M0 5C50 5 50 15 100 15'],
    ['up', 'M0 15C50 15 50 5 100 5'],
    ['down', 'M0 25C50 25 50 30 100 30'],
    ['up', 'M0 30C50 30 50 25 100 25']
  ])
  expect(classesOf(markup([1, 2], [1, 2])).map(([name]) => name)).toEqual([undefined, undefined])
})

test('the table tells earlier ranks and changes, also of a team that comes from further down, and none that is not known', () => {
  // Effects name a hundred teams at most.
  expect(markup([1], [2])).toContain('<td class="num was">–</td>')
  expect(markup([1], [2])).toContain('<td class="num">–</td>')
  const moved = [
    {
      participationId: 4,
      teamId: 4,
      name: 'Team 4',
      before: { rank: 40, score: 100 },
      after: { rank: 3, score: 980 }
    }
  ]
  const rows = markup([1, 2, 3], [2, 1, 4], moved).match(/<tr>.*?<\/tr>/g) ?? []
  const cells = rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, text]) => text!.replace(/<[^>]+>/g, ''))
  )
  expect(cells).toEqual([
    ['After', 'Now', 'Team', 'Points', 'Change'],
    ['1', '2', 'Team 2', '1,000', '+10'],
    ['2', '1', 'Team 1', '990', '−10'],
    ['3', '40', 'Team 4', '980', '+880']
  ])
})
