import { setTimeout as pause } from 'node:timers/promises'
import { bool, type Database, row, rows, takeLock, text } from '~/server/db'
import { foundation } from './20261120T1200-foundation'
import { teamFlags } from './20261120T1632-team-flags'
import { accounts } from './20261120T1633-accounts'
import { files } from './20261120T1634-files'
import { monitoring } from './20261120T1634-monitoring'
import { postVersions } from './20261120T1642-post-versions'
import { waitForMail } from './20261120T1652-wait-for-mail'
import { logEvents } from './20261120T1735-log-events'
import { storeSubmissions } from './20261120T1940-store-submissions'
import { auditSessions } from './20261120T1955-audit-sessions'
import { fileUseGames } from './20261122T1040-file-use-games'
import { teamVersions } from './20261122T1041-team-versions'
import { unjudged } from './20261122T1400-unjudged'
import { auditActors } from './20261122T1510-audit-actors'
import { instances } from './20261122T2000-instances'
import { instanceTickets } from './20261123T0010-instance-tickets'
import { endpoints } from './20261123T0300-endpoints'
import { captures } from './20261123T0310-captures'
import { compose } from './20261123T0320-compose'
import { ticketUses } from './20261123T0600-ticket-uses'
import { keptCounts } from './20261124T0100-kept-counts'
import { teamNameKeys } from './20261124T0200-team-name-keys'
import { eventAddresses } from './20261124T0210-event-addresses'
import { longerFlags } from './20261124T0300-longer-flags'
import { importSources } from './20261124T0310-import-sources'
import { challengeCounts } from './20261124T0400-challenge-counts'
import { releases } from './20261124T0410-releases'
import { announced } from './20261124T0420-announced'
import { trash } from './20261125T0100-trash'
import { challengeVersions } from './20261125T0110-challenge-versions'
import { noticeChanges } from './20261125T0200-notice-changes'
import { hintTimes } from './20261125T0300-hint-times'
import { userImports } from './20261125T0400-user-imports'
import { importValues } from './20261125T0410-import-values'
import { corrections } from './20261126T0300-corrections'
import { freeze } from './20261126T0400-freeze'
import { ledgerCheckpoints } from './20261126T0500-ledger-checkpoints'
import { ceremonies } from './20261126T0730-ceremonies'
import { foreignPasswords } from './20261126T0900-foreign-passwords'
import { pauses } from './20261126T1200-pauses'
import { cases } from './20261126T1410-cases'
import { pricedHints } from './20261126T1500-priced-hints'
import { attemptLimits } from './20261126T1510-attempt-limits'
import { apiTokens } from './20261126T1600-api-tokens'
import { signIn } from './20261126T1800-sign-in'
import { webhooks } from './20261126T2100-webhooks'
import { secondFactors } from './20261127T0200-second-factors'
import { challengeLabels } from './20261127T0210-challenge-labels'
import { challengeOpenings } from './20261127T0230-challenge-openings'
import { requirements } from './20261127T0230-requirements'
import { tickets } from './20261127T0300-tickets'
import { flagBlocks } from './20261127T0510-flag-blocks'
import { decoys } from './20261127T0520-decoys'
import { managedEngines } from './20261127T0700-managed-engines'
import { challengeDeadlines } from './20261127T0815-challenge-deadlines'
import { solveChecks } from './20261127T1000-solve-checks'
import { rehearsals } from './20261127T1200-rehearsals'
import { swarmEngines } from './20261127T1230-swarm-engines'
import { webhookStates } from './20261127T1230-webhook-states'
import { serviceTokens } from './20261127T1300-service-tokens'
import { challengeFeedback } from './20261127T1600-challenge-feedback'
import { publishedSolutions } from './20261127T1610-published-solutions'
import { certificates } from './20261127T1620-certificates'
import { push } from './20261127T1740-push'
import { playerPages } from './20261127T1800-player-pages'
import { teamWorkspaces } from './20261127T1810-team-workspaces'
import { gameStaff } from './20261127T1900-game-staff'
import { kubernetesEngines } from './20261127T2100-kubernetes-engines'
import { teamInvitations } from './20261128T0000-team-invitations'
import { teamRequests } from './20261128T0010-team-requests'
import { teamSizes } from './20261128T0020-team-sizes'
import { follows } from './20261128T0030-follows'
import { divisionEnds } from './20261128T0100-division-ends'
import { caseNews } from './20261128T0110-case-news'
import { plugins } from './20261128T0200-plugins'
import { logoutTokens } from './20261128T0210-logout-tokens'
import { seasons } from './20261128T0300-seasons'
import { suitcases } from './20261129T0010-suitcases'
import { gameTokens } from './20261129T0100-game-tokens'
import { extraTime } from './20261129T0200-extra-time'
import { earlierTickets } from './20261129T0210-earlier-tickets'
import { planOfStoreSubmissions } from './20261129T0400-plan-of-store-submissions'
import { ownPages } from './20261129T0800-own-pages'
import { divisionRules } from './20261129T0810-division-rules'
import { teamsOffTheBoard } from './20261129T0900-teams-off-the-board'
import { ownPageLinks } from './20261130T0800-own-page-links'
import { teamFields } from './20261130T0910-team-fields'
import { registrationFields } from './20261201T0800-registration-fields'
import { correctionNews } from './20261201T0900-correction-news'
import { bloodChallenges } from './20261201T0910-blood-challenges'
import { appearanceFiles } from './20261201T0920-appearance-files'
import { challengeDownloads } from './20261202T0900-challenge-downloads'
import { staffInvitations } from './20261202T1000-staff-invitations'
import { heldResults } from './20261202T1030-held-results'
import { releaseFaults } from './20261203T1000-release-faults'
import { boardRevisions } from './20261204T0100-board-revisions'
import { ticketOwners } from './20261204T3010-ticket-owners'
import { correctionDrafts } from './20261204T3020-correction-drafts'
import { solvesOfChallenges } from './20261204T5000-solves-of-challenges'
import { ownEndsOfRequirements } from './20261205T0100-own-ends-of-requirements'
import { noFlagsInTheAudit } from './20261205T0110-no-flags-in-the-audit'
import { givenTickets } from './20261205T0210-given-tickets'
import { egressOfEngines } from './20261205T0310-egress-of-engines'
import { timedReveals } from './20261205T0710-timed-reveals'
import { hashesOfSids } from './20261206T0310-hashes-of-sids'
import { uploadsOfTokens } from './20261206T0400-uploads-of-tokens'
import { lateVerdicts } from './20261207T0001-late-verdicts'
import { timesFollowCommits } from './20261207T0002-times-follow-commits'
import { allowedHosts } from './20261207T0100-allowed-hosts'
import { awards } from './20261208T0100-awards'
import { ownCategories } from './20261208T0200-own-categories'
import { connections } from './20261208T0300-connections'
import { severalFiles } from './20261208T0310-several-files'
import type { Migration } from './types'

