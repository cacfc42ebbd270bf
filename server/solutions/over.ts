/**
 * SQL: game `g` has ended and its board hides nothing, by the database's clock. From then on its solutions may be read
 * (docs/rules/challenges.md#solutions).
 */
export const OVER_SQL = `g.final_at <= now() AND (g.revealed_at IS NOT NULL OR g.freeze_at IS NULL OR g.freeze_at > now())`
