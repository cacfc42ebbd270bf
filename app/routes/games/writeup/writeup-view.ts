import { markdown } from '~/app/components/markdown/render-markdown'
import type { UserPageArgs } from '~/app/request/page'
import { type GameView, gamePhase, writeupDeadlineOf } from '~/server/games/contract'
import type { StoredStatus } from '~/server/participations/contract'

export interface HandedIn {
  name: string
  size: number
  url: string
  at: string
}

/** Why the reader cannot send a writeup, or the present one (docs/rules/files.md#writeups). */
export type WriteupView =
  | { kind: 'not_required' }
  | { kind: 'not_accepted'; status: Exclude<StoredStatus, 'Accepted'> | 'Unsubmitted' }
  | { kind: 'too_early' }
  | {
      kind: 'open'
      late: boolean
      /** Sanitised HTML; null without a note. */
      note: string | null
      deadline: number
      handedIn: HandedIn | null
      /** Null without a writeup; `may`: the reader is the captain. */
      sharing: { consent: boolean; published: boolean; may: boolean } | null
    }

export async function writeupView({ services, ctx }: UserPageArgs, game: GameView): Promise<WriteupView> {
  if (!game.writeupRequired) return { kind: 'not_required' }
  if (!game.member) return { kind: 'not_accepted', status: 'Unsubmitted' }
  if (game.status !== 'Accepted') return { kind: 'not_accepted', status: game.status }
  const times = { start: new Date(game.start), end: new Date(game.end) }
  if (gamePhase(times, ctx.now) === 'before') return { kind: 'too_early' }
  const [play, { note, name, fileSize, url, uploadedAt, consent, published, captain }] = await Promise.all([
    services.participations.guardPlay(ctx, game.id, { afterEnd: true }),
    services.writeups.state(ctx, game.id)
  ])
  const deadline = writeupDeadlineOf(play.game, play).getTime()
  return {
    kind: 'open',
    late: ctx.now.getTime() > deadline,
    note: note ? markdown(note) : null,
    deadline,
    handedIn: url && uploadedAt ? { name, size: fileSize, url, at: uploadedAt } : null,
    sharing: url ? { consent, published, may: captain } : null
  }
}
