import type { TrashKind } from './contract'

export interface Branch {
  relation: string
  where: string
  /** Locked before copying, so that no references are added. */
  locked?: true
}

const byGame = (relation: string, more = {}): Branch => ({ relation, where: 'game_id = $1', ...more })
const byChallenge = (relation: string): Branch => ({ relation, where: 'challenge_id = $1' })

const GAMES_CHALLENGES = 'SELECT id FROM challenges WHERE game_id = $1'
const GAMES_PARTICIPATIONS = 'SELECT id FROM participations WHERE game_id = $1'
const GAMES_CASES = 'SELECT id FROM cases WHERE game_id = $1'
const TEAMS_PARTICIPATIONS = 'SELECT id FROM participations WHERE team_id = $1'
/** Selects by team: submissions have no index by challenge alone (docs/decisions/011). */
const CHALLENGES_SUBMISSIONS = `participation_id IN (
    SELECT p.id FROM participations p JOIN challenges c ON c.game_id = p.game_id WHERE c.id = $1)
  AND challenge_id = $1`

const byTeam = (relation: string): Branch => ({
  relation,
  where: `participation_id IN (${TEAMS_PARTICIPATIONS})`
})

/** Tables in the order of references. Triggers rebuild counts and queues. A test compares this with the schema's foreign keys. */
export const TREES: Record<TrashKind, readonly Branch[]> = {
  game: [
    { relation: 'games', where: 'id = $1', locked: true },
    byGame('ledger_heads'),
    byGame('board_revisions'),
    byGame('categories', { locked: true }),
    byGame('challenges', { locked: true }),
    byGame('participations', { locked: true }),
    byGame('registrations'),
    { relation: 'follows', where: `participation_id IN (${GAMES_PARTICIPATIONS})` },
    { relation: 'flags', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'attachments', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'challenge_versions', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'solve_checks', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'solve_check_runs', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    {
      relation: 'embeds',
      where: `game_id = $1 OR coalesce(challenge_id, solution_id) IN (${GAMES_CHALLENGES})`
    },
    { relation: 'team_flags', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'team_decoys', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'team_claims', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'team_notes', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'attempt_resets', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'hint_purchases', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'challenge_openings', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'challenge_downloads', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    { relation: 'challenge_feedback', where: `challenge_id IN (${GAMES_CHALLENGES})` },
    byGame('submissions'),
    { relation: 'flag_checks', where: 'submission_id IN (SELECT id FROM submissions WHERE game_id = $1)' },
    byGame('solves'),
    byGame('cheats'),
    byGame('game_events'),
    byGame('notices'),
    byGame('score_events'),
    byGame('game_awards'),
    byGame('corrections'),
    byGame('correction_drafts', { locked: true }),
    byGame('cases', { locked: true }),
    { relation: 'case_teams', where: `case_id IN (${GAMES_CASES})` },
    { relation: 'case_entries', where: `case_id IN (${GAMES_CASES})` },
    { relation: 'case_decisions', where: `case_id IN (${GAMES_CASES})`, locked: true },
    {
      relation: 'case_appeals',
      where: `decision_id IN (SELECT id FROM case_decisions WHERE case_id IN (${GAMES_CASES}))`
    },
    byGame('ceremonies'),
    byGame('tickets', { locked: true }),
    { relation: 'ticket_messages', where: 'ticket_id IN (SELECT id FROM tickets WHERE game_id = $1)' },
    byGame('canned_answers'),
    byGame('earlier_tickets'),
    byGame('game_staff'),
    byGame('webhooks', { locked: true }),
    { relation: 'webhook_deliveries', where: 'webhook_id IN (SELECT id FROM webhooks WHERE game_id = $1)' },
    byGame('ledger_checkpoints'),
    byGame('season_games'),
    byGame('suitcases'),
    byGame('unpacked_suitcases'),
    byGame('rehearsals', { locked: true }),
    { relation: 'writeups', where: `participation_id IN (${GAMES_PARTICIPATIONS})` },
    byGame('captures')
  ],
  challenge: [
    { relation: 'challenges', where: 'id = $1', locked: true },
    byChallenge('flags'),
    byChallenge('attachments'),
    byChallenge('challenge_versions'),
    byChallenge('solve_checks'),
    byChallenge('solve_check_runs'),
    { relation: 'embeds', where: 'challenge_id = $1 OR solution_id = $1' },
    byChallenge('team_flags'),
    byChallenge('team_decoys'),
    byChallenge('team_claims'),
    byChallenge('team_notes'),
    byChallenge('hint_purchases'),
    byChallenge('challenge_openings'),
    byChallenge('challenge_downloads'),
    byChallenge('challenge_feedback'),
    byChallenge('attempt_resets'),
    { relation: 'submissions', where: CHALLENGES_SUBMISSIONS },
    {
      relation: 'flag_checks',
      where: `submission_id IN (SELECT id FROM submissions WHERE ${CHALLENGES_SUBMISSIONS})`
    },
    byChallenge('solves'),
    {
      relation: 'cheats',
      where: `submission_id IN (SELECT id FROM submissions WHERE ${CHALLENGES_SUBMISSIONS})`
    },
    byChallenge('captures')
  ],
  team: [
    { relation: 'teams', where: 'id = $1', locked: true },
    { relation: 'team_members', where: 'team_id = $1' },
    { relation: 'team_listings', where: 'team_id = $1' },
    { relation: 'team_requests', where: 'team_id = $1' },
    { relation: 'team_invitations', where: 'team_id = $1', locked: true },
    {
      relation: 'team_invitation_uses',
      where: 'invitation_id IN (SELECT id FROM team_invitations WHERE team_id = $1)'
    },
    { relation: 'participations', where: 'team_id = $1', locked: true },
    byTeam('registrations'),
    byTeam('team_flags'),
    byTeam('team_decoys'),
    byTeam('follows'),
    byTeam('team_claims'),
    byTeam('team_notes'),
    byTeam('hint_purchases'),
    byTeam('challenge_openings'),
    byTeam('challenge_downloads'),
    byTeam('challenge_feedback'),
    byTeam('attempt_resets'),
    byTeam('submissions'),
    {
      relation: 'flag_checks',
      where: `submission_id IN (SELECT id FROM submissions WHERE participation_id IN (${TEAMS_PARTICIPATIONS}))`
    },
    byTeam('solves'),
    {
      relation: 'cheats',
      where: `participation_id IN (${TEAMS_PARTICIPATIONS}) OR source_participation_id IN (${TEAMS_PARTICIPATIONS})`
    },
    byTeam('game_events'),
    byTeam('case_teams'),
    byTeam('case_appeals'),
    { ...byTeam('tickets'), locked: true },
    {
      relation: 'ticket_messages',
      where: `ticket_id IN (SELECT id FROM tickets WHERE participation_id IN (${TEAMS_PARTICIPATIONS}))`
    },
    byTeam('writeups'),
    byTeam('captures')
  ],
  flag: [
    { relation: 'flags', where: 'id = $1', locked: true },
    { relation: 'attachments', where: 'flag_id = $1' }
  ]
}

/** Rows that triggers, or a job from the ledgers (season standings), make again. */
export const REMADE = [
  ...['submission_counts', 'challenge_counts', 'event_counts', 'season_results', 'season_standings']
]

/** Tables that go with a thing and do not come back: revoked secrets stay revoked, and mails and messages would come too late. */
export const ENDED = [
  ...[
    'api_tokens',
    'instance_tickets',
    'mail_outbox',
    'push_messages',
    'push_deliveries',
    'case_news',
    'correction_news',
    'game_staff_invitations'
  ]
]

/** References without a foreign key, which would cost every flag (docs/decisions/011). */
export const SOFT_REFERENCES = [
  { relation: 'submissions', column: 'challenge_id', parent: 'challenges', key: 'id', rule: 'c' },
  { relation: 'solves', column: 'challenge_id', parent: 'challenges', key: 'id', rule: 'c' }
]

export const FILE_COLUMNS: Record<string, string> = {
  games: 'poster_hash',
  teams: 'avatar_hash',
  attachments: 'hash',
  embeds: 'hash',
  writeups: 'hash'
}
