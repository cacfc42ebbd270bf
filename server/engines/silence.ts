/** Heartbeats come every 5 s, and an engine is down after 30 s without an answer. */
export const SILENT_SECONDS = 45

/**
 * SQL: somebody heard of engine `e` a moment ago, so that players can reach what runs there. That it is `up` is not enough: while no
 * jobs process runs at all, nobody marks it as down.
 */
export const ANSWERS = `e.state = 'up' AND e.seen_at > now() - interval '${SILENT_SECONDS} seconds'`
