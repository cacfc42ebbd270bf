import type { Ctx } from '~/server/access/contract'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { createAccess } from './access'
import {
  announcedEnd,
  type CatalogueQuery,
  endOf,
  type GameAccess,
  type GameCard,
  type GameView,
  gamePhase,
  type HomeGames,
  laterEndsOf,
  writeupDeadlineOf
} from './contract'
import { createGameEditing, type Editing, type EditingNeeds } from './game-editing'
import { findPublicGame, listCatalogue, listHomeGames, listNewestGames, type PublicGame } from './queries'
import { createUpkeep, type Upkeep } from './upkeep'

export interface Games extends GameAccess, Editing, Upkeep {
  /** The newest ten that are not hidden, from memory. */
  list(ctx: Ctx): Promise<GameCard[]>
  /** A page of all that are not hidden: first those that end next, then ended ones, the last one first. */
  catalogue(ctx: Ctx, query: CatalogueQuery): Promise<{ data: GameCard[]; total: number }>
  /** Running ones, coming ones by their start, and the last that ended; from memory. */
  recent(ctx: Ctx): Promise<HomeGames>
  /** @throws AppError `game.not_found` 404 */
  one(ctx: Ctx, id: number): Promise<GameView>
}

const NEWEST = 10
const HOME = { ahead: 20, ended: 6 }
/** Milliseconds; short, because phases change with the clock. */
const LIST_TTL_MS = 30_000

export function createGames(needs: EditingNeeds): Games {
  const { db, caches } = needs
  const access = createAccess(db, caches)
  const lists = caches.create<GameCard[]>({ ttl: LIST_TTL_MS, max: 10 })
  const views = caches.create<PublicGame>({ ttl: 300_000, max: 500 })

  const listed = (key: string, load: () => Promise<GameCard[]>) =>
    lists.through(key, async () => {
      const value = await load()
      return { value, tags: ['games', ...value.map(({ id }) => `joined:${id}`)] }
    })

  const view = (id: number) =>
    views.through(String(id), async () => {
      const value = await findPublicGame(db.pool, id)
      if (!value) throw notFound('game.not_found')
      return { value, tags: [`game:${id}`, `joined:${id}`] }
    })

  return {
    ...access,
    ...createGameEditing(needs),
    ...createUpkeep(needs),

    list: () => listed('newest', () => listNewestGames(db.pool, NEWEST)),

    catalogue: (ctx, query) => listCatalogue(db.pool, ctx.now, query),

    async recent({ now }) {
      const cards = await listed('home', () => listHomeGames(db.pool, now, HOME))
      const inPhase = (phase: ReturnType<typeof gamePhase>) =>
        cards.filter(
          ({ start, end }) => gamePhase({ start: new Date(start), end: new Date(end) }, now) === phase
        )
      const byStart = (a: GameCard, b: GameCard) => Date.parse(a.start) - Date.parse(b.start)
      return { running: inPhase('running'), next: inPhase('before').sort(byStart), recent: inPhase('ended') }
    },

    async one(ctx, id) {
      const facts = await access.see(ctx, id)
      const [game, standing] = await Promise.all([view(id), access.standing(ctx, id)])
      return {
        ...game,
        end: standing ? wireTime(endOf(facts, standing)) : game.end,
        ends: {
          regular: wireTime(facts.regularEnd),
          final: wireTime(announcedEnd(facts)),
          later: laterEndsOf(facts)
        },
        over: facts.end <= ctx.now,
        writeupsUntil: game.writeupsUntil && wireTime(writeupDeadlineOf(facts, standing)),
        organization: standing?.division ?? null,
        teamName: standing?.teamName ?? null,
        status: standing?.status ?? 'Unsubmitted',
        member: standing?.member ?? false,
        decisions: standing?.decisions ?? 0,
        unread: standing?.unread ?? 0,
        unanswered: standing?.unanswered ?? 0
      }
    }
  }
}
