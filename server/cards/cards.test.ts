import { beforeAll, describe, expect, it } from 'vitest'
import { certificate } from './certificate'
import { svgOf } from './drawing'
import { canDraw, drawable, fitText, loadLetters, outlineText, wrapText } from './letters'
import { pdfOf } from './pdf'
import { teamCard } from './team-card'

beforeAll(loadLetters)

const words = { place: 'Rank 3 of 214', points: '7,289 points', team: 'Team 17', game: 'Game 5' }
const card = (team: string, game = 'Ebbtide CTF 2026') =>
  svgOf(teamCard({ team, game, word: 'KNOT', words, platform: 'Halyard', language: 'en-US' }))
const paper = (more: object = {}) =>
  certificate({
    ...{ game: 'Ebbtide CTF 2026', name: 'Knot Today', word: 'KNOT', note: '', signature: '' },
    words: {
      ...{
        title: 'Certificate',
        member: null,
        reached: 'reached rank 3 of 214 in',
        dates: 'Nov 21, 2026',
        inDivision: null
      },
      ...{ name: 'Team 17', game: 'Game 5' }
    },
    ...{ platform: 'Halyard', language: 'en-US' },
    ...more
  })

const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><image href="https://evil.example/x.png"/>',
  '&xxe; <!DOCTYPE svg [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
  "' onload='alert(1)",
  '\u202Egnp.exe\u0000\u0007',
  ']]>\uFFFE\uD800',
  'a'.repeat(5000),
  'W'.repeat(50),
  'فريق الكشافة',
  'שלום',
  '船乗り',
  '🏴‍☠️🦀',
  '\u0301\u0301\u0301',
  ''
]

/** Test names contain only as much of the hostile name as a report can show. */
const NAMED = HOSTILE.map((name): [shown: string, name: string] => [name.slice(0, 60), name])

describe('a card', () => {
  it.each(NAMED)(
    'of a name like %j holds paths and one title, and nothing of the name as markup',
    (_, name) => {
      const svg = card(name, name)
      const [, title] = /^<svg [^<>]*><title>([^<]*)<\/title>((?:<path [^<>]*\/>)+)<\/svg>$/.exec(svg)!
      expect(title).not.toMatch(/[<>"']|&(?!#\d+;)/)
      expect(svg.replace(title!, '')).not.toMatch(/href|script|onload|url\(|style|&|data:|evil/i)
      expect([...title!].every((sign) => sign >= ' ')).toBe(true)
      expect(svg.length).toBeLessThan(200_000)
    }
  )

  it.each(NAMED)('of a name like %j keeps its lines within the picture', (_, name) => {
    for (const width of [100, 1056])
      expect(fitText(drawable(name, 'Team 17'), width, 84, 40).width).toBeLessThanOrEqual(width + 0.01)
    for (const line of wrapText(name, 600, 12, 4)) expect(line.width).toBeLessThanOrEqual(600.01)
    expect(wrapText(name, 600, 12, 4).length).toBeLessThanOrEqual(4)
  })

  it('draws Latin and Cyrillic names, and says what it cannot', () => {
    expect(['Knot', 'Żółw', 'Ğüş', 'Полярный Хеш', '#1 – “a”'].map(canDraw)).toEqual([
      ...[true, true, true, true, true]
    ])
    expect(['فريق', 'שלום', '船乗り', '한국', 'Αθήνα', 'ไทย', '🦀'].some(canDraw)).toBe(false)
    expect(drawable('Nguyễn', 'Team 17')).toBe('Nguyen')
    expect(drawable('🦀🦀 Crabs 船', 'Team 17')).toBe('? Crabs ?')
    expect(drawable('What??', 'Team 17')).toBe('What??')
    expect(['فريق', '🏴‍☠️', '', '\u200B'].map((name) => drawable(name, 'Team 17'))).toEqual(
      Array.from({ length: 4 }, () => 'Team 17')
    )
  })

  it('of equal facts is the same, and of other names another', () => {
    expect(card('Knot')).toBe(card('Knot'))
    expect(outlineText('Knot', 20).d).not.toBe(outlineText('Knots', 20).d)
  })
})

describe('a certificate', () => {
  it.each(NAMED)('of a name like %j is a whole PDF that runs and loads nothing', async (_, name) => {
    const drawing = paper({ name, game: name, note: name, signature: name })
    const content = (await pdfOf(drawing, name, new Date(0))).toString('latin1')
    expect(content.startsWith('%PDF-1.7')).toBe(true)
    expect(content).toMatch(/startxref\s+\d+\s+%%EOF\s*$/)
    expect(content).not.toMatch(/\/(JavaScript|JS|Launch|URI|EmbeddedFile|OpenAction|AA)\b/)
    expect(content.match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  it('has its words as alternative text, in its language', async () => {
    const content = (await pdfOf(paper(), 'Certificate', new Date(0))).toString('latin1')
    expect(content).toContain('/Alt (Certificate. Knot Today. reached rank 3 of 214 in')
    expect(content).toContain('/Lang (en-US)')
  })
})
