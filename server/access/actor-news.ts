/**
 * SQL: how many things about teams wait to be read by an account: requests to the team that it leads, and answers to its own
 * (docs/rules/teams.md#requests). Whoever changes one invalidates `user:` and the account.
 */
export const teamNewsCountSql = (userId: string): string => `(
  (SELECT count(*) FROM teams nt JOIN team_requests nq ON nq.team_id = nt.id AND nq.state = 'Waiting'
   WHERE nt.captain_id = ${userId})
  + (SELECT count(*) FROM team_requests na WHERE na.user_id = ${userId} AND na.state <> 'Waiting' AND NOT na.seen))::int`
