import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createText, type Labels, TextProvider } from '~/app/i18n/text'
import { END_REASONS, type InstanceView, QUEUE_REASONS, START_ERRORS } from '~/server/instances/contract'
import { LOCALES } from '~/server/platform/locales'
import { MINUTE_MS } from '~/server/platform/time'
import { linkTo, PageProvider } from '../page'
import { readQuery } from '../query'
import { InstanceBox } from './InstanceBox'
import { NOW, viewOf } from './testing/view'

const namesOf = (locale: string) =>
  Object.fromEntries(
    ['common', 'challenges', 'instances', 'terminal'].map((name) => [
      name,
      JSON.parse(readFileSync(`locales/${locale}/${name}.json`, 'utf8')) as Labels
    ])
  )

const nothing = () => {}

function markup(view: InstanceView, locale = 'en-US'): string {
  const page = {
    gameId: 1,
    start: NOW,
    playing: true,
    query: readQuery(new URLSearchParams('c=7')),
    go: nothing
  }
  return renderToStaticMarkup(
    <TextProvider locale={locale} t={createText(locale, namesOf(locale))}>
      <PageProvider value={{ ...page, link: linkTo(1, nothing) }}>
        <InstanceBox
          challengeId={7}
          view={view}
          failed={null}
          made={NOW}
          me="mira"
          sending={null}
          trouble={null}
          onAct={nothing}
          onRetry={nothing}
        />
      </PageProvider>
    </TextProvider>
  )
}

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const intents = (html: string) =>
  [...html.matchAll(/name="intent" value="(\w+)"/g)].map(([, intent]) => intent)

const ENTRY = { entry: 'ebb.example:31804', requestedBy: 'mira' }

describe('the box without script', () => {
  it('the start button posts the challenge to the page', () => {
    const html = markup(viewOf())
    expect(intents(html)).toEqual(['create'])
    expect(html).toContain('action="/games/1/Challenges?c=7"')
    expect(html).toContain('name="challengeId" value="7"')
    expect(text(html)).toContain('0 of 3 in use')
  })

  it('the box shows the place in the queue, and a button to leave it', () => {
    const html = markup(
      viewOf({ state: 'queued', waitsFor: 'turn', position: 3, waiting: 5, estimate: 40, inUse: 1 })
    )
    expect(text(html)).toContain('~0:40')
    expect(text(html)).toContain('Place 3 of 5')
    expect(html.match(/<i /g)).toHaveLength(3)
    expect(text(html)).toContain('Leave queue')
    expect(intents(html)).toEqual(['destroy'])
    expect(html).toContain('no-js-only')
  })

  it('the box shows the progress of the image', () => {
    const pull = { layersDone: 1, layersTotal: 4, bytesDone: 84_000_000, bytesTotal: 136_000_000 }
    expect(text(markup(viewOf({ state: 'queued', waitsFor: 'image', pull })))).toMatch(
      /61 % .* 84 of 136 MB\./
    )
    expect(text(markup(viewOf({ state: 'queued', waitsFor: 'image' })))).not.toMatch(/ %|MB/)
  })

  it('a running instance shows address and time; it cannot be extended before its window', () => {
    const html = markup(viewOf({ state: 'ready', expiresIn: 119 * MINUTE_MS, ...ENTRY }))
    expect(text(html)).toContain('1:59:00')
    expect(html).toContain('href="http://ebb.example:31804" target="_blank" rel="noopener noreferrer"')
    expect(intents(html)).toEqual(['extend', 'destroy'])
    expect(html).toMatch(/<button type="submit"[^>]*disabled=""[^>]*aria-describedby="instance-7"/)
    expect(text(html)).toContain('in the last 10m')
  })

  it('inside the window, the box shows the end after an extension', () => {
    const html = markup(viewOf({ state: 'ready', expiresIn: 8 * MINUTE_MS, ...ENTRY }))
    expect(text(html)).toMatch(/Ends soon .*8:00/)
    expect(text(html)).toMatch(/Until 18:08 instead of 16:08 UTC/)
    expect(html).not.toContain('disabled=""')
  })

  it('stopping what another member started needs a confirmation', () => {
    const mine = viewOf({ state: 'ready', expiresIn: MINUTE_MS, ...ENTRY })
    expect(markup(mine)).not.toContain('alertdialog')
    const html = markup({ ...mine, requestedBy: '<b>yuki</b>' })
    expect(html).toContain('alertdialog')
    expect(html).not.toContain('<b>yuki</b>')
    expect(text(html)).toContain('for the whole team')
  })

  it('a tunnel shows its entries as text and opens the desktop helper', () => {
    const entry = '5f3c2f0e-0a39-4f27-9a4c-7a5f0d5a3c10'
    const html = markup(viewOf({ state: 'ready', expiresIn: MINUTE_MS, entry, requestedBy: 'mira' }))
    expect(html).toContain(`>/api/proxy/${entry}</code>`)
    expect(html).not.toContain('target="_blank"')
    expect(html).toContain(`href="wsrx://open?url=${encodeURIComponent(`/api/proxy/${entry}`)}"`)
    expect(text(html)).toContain(`python3 connect.py /api/proxy/${entry}`)
    expect(html).toContain('<a class="link" href="/connect.py" download="">')
  })

  it('the box shows why an instance ended or failed, and an id to quote', () => {
    const ended = text(
      markup(viewOf({ state: 'ended', reason: 'solved', endedAt: '2026-11-20T15:59:00+00:00' }))
    )
    expect(ended).toMatch(/Ended 15:59:00 UTC .*Challenge solved\s?\. .*Start again/)
    const failed = text(markup(viewOf({ state: 'failed', reason: 'start_failed', error: 'not_ready' })))
    expect(failed).toMatch(/The service did not respond in time\. .*Try again .*5f3c2f0e/)
  })

  it('at the limit, the box links to the challenges with instances that could be stopped', () => {
    const others = [{ challengeId: 9, title: 'Jar & Lid', expiresAt: '2026-11-20T16:21:00+00:00' }]
    const full = viewOf({ inUse: 3, others })
    const html = markup(full)
    expect(html).toContain('href="/games/1/Challenges?c=9"')
    expect(text(html)).toMatch(/Limit reached .*Jar &amp; Lid\s+until 16:21 UTC/)
    expect(intents(html)).toEqual([])
    const replacing = markup({ ...full, replaces: true })
    expect(text(replacing)).toContain('Jar &amp; Lid , will be stopped.')
    expect(intents(replacing)).toEqual(['create'])
  })

  it('an instance that cannot be started has no start button', () => {
    const html = markup(viewOf({ unavailable: 'container.engine_draining' }))
    expect(text(html)).toContain('New instances are paused.')
    expect(html).toMatch(/<button type="submit"[^>]*disabled=""/)
  })
})