export const migrations: Migration[] = [
  foundation,
  teamFlags,
  accounts,
  files,
  monitoring,
  postVersions,
  waitForMail,
  logEvents,
  storeSubmissions,
  auditSessions,
  fileUseGames,
  teamVersions,
  unjudged,
  auditActors,
  instances,
  instanceTickets,
  endpoints,
  captures,
  compose,
  ticketUses,
  keptCounts,
  teamNameKeys,
  eventAddresses,
  longerFlags,
  importSources,
  challengeCounts,
  releases,
  announced,
  trash,
  challengeVersions,
  noticeChanges,
  hintTimes,
  userImports,
  importValues,
  corrections,
  freeze,
  ledgerCheckpoints,
  ceremonies,
  foreignPasswords,
  pauses,
  cases,
  pricedHints,
  attemptLimits,
  apiTokens,
  signIn,
  webhooks,
  secondFactors,
  challengeLabels,
  challengeOpenings,
  requirements,
  tickets,
  flagBlocks,
  decoys,
  managedEngines,
  challengeDeadlines,
  solveChecks,
  rehearsals,
  swarmEngines,
  webhookStates,
  serviceTokens,
  challengeFeedback,
  publishedSolutions,
  certificates,
  push,
  playerPages,
  teamWorkspaces,
  gameStaff,
  kubernetesEngines,
  teamInvitations,
  teamRequests,
  teamSizes,
  follows,
  divisionEnds,
  caseNews,
  plugins,
  logoutTokens,
  seasons,
  suitcases,
  gameTokens,
  extraTime,
  earlierTickets,
  planOfStoreSubmissions,
  ownPages,
  divisionRules,
  teamsOffTheBoard,
  ownPageLinks,
  teamFields,
  registrationFields,
  correctionNews,
  bloodChallenges,
  appearanceFiles,
  challengeDownloads,
  staffInvitations,
  heldResults,
  releaseFaults,
  boardRevisions,
  ticketOwners,
  correctionDrafts,
  solvesOfChallenges,
  ownEndsOfRequirements,
  noFlagsInTheAudit,
  givenTickets,
  egressOfEngines,
  timedReveals,
  hashesOfSids,
  uploadsOfTokens,
  lateVerdicts,
  timesFollowCommits,
  allowedHosts,
  awards,
  ownCategories,
  connections,
  severalFiles
]

