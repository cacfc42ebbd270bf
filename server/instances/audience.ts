/**
 * SQL: accounts that hear of instance `i`: registered with its participation and still of the team, because who leaves a team after
 * a game stays registered.
 */
export const AUDIENCE_SQL = `ARRAY(SELECT r.user_id FROM registrations r JOIN participations p ON p.id = r.participation_id
  JOIN team_members m ON m.team_id = p.team_id AND m.user_id = r.user_id WHERE r.participation_id = i.participation_id)`
