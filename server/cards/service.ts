import { createHash } from 'node:crypto'
import type { Caches } from '~/server/platform/cache'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { type CertificateFacts, certificate } from './certificate'
import { svgOf } from './drawing'
import { canDraw, loadLetters } from './letters'
import { pdfOf } from './pdf'
import { type TeamCardFacts, teamCard } from './team-card'

/** Pictures of results, each drawn once as paths: SVG, PNG and PDF of the same (docs/rules/interface.md#cards). */
export interface Cards {
  /** True if every letter can be drawn: Latin and Cyrillic ones. */
  covers(text: string): Promise<boolean>
  /** @throws AppError `server.busy` 503 while too many are drawn */
  svg(gameId: number, facts: TeamCardFacts): Promise<Buffer>
  /** @throws AppError `server.busy` 503 while too many are drawn */
  png(gameId: number, facts: TeamCardFacts): Promise<Buffer>
  /** `at`: its date. @throws AppError `server.busy` 503 while too many are drawn */
  certificate(gameId: number, facts: CertificateFacts, at: Date): Promise<Buffer>
}

const CONCURRENCY = 1
const MAX_WAITING = 20
const SECONDS = 10
const TTL_MS = 600_000
/** Pictures kept in memory, about 60 KB each. */
const MAX_KEPT = 200

async function pngOf(svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const options = { font: { loadSystemFonts: false } }
  const image = await renderAsync(svg, options, AbortSignal.timeout(SECONDS * 1000))
  return image.asPng()
}

export function createCards({ caches }: { caches: Caches }): Cards {
  const kept = caches.create<Buffer>({ ttl: TTL_MS, max: MAX_KEPT })
  const oneAfterTheOther = createSemaphore(CONCURRENCY, { waiting: MAX_WAITING, retryAfter: 2 })
  /** Those of members do not wait for cards, which anybody may ask for. */
  const certificates = createSemaphore(CONCURRENCY, { waiting: MAX_WAITING, retryAfter: 2 })
  /** Drawn once for equal facts. */
  const through = (gameId: number, kind: string, facts: object, make: () => Promise<Buffer>) => {
    const key = createHash('sha256')
      .update(JSON.stringify([kind, facts]))
      .digest('base64')
    return kept.through(key, async () => ({
      value: await (kind === 'pdf' ? certificates : oneAfterTheOther)(async () => {
        await loadLetters()
        return make()
      }),
      tags: [`game:${gameId}`]
    }))
  }
  return {
    async covers(text) {
      await loadLetters()
      return canDraw(text)
    },
    svg: (gameId, facts) => through(gameId, 'svg', facts, async () => Buffer.from(svgOf(teamCard(facts)))),
    png: (gameId, facts) => through(gameId, 'png', facts, () => pngOf(svgOf(teamCard(facts)))),
    certificate: (gameId, facts, at) =>
      through(gameId, 'pdf', facts, () =>
        pdfOf(certificate(facts), `${facts.words.title}: ${facts.name}, ${facts.game}`, at)
      )
  }
}
