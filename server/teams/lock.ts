/**
 * SQL for the effective lock of a team (decisions.md, Team lock): an administrator locked it, or it takes part,
 * accepted or suspended, in a game that has not ended. `now` is the placeholder of the caller's time.
 */
export const effectiveLock = (team: string, now: string) => `(${team}.admin_locked OR EXISTS (
  SELECT 1 FROM participations lp JOIN games lg ON lg.id = lp.game_id
  WHERE lp.team_id = ${team}.id AND lp.status IN ('Accepted', 'Suspended') AND lg.end_at > ${now}))`
