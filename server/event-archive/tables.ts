/** Tables that entries other than lists hold. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  games: 'game/game.json',
  flags: 'game/game.json',
  attachments: 'game/game.json',
  embeds: 'game/game.json',
  canned_answers: 'game/game.json',
  categories: 'game/game.json',
  score_events: 'ledger.ndjson',
  ledger_heads: 'ledger.ndjson',
  ledger_checkpoints: 'ledger.ndjson'
}

/** Tables with rows of a game that no archive has, and why. A test compares all tables of a game with this. */
export const STAYS_OUT: Readonly<Record<string, string>> = {
  api_tokens: 'They are keys to the platform.',
  uploads: 'They say who may use a stored file; the files of the game are in its folder.',
  game_staff_invitations: 'They are keys to roles in the game.',
  game_awards: 'They are keys of services; what these gave is in the ledger.',
  webhooks: 'They hold secrets of other services.',
  webhook_deliveries: 'They repeat what other entries hold.',
  captures: 'Recorded connections stay on the platform, with a retention of their own.',
  team_notes: 'Nobody but the team reads them.',
  team_claims: 'Nobody but the team reads them.',
  follows: 'Nobody but the reader sees them.',
  instance_endpoints: 'They are addresses of running instances.',
  instance_tickets: 'They are keys to running instances.',
  case_news: 'They are messages on their way.',
  correction_news: 'They are messages on their way.',
  mail_outbox: 'They are messages on their way.',
  push_messages: 'They are messages on their way.',
  push_deliveries: 'They are messages on their way.',
  season_results: 'They are computed from the ledgers of several games.',
  board_revisions: 'They count changes that processes have to follow.',
  submission_counts: 'They are computed from other entries.',
  event_counts: 'They are computed from other entries.',
  challenge_counts: 'They are computed from other entries.',
  seldom_submissions: 'It is an index of submissions.',
  unjudged: 'It is an index of submissions.'
}

/** More that is not in an archive, for its manifest. */
export const NOT_OF_THE_GAME: Readonly<Record<string, string>> = {
  accounts: 'Passwords, sessions, second factors and keys stay on the platform.',
  pictures: 'Pictures of teams and accounts belong to them, not to the event.',
  trash: 'What was deleted is not part of the event any more, nor is the audit of it.',
  log: 'The log is of the whole platform.'
}
