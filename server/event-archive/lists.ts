import { FLAG_COLUMNS, FLAG_JOINS } from '~/server/monitoring'

/** A list of an archive: one JSON object a line, the columns of its query. */
export interface List {
  /** A description for README.txt. */
  about: string
  /** `$1` is the game. Names its columns, so that a new column of a table is never in an archive by itself. */
  query: string
  /** Tables that the list has, besides those of names. */
  tables: readonly string[]
  /** Only in archives of administrators, because only they see it on pages. */
  admin?: true
}

const user = (column: string) => `(SELECT n.user_name FROM users n WHERE n.id = ${column})`
const team = (column: string) =>
  `(SELECT n.name FROM participations np JOIN teams n ON n.id = np.team_id WHERE np.id = ${column})`
const challenge = (column: string) => `(SELECT n.title FROM challenges n WHERE n.id = ${column})`

const CHALLENGES = 'SELECT id FROM challenges WHERE game_id = $1'

/** The columns that say which team and challenge a row is of. */
const OF_BOTH = (alias: string) =>
  `${alias}.challenge_id AS "challengeId", ${challenge(`${alias}.challenge_id`)} AS challenge,
   ${alias}.participation_id AS "participationId", ${team(`${alias}.participation_id`)} AS team`

/** Answers to registration fields, by their labels. */
const answers = (column: string, of: 'Team' | 'Player') =>
  `(SELECT coalesce(json_object_agg(f ->> 'label', ${column} -> (f ->> 'id')), '{}')
    FROM jsonb_array_elements(g.registration_fields) f WHERE f ->> 'of' = '${of}' AND ${column} ? (f ->> 'id'))`

const MEMBERS = `(SELECT coalesce(json_agg(json_build_object('userId', u.id, 'user', u.user_name, 'captain', u.id = t.captain_id,
      'realName', u.real_name, 'email', u.email, 'studentNumber', u.std_number, 'phone', u.phone, 'signedUpAt', r.created_at,
      'answers', ${answers('r.answers', 'Player')}) ORDER BY u.id <> t.captain_id, r.created_at, u.id), '[]')
    FROM registrations r JOIN users u ON u.id = r.user_id WHERE r.participation_id = p.id)`