describe.each(LOCALES)('in %s', (locale) => {
  it('every state has a text', () => {
    const views = [
      ...(['none', 'starting', 'stuck'] as const).map((state) => viewOf({ state, usual: 4000 })),
      ...(['ready', 'unhealthy'] as const).map((state) => viewOf({ state, expiresIn: MINUTE_MS, ...ENTRY })),
      ...QUEUE_REASONS.map((waitsFor) => viewOf({ state: 'queued', waitsFor, position: 1, waiting: 1 })),
      ...START_ERRORS.map((error) => viewOf({ state: 'failed', error })),
      ...END_REASONS.flatMap((reason) => [
        viewOf({ state: 'stopping', reason }),
        viewOf({ state: 'ended', reason })
      ]),
      ...['no_engine', 'engine_away', 'engine_unguarded', 'engine_draining'].map((code) =>
        viewOf({ unavailable: `container.${code}` })
      )
    ]
    const bare = views.flatMap((view) => text(markup(view, locale)).match(/\b\w+:\w+\.[\w.]+|{{/g) ?? [])
    expect(bare).toEqual([])
  })
})

describe('the line that tells of recording', () => {
  const LINE = /<p class="recorded">.*?<\/p>/
  const TICKET = '7a1f0f3e-52a4-4a55-9d0b-3f5d1f8f7a10'

  it('the note states in every language that tunnels are recorded', () => {
    const view = viewOf({ state: 'ready', expiresIn: MINUTE_MS, ...ENTRY, entry: TICKET, recorded: true })
    expect(text(LINE.exec(markup(view))![0]).trim()).toBe('Connections through the tunnel are recorded.')
    const lines = LOCALES.map((locale) => text(LINE.exec(markup(view, locale))![0]).trim())
    expect(new Set(lines).size).toBe(LOCALES.length)
  })

  it('the note appears before a start too, and only where recording is on', () => {
    expect(markup(viewOf({ recorded: true }))).toMatch(LINE)
    expect(markup(viewOf({ recorded: false }))).not.toMatch(LINE)
  })
})
