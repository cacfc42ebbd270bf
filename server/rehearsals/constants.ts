/** See docs/rules/rehearsals.md#limits. */
export const REHEARSAL_LIMITS = {
  teams: 100,
  usualTeams: 10,
  /** Most concurrent runs on the whole platform. */
  running: 2,
  /** Waiting and running. */
  live: 10,
  /** Most kept runs of a game; older ones are removed. */
  kept: 5
} as const

export const REHEARSAL_STATES = ['waiting', 'running', 'done', 'stopped', 'abandoned'] as const
export type RehearsalState = (typeof REHEARSAL_STATES)[number]

export const REHEARSAL_STEPS = ['copying', 'joining', 'playing', 'board'] as const

/** `bad`: players meet the fault. `warn`: check it. `note`: it was not rehearsed. */
export const SEVERITIES = ['bad', 'warn', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

export type FindingPage = 'info' | 'challenges' | 'challenge' | 'flags' | 'container' | 'engines' | 'health'

/** Findings of a rehearsal: severity, and the page where it is fixed (docs/rules/rehearsals.md#findings). */
export const FINDINGS = {
  web_unreachable: ['bad', 'health'],
  join_failed: ['bad', 'info'],
  no_challenges: ['bad', 'challenges'],
  file_missing: ['bad', 'challenge'],
  file_changed: ['bad', 'challenge'],
  files_exhausted: ['bad', 'flags'],
  flag_none: ['bad', 'flags'],
  flag_refused: ['bad', 'flags'],
  flag_any: ['bad', 'flags'],
  verdict_missing: ['bad', 'health'],
  challenge_closed: ['bad', 'challenge'],
  statement_failed: ['bad', 'challenge'],
  image_missing: ['bad', 'challenge'],
  instance_failed: ['bad', 'container'],
  image_failed: ['bad', 'container'],
  requirement_cycle: ['bad', 'challenge'],
  requirement_closed: ['bad', 'challenge'],
  release_late: ['bad', 'challenge'],
  call_failed: ['bad', 'health'],
  board_differs: ['bad', 'health'],
  game_over: ['warn', 'info'],
  statement_empty: ['warn', 'challenge'],
  image_no_alt: ['warn', 'challenge'],
  remote_dead: ['warn', 'challenge'],
  image_not_ready: ['warn', 'container'],
  instance_slow: ['warn', 'container'],
  closes_early: ['warn', 'challenge'],
  slow_call: ['warn', 'health'],
  too_long: ['warn', 'info'],
  changed_meanwhile: ['warn', 'info'],
  remote_private: ['note', 'challenge'],
  no_engine: ['note', 'engines'],
  disabled: ['note', 'challenge'],
  checker_decides: ['note', 'flags'],
  behind_checker: ['note', 'challenge']
} as const satisfies Record<string, readonly [Severity, FindingPage]>

export type FindingCode = keyof typeof FINDINGS
export const FINDING_CODES = Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]]

/** Requests whose time is measured: pages, and calls of players. */
export const TIMED = [
  'join',
  'page_game',
  'page_challenges',
  'page_board',
  'challenges',
  'challenge',
  'statement',
  'file',
  'instance',
  'flag',
  'verdict',
  'board'
] as const
export type Timed = (typeof TIMED)[number]