const playing = {
  challenges: {
    about:
      'Challenges with their ids, when they opened, closed and were blocked, and the state of their solve checks; their texts are in game/game.json.',
    tables: ['challenges', 'solve_checks'],
    query: `SELECT c.id, c.title, c.category,
        (SELECT o.name FROM categories o WHERE o.id = c.category_id) AS "customCategory", c.type, c.enabled, c.created_at AS "createdAt", c.release_at AS "releaseAt",
        c.closes_at AS "closesAt", c.blocked_at AS "blockedAt", c.unblocked_at AS "unblockedAt", c.block_reason AS "blockReason",
        (SELECT k.state FROM solve_checks k WHERE k.challenge_id = c.id) AS "solveCheck"
      FROM challenges c WHERE c.game_id = $1 ORDER BY c.id`
  },
  teams: {
    about:
      'Teams with status, division, extra time, answers to registration fields, and members who signed up.',
    tables: ['participations', 'registrations'],
    query: `SELECT p.id AS "participationId", t.id AS "teamId", t.name, p.status, p.division, p.created_at AS "signedUpAt",
        p.extra_ms AS "extraMs", p.extra_reason AS "extraReason", t.bio, t.affiliation, t.website, t.country,
        ${answers('p.answers', 'Team')} AS answers, ${MEMBERS} AS members
      FROM participations p JOIN teams t ON t.id = p.team_id JOIN games g ON g.id = p.game_id
      WHERE p.game_id = $1 ORDER BY p.id`
  },
  submissions: {
    about:
      'All flags that were sent, oldest first, with their verdicts, and what a correction ruled about them.',
    tables: ['submissions'],
    query: `SELECT ${FLAG_COLUMNS}, s.participation_id AS "participationId", s.user_id AS "userId", s.judged_at AS "judgedAt",
        s.ruling, s.user_agent AS "userAgent"
      FROM submissions s ${FLAG_JOINS} WHERE s.game_id = $1 ORDER BY s.submitted_at, s.id`
  },
  'flag-checks': {
    about: 'What checkers of plug-ins said about submissions.',
    tables: ['flag_checks'],
    query: `SELECT f.submission_id AS "submissionId", f.plugin, f.is_right AS "isRight", f.attempts, f.error
      FROM flag_checks f JOIN submissions s ON s.id = f.submission_id WHERE s.game_id = $1 ORDER BY f.submission_id`
  },
  solves: {
    about:
      'The first right submission of each team for each challenge. What it is worth is in the ledger and the board.',
    tables: ['solves'],
    query: `SELECT ${OF_BOTH('s')}, s.submission_id AS "submissionId", s.solved_at AS "solvedAt", s.user_id AS "userId",
        ${user('s.user_id')} AS "user"
      FROM solves s WHERE s.game_id = $1 ORDER BY s.solved_at, s.submission_id`
  },
  'cheating-records': {
    about: 'Submissions of flags that were issued to another team.',
    tables: ['cheats'],
    query: `SELECT h.submission_id AS "submissionId", h.participation_id AS "participationId", ${team('h.participation_id')} AS team,
        h.source_participation_id AS "sourceParticipationId", ${team('h.source_participation_id')} AS "sourceTeam"
      FROM cheats h WHERE h.game_id = $1 ORDER BY h.submission_id`
  },
  'team-flags': {
    about: 'Flags and decoys that were issued to single teams.',
    tables: ['team_flags', 'team_decoys'],
    query: `SELECT ${OF_BOTH('f')}, f.flag, f.decoy, f.assigned_at AS "assignedAt"
      FROM (SELECT challenge_id, participation_id, flag, NULL AS decoy, assigned_at FROM team_flags
            UNION ALL SELECT challenge_id, participation_id, NULL, decoy, assigned_at FROM team_decoys) f
      WHERE f.challenge_id IN (${CHALLENGES}) ORDER BY f.challenge_id, f.participation_id, f.flag`
  },
  hints: {
    about: 'Hints that teams bought.',
    tables: ['hint_purchases'],
    query: `SELECT ${OF_BOTH('h')}, h.hint, h.cost, h.at, h.user_id AS "userId", ${user('h.user_id')} AS "user",
        h.returned_by AS "returnedBy"
      FROM hint_purchases h WHERE h.challenge_id IN (${CHALLENGES}) ORDER BY h.at, h.challenge_id, h.participation_id, h.hint`
  },
  openings: {
    about: 'When teams first read challenges.',
    tables: ['challenge_openings'],
    query: `SELECT ${OF_BOTH('o')}, o.opened_at AS "openedAt" FROM challenge_openings o
      WHERE o.challenge_id IN (${CHALLENGES}) ORDER BY o.opened_at, o.challenge_id, o.participation_id`
  },
  downloads: {
    about: 'When teams first downloaded the files of challenges.',
    tables: ['challenge_downloads'],
    query: `SELECT ${OF_BOTH('d')}, d.downloaded_at AS "downloadedAt" FROM challenge_downloads d
      WHERE d.challenge_id IN (${CHALLENGES}) ORDER BY d.downloaded_at, d.challenge_id, d.participation_id`
  },
  'attempt-resets': {
    about: 'When staff gave teams their attempts back.',
    tables: ['attempt_resets'],
    query: `SELECT ${OF_BOTH('a')}, a.at FROM attempt_resets a WHERE a.challenge_id IN (${CHALLENGES})
      ORDER BY a.at, a.challenge_id, a.participation_id`
  },
  feedback: {
    about: 'Ratings of challenges.',
    tables: ['challenge_feedback'],
    query: `SELECT f.challenge_id AS "challengeId", ${challenge('f.challenge_id')} AS challenge, f.stars, f.line, f.at
      FROM challenge_feedback f WHERE f.challenge_id IN (${CHALLENGES}) ORDER BY f.at, f.challenge_id, f.user_id`
  },
  'feedback-authors': {
    about: 'Who gave which rating.',
    tables: ['challenge_feedback'],
    admin: true,
    query: `SELECT ${OF_BOTH('f')}, f.user_id AS "userId", ${user('f.user_id')} AS "user", f.stars, f.at
      FROM challenge_feedback f WHERE f.challenge_id IN (${CHALLENGES}) ORDER BY f.at, f.challenge_id, f.user_id`
  },
  writeups: {
    about: 'Writeups; their files are in writeups/, by participationId.',
    tables: ['writeups'],
    query: `SELECT w.participation_id AS "participationId", ${team('w.participation_id')} AS team, w.name, w.hash AS sha256,
        w.uploaded_at AS "uploadedAt", w.user_id AS "userId", ${user('w.user_id')} AS "user", w.consent, w.published
      FROM writeups w JOIN participations p ON p.id = w.participation_id WHERE p.game_id = $1 ORDER BY w.participation_id`
  }
} satisfies Record<string, List>

