import { z } from 'zod'
import type { gameInput } from '~/server/games/contract'
import type { Line } from '../contract'
import { markdownOf } from './markdown'
import { instant, ofKind, parsed, type RctfExport, text } from './responses'

const config = z.object({
  ctfName: text,
  meta: z.object({ description: text }).nullish(),
  homeContent: text,
  divisions: z.record(z.string(), z.string()).nullish(),
  startTime: instant.nullish(),
  endTime: instant.nullish()
})

/** What the configuration for browsers tells; null where it was not saved. @throws AppError `archive.bad_response` */
export function rctfConfig(exported: RctfExport): z.infer<typeof config> | null {
  const saved = ofKind(exported, 'goodClientConfig').at(-1)
  return saved ? parsed(saved, config) : null
}

interface RctfGame {
  title: string
  start: string | undefined
  end: string | undefined
  facts: Partial<z.input<typeof gameInput>>
  poster: null
  notes: Line[]
}

/** The game of the configuration; null where it was not saved. @throws AppError `archive.bad_response` */
export function rctfGame(exported: RctfExport): RctfGame | null {
  const told = rctfConfig(exported)
  if (!told) return null
  const { ctfName, meta, homeContent, divisions, startTime: start, endTime: end } = told
  const notes: Line[] = []
  const ordered = start != null && end != null && start < end
  return {
    title: ctfName?.trim() || 'rCTF',
    start: ordered ? new Date(start).toISOString() : undefined,
    end: ordered ? new Date(end).toISOString() : undefined,
    facts: {
      summary: meta?.description ?? undefined,
      content: homeContent ? markdownOf(homeContent, notes).trim() : undefined,
      organizations: divisions ? [...new Set(Object.values(divisions))] : undefined
    },
    poster: null,
    notes
  }
}