export async function missingMigrations(db: Database): Promise<string[]> {
  const there = await row(db.pool, { there: bool }, `SELECT to_regclass('migrations') IS NOT NULL AS there`)
  const applied = there?.there ? await rows(db.pool, { name: text }, 'SELECT name FROM migrations') : []
  const names = new Set(applied.map(({ name }) => name))
  return migrations.flatMap(({ name }) => (names.has(name) ? [] : [name]))
}

const LOOK_MS = 1000

/**
 * Waits until another process has migrated, at most `timeoutMs`. `onWait` gets the first missing name, once.
 * @returns the first name that is still missing then
 */
export async function awaitMigrations(
  db: Database,
  timeoutMs: number,
  onWait: (missing: string) => void
): Promise<string | undefined> {
  const end = performance.now() + timeoutMs
  for (let told = false; ; told = true) {
    const [missing] = await missingMigrations(db)
    if (missing === undefined || performance.now() >= end) return missing
    if (!told) onWait(missing)
    await pause(LOOK_MS)
  }
}

/** Concurrent processes wait. Returns the applied names. @throws Error for a database of a newer version */
export async function migrate(db: Database): Promise<string[]> {
  return db.transaction(async (sql) => {
    await takeLock(sql, 'migrations')
    await sql.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL)'
    )
    const executed = (await rows(sql, { name: text }, 'SELECT name FROM migrations ORDER BY name')).map(
      (row) => row.name
    )
    const foreign = executed.findLast((known) => !migrations.some(({ name }) => name === known))
    if (foreign)
      throw new Error(
        `a newer Halyard has applied ${foreign}; start that one, or go back to a dump made before it`
      )
    // Loaded here, because all processes import this module.
    const { Umzug } = await import('umzug')
    const umzug = new Umzug({
      migrations: migrations.map(({ name, up, down }) => ({
        name,
        up: async () => void (await sql.query(up)),
        down: async () => void (await sql.query(down))
      })),
      storage: {
        logMigration: async ({ name }) =>
          void (await sql.query('INSERT INTO migrations VALUES ($1, now())', [name])),
        unlogMigration: async ({ name }) =>
          void (await sql.query('DELETE FROM migrations WHERE name = $1', [name])),
        executed: async () => executed
      },
      logger: undefined
    })
    return (await umzug.up()).map(({ name }) => name)
  })
}