const INSTANCE_EVENTS = `(SELECT coalesce(json_agg(json_build_object('at', e.at, 'event', e.event, 'reason', e.reason,
      'user', ${user('e.actor_id')}) ORDER BY e.id), '[]') FROM instance_events e WHERE e.instance_id = i.id)`

const MESSAGES = `(SELECT coalesce(json_agg(json_build_object('fromStaff', m.from_staff, 'userId', m.user_id,
      'user', ${user('m.user_id')}, 'text', m.text, 'at', m.at) ORDER BY m.id), '[]') FROM ticket_messages m WHERE m.ticket_id = t.id)`

const CASE_TEAMS = `(SELECT coalesce(json_agg(json_build_object('participationId', x.participation_id,
      'team', ${team('x.participation_id')}) ORDER BY x.participation_id), '[]') FROM case_teams x WHERE x.case_id = c.id)`

const CASE_ENTRIES = `(SELECT coalesce(json_agg(json_build_object('kind', e.kind, 'at', e.at, 'user', ${user('e.user_id')},
      'facts', e.facts, 'note', e.note) ORDER BY e.id), '[]') FROM case_entries e WHERE e.case_id = c.id)`

const CASE_APPEALS = `(SELECT coalesce(json_agg(json_build_object('participationId', a.participation_id,
      'team', ${team('a.participation_id')}, 'user', ${user('a.user_id')}, 'at', a.at, 'text', a.text, 'answer', a.answer,
      'answeredBy', ${user('a.answered_by')}, 'answeredAt', a.answered_at) ORDER BY a.at, a.participation_id), '[]')
    FROM case_appeals a WHERE a.decision_id = d.id)`

const CASE_DECISIONS = `(SELECT coalesce(json_agg(json_build_object('outcome', d.outcome, 'state', d.state,
      'participationIds', d.participation_ids, 'challengeIds', d.challenge_ids, 'points', d.points, 'reason', d.reason,
      'proposedBy', ${user('d.proposed_by')}, 'proposedAt', d.proposed_at, 'answeredBy', ${user('d.answered_by')},
      'answeredAt', d.answered_at, 'answer', d.answer, 'correction', d.correction, 'suspended', d.suspended,
      'undoneBy', ${user('d.undone_by')}, 'undoneAt', d.undone_at, 'undoneReason', d.undone_reason,
      'appeals', ${CASE_APPEALS}) ORDER BY d.id), '[]') FROM case_decisions d WHERE d.case_id = c.id)`

/** SQL: every target of audit events that belongs to the game now. */
const TARGETS = `SELECT 'game:' || $1::int
  UNION ALL SELECT 'challenge:' || id FROM challenges WHERE game_id = $1
  UNION ALL SELECT 'participation:' || id FROM participations WHERE game_id = $1
  UNION ALL SELECT 'notice:' || id FROM notices WHERE game_id = $1
  UNION ALL SELECT 'instance:' || id FROM instances WHERE game_id = $1`

