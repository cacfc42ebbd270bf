import { z } from 'zod'
import { json } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { wireTime } from '~/server/platform/time'
import type { HintOffer, StoredHint } from './contract'

/** SQL: whether game `g` has ended for participation $3. */
const ENDED = `coalesce((SELECT ${endSql('g', 'o')} FROM participations o WHERE o.id = $3), g.end_at) <= now()`

/** JSON: hints of challenge `c` in game `g` for participation $3. Unreadable texts stay in the database. */
export const HINT_OFFERS_SQL = `(SELECT coalesce(json_agg(json_build_object(
    'id', h.id, 'cost', h.cost, 'availableAt', h.at, 'available', h.due, 'boughtAt', b.at,
    'content', CASE WHEN b.at IS NOT NULL OR (h.due AND (h.cost = 0 OR ${ENDED})) THEN h.content END)
    ORDER BY h.place), '[]')
  FROM (SELECT (e->>'id')::int AS id, (e->>'cost')::int AS cost, e->>'content' AS content, e->>'availableAt' AS at,
      coalesce((e->>'availableAt')::timestamptz <= now(), true) AS due, place
    FROM jsonb_array_elements(c.priced_hints) WITH ORDINALITY p (e, place)) h
  LEFT JOIN hint_purchases b ON b.challenge_id = c.id AND b.participation_id = $3 AND b.hint = h.id)`

const offer = z.object({
  id: z.int(),
  cost: z.int(),
  availableAt: z.string().nullable(),
  available: z.boolean(),
  boughtAt: z.string().nullable(),
  content: z.string().nullable()
})

export const hintOffers = json(z.array(offer))

/** JSON: pairs of a hint's id and its number of buyers. */
export const HINT_BUYERS_SQL = `(SELECT coalesce(json_agg(json_build_array(hint, n) ORDER BY hint), '[]') FROM (
  SELECT hint, count(*) AS n FROM hint_purchases WHERE challenge_id = c.id GROUP BY hint) bought)`
export const hintBuyers = json(z.array(z.tuple([z.int(), z.int()])))

const timeOf = (text: string | null) => text && wireTime(new Date(text))

export const offersOf = (found: readonly z.infer<typeof offer>[]): HintOffer[] =>
  found.map((one) => ({ ...one, availableAt: timeOf(one.availableAt), boughtAt: timeOf(one.boughtAt) }))

export const openOffers = (stored: readonly StoredHint[], now: Date): HintOffer[] =>
  stored.map(({ id, content, cost, availableAt }) => ({
    ...{ id, cost, content },
    availableAt: timeOf(availableAt),
    available: availableAt === null || new Date(availableAt) <= now,
    boughtAt: null
  }))