const running = {
  notices: {
    about: 'Notices: those that staff wrote, and those of the platform about solves, hints and challenges.',
    tables: ['notices'],
    query: `SELECT n.id, n.type, n."values", n.published_at AS "publishedAt", n.change, n.challenge_id AS "challengeId"
      FROM notices n WHERE n.game_id = $1 ORDER BY n.published_at, n.id`
  },
  events: {
    about:
      'Events as the monitor shows them, without submissions: instances, cheating, hints about shared entries.',
    tables: ['game_events'],
    query: `SELECT e.id, e.type, e."values", e.at, e.user_id AS "userId", ${user('e.user_id')} AS "user",
        e.participation_id AS "participationId", ${team('e.participation_id')} AS team, e.ip
      FROM game_events e WHERE e.game_id = $1 ORDER BY e.id`
  },
  corrections: {
    about: 'Corrections with scope, public reason and effect, and whether they were undone.',
    tables: ['corrections'],
    query: `SELECT k.number, k.kind, k.scope, k.reason, k.effect, k.plan, k.at, ${user('k.user_id')} AS "user",
        ${user('k.confirmed_by')} AS "confirmedBy", k.undone_at AS "undoneAt", ${user('k.undone_by')} AS "undoneBy", k.undone_reason AS "undoneReason"
      FROM corrections k WHERE k.game_id = $1 ORDER BY k.number`
  },
  'correction-drafts': {
    about: 'Corrections that were proposed, and what became of them.',
    tables: ['correction_drafts'],
    query: `SELECT d.id, d.input, d.scope, d.reason, d.announce, d.effect, d.state, d.at, ${user('d.user_id')} AS "user",
        d.second, d.decided_at AS "decidedAt", ${user('d.decided_by')} AS "decidedBy", d.decided_reason AS "decidedReason",
        d.cause, d.number
      FROM correction_drafts d WHERE d.game_id = $1 ORDER BY d.id`
  },
  cases: {
    about: 'Cases with teams, evidence, notes, decisions and appeals.',
    tables: ['cases', 'case_teams', 'case_entries', 'case_decisions', 'case_appeals'],
    query: `SELECT c.number, c.title, c.state, c.opened_at AS "openedAt", ${user('c.opened_by')} AS "openedBy",
        ${user('c.assigned_to')} AS "assignedTo", ${CASE_TEAMS} AS teams, ${CASE_ENTRIES} AS entries, ${CASE_DECISIONS} AS decisions
      FROM cases c WHERE c.game_id = $1 ORDER BY c.number`
  },
  tickets: {
    about: 'Tickets with their messages.',
    tables: ['tickets', 'ticket_messages'],
    query: `SELECT t.id, t.title, t.state, t.by_staff AS "byStaff", ${OF_BOTH('t')}, ${user('t.owner_id')} AS owner,
        t.opened_at AS "openedAt", t.changed_at AS "changedAt", ${MESSAGES} AS messages
      FROM tickets t WHERE t.game_id = $1 ORDER BY t.id`
  },
  'earlier-tickets': {
    about: 'Tickets of the game that this one was made of, without teams and people.',
    tables: ['earlier_tickets'],
    query: `SELECT e.id, e.title, e.challenge_id AS "challengeId", e.by_staff AS "byStaff", e.opened_at AS "openedAt", e.messages
      FROM earlier_tickets e WHERE e.game_id = $1 ORDER BY e.opened_at, e.id`
  },
  instances: {
    about: 'Instances: who started what when, and what became of it.',
    tables: ['instances', 'instance_events'],
    query: `SELECT i.id, i.kind, ${OF_BOTH('i')}, i.requested_by AS "userId", ${user('i.requested_by')} AS "user", i.state, i.reason,
        i.requested_at AS "requestedAt", i.started_at AS "startedAt", i.ready_at AS "readyAt", i.ended_at AS "endedAt",
        i.extensions, i.error_code AS "errorCode", i.exit_code AS "exitCode", ${INSTANCE_EVENTS} AS events
      FROM instances i WHERE i.game_id = $1 ORDER BY i.requested_at, i.id`
  },
  'challenge-versions': {
    about: 'Earlier versions of challenges, and who made them.',
    tables: ['challenge_versions'],
    query: `SELECT v.challenge_id AS "challengeId", v.number, v.at, ${user('v.actor_id')} AS "user", v.fields, v.content
      FROM challenge_versions v WHERE v.challenge_id IN (${CHALLENGES}) ORDER BY v.challenge_id, v.number`
  },
  'solve-checks': {
    about: 'Runs of solve checks.',
    tables: ['solve_check_runs'],
    query: `SELECT r.challenge_id AS "challengeId", ${challenge('r.challenge_id')} AS challenge, r.cause,
        ${user('r.requested_by')} AS "user", r.requested_at AS "requestedAt", r.started_at AS "startedAt", r.ended_at AS "endedAt",
        r.outcome, r.reason, r.detail, r.exit_code AS "exitCode", r.output
      FROM solve_check_runs r WHERE r.challenge_id IN (${CHALLENGES}) ORDER BY r.requested_at, r.id`
  },
  staff: {
    about: 'Who has a role in the game.',
    tables: ['game_staff'],
    query: `SELECT s.user_id AS "userId", ${user('s.user_id')} AS "user", s.role, s.added_at AS "addedAt", ${user('s.added_by')} AS "addedBy"
      FROM game_staff s WHERE s.game_id = $1 ORDER BY s.added_at, s.user_id`
  },
  rehearsals: {
    about: 'Dress rehearsals and their reports.',
    tables: ['rehearsals'],
    query: `SELECT r.id, r.state, r.teams, ${user('r.requested_by')} AS "user", r.requested_at AS "requestedAt",
        r.started_at AS "startedAt", r.ended_at AS "endedAt", r.report
      FROM rehearsals r WHERE r.game_id = $1 ORDER BY r.requested_at, r.id`
  },
  reveal: {
    about: 'How far a reveal of the board has come; empty when there is none.',
    tables: ['ceremonies'],
    query: `SELECT k.started_at AS "startedAt", k.frozen_at AS "frozenAt", k.total, k."position", k.steps
      FROM ceremonies k WHERE k.game_id = $1`
  },
  seasons: {
    about: 'Seasons that the game counts for.',
    tables: ['season_games'],
    query: `SELECT s.season_id AS "seasonId", n.title AS season, s.weight FROM season_games s JOIN seasons n ON n.id = s.season_id
      WHERE s.game_id = $1 ORDER BY s.season_id`
  },
  suitcases: {
    about: 'When the game was packed for another machine, and what was merged; results are in the ledger.',
    tables: ['suitcases', 'unpacked_suitcases'],
    query: `SELECT s.id, s.packed_at AS "packedAt", ${user('s.packed_by')} AS "packedBy", s.confirmed_at AS "confirmedAt",
        s.received_at AS "receivedAt", s.merged_seq AS "mergedSeq", NULL::timestamptz AS "unpackedAt"
      FROM suitcases s WHERE s.game_id = $1
      UNION ALL SELECT u.id, NULL, NULL, NULL, NULL, NULL, u.unpacked_at FROM unpacked_suitcases u WHERE u.game_id = $1`
  },
  audit: {
    about: 'The audit of the game, its challenges, teams, notices and instances: who did what when.',
    tables: ['audit_events'],
    admin: true,
    query: `SELECT a.id, a.at, ${user('a.actor_id')} AS "user", a.token, a.ip, a.action, a.target, a.before, a.after
      FROM audit_events a WHERE a.target IN (${TARGETS}) ORDER BY a.id`
  }
} satisfies Record<string, List>

/** Lists by the name of their entry, `{name}.ndjson`, in the order of the archive. */
export const LISTS: Readonly<Record<string, List>> = { ...playing, ...running }
