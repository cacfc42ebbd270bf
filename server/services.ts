import { boardCards, wholeBoard } from '~/scoring'
import { type Accounts, createAccounts } from './accounts'
import { type Appearance, createAppearance } from './appearance'
import { type Assets, createAssets } from './assets'
import { createFlagBlocks, type FlagBlocks } from './blocks'
import { type Captcha, createCaptcha } from './captcha'
import { type Captures, createCaptures } from './captures'
import { type Cards, createCards } from './cards'
import { type Cases, createCases } from './cases'
import { assignDecoy, assignFlag, type Challenges, createChallenges, testFlag } from './challenges'
import { createChange } from './change'
import { type Corrections, createCorrections } from './corrections'
import type { Database } from './db'
import { createEngines, type Engines } from './engines'
import { createEverything, type Everything } from './everything'
import { createExtraTimes, type ExtraTimes } from './extra-time'
import { createFactors, createLoginSteps, type Factors } from './factors'
import { createFeedback, type Feedback } from './feedback'
import { createFollows, type Follows } from './follows'
import { type Ceremonies, createCeremonies, createFreezing, type Freezing } from './freeze'
import { createGameStaff, type GameStaff } from './game-staff'
import { createGames, type Games } from './games'
import { createHints, type Hints } from './hints'
import {
  createInstances,
  createTicketSharing,
  createTickets,
  type Instances,
  namesOf,
  urlOf
} from './instances'
import { createNotifyScoring } from './ledger/notifying'
import { createLedgerExport, type LedgerExport } from './ledger-export'
import { createAttempts, createWrongFlags } from './limits'
import { createLogs, type Logs } from './logs'
import { createMail, type Mail } from './mail'
import { createMonitoring, type Monitoring } from './monitoring'
import { createNotices, type Notices } from './notices'
import { createOpenings, type Openings } from './openings'
import { createOwnPages, type OwnPages } from './own-pages'
import { createParticipations, type Participations } from './participations'
import { createPausing, type Pausing } from './pause'
import { createPersonalData, type PersonalData } from './personal-data'
import type { Caches } from './platform/cache'
import { type Env, INSTANCE_POOL } from './platform/env'
import type { Log } from './platform/log'
import { objectsOf } from './platform/objects'
import type { Redis } from './platform/redis'
import { createSecretBox } from './platform/secret-box'
import { createPlayers, type Players } from './players'
import { createPlugins, type Loaded, type Plugins } from './plugins'
import { createPosts, type Posts } from './posts'
import { createPush, type Push, pushSettingsOf } from './push'
import { createRehearsals, type Rehearsals } from './rehearsals'
import { createRecordings, createReplays, type Replays } from './replay'
import { createSearch, type Search } from './search'
import { createSeasons, type Seasons } from './seasons'
import { createSettings, type Settings } from './settings'
import { createClient, createSignIn, type SignIn } from './sign-in'
import { createSignals, type Signals } from './signals'
import { createSites, type Sites } from './site'
import { createSolutions, type Solutions } from './solutions'
import { createSolveChecks, type SolveChecks } from './solve-checks'
import { createStatistics, type StatisticsOfGames } from './statistics'
import { createSubmissions, type Submissions } from './submissions'
import { createSuitcases, type Suitcases } from './suitcases'
import { createTeams, type Teams } from './teams'
import { createSupport, type Support } from './tickets'
import {
  createGameTokens,
  createServiceTokens,
  createTokens,
  type GameTokens,
  type ServiceTokens,
  type Tokens
} from './tokens'
import { createTransfer, type Transfer } from './transfer'
import { createTrash, type Trash } from './trash'
import { createUserImports, type UserImports } from './user-imports'
import { createUsers, type Users } from './users'
import { createWatching, type Watching } from './watch'
import { createWebhooks, insideOf, type Webhooks } from './webhooks'
import { createWhatIfs, type WhatIfs } from './what-if'
import { createWorkspaces, type Workspaces } from './workspace'
import { createWriteups, type Writeups } from './writeups'

export interface Services {
  accounts: Accounts
  assets: Assets
  captcha: Captcha
  captures: Captures
  cards: Cards
  cases: Cases
  ceremonies: Ceremonies
  challenges: Challenges
  corrections: Corrections
  extraTimes: ExtraTimes
  engines: Engines
  everything: Everything
  factors: Factors
  follows: Follows
  feedback: Feedback
  freezing: Freezing
  games: Games
  gameStaff: GameStaff
  hints: Hints
  instances: Instances
  ledgerExport: LedgerExport
  logs: Logs
  mail: Mail
  monitoring: Monitoring
  notices: Notices
  openings: Openings
  participations: Participations
  pausing: Pausing
  personalData: PersonalData
  players: Players
  flagBlocks: FlagBlocks
  plugins: Plugins
  posts: Posts
  ownPages: OwnPages
  rehearsals: Rehearsals
  push: Push
  replays: Replays
  search: Search
  seasons: Seasons
  settings: Settings
  signIn: SignIn
  signals: Signals
  solutions: Solutions
  solveChecks: SolveChecks
  sites: Sites
  statistics: StatisticsOfGames
  submissions: Submissions
  suitcases: Suitcases
  support: Support
  teams: Teams
  tokens: Tokens
  serviceTokens: ServiceTokens
  gameTokens: GameTokens
  appearance: Appearance
  transfer: Transfer
  trash: Trash
  userImports: UserImports
  users: Users
  webhooks: Webhooks
  whatIfs: WhatIfs
  watching: Watching
  workspaces: Workspaces
  writeups: Writeups
}

export interface Stores {
  db: Database
  redis: Redis
  caches: Caches
  /** Without HALYARD_RATE_LIMITS nothing is limited. */
  env: Pick<Env, 'HALYARD_DATA' | 'HALYARD_SECRET'> & Partial<Env>
  log: Log
  /** Absent: none. */
  plugins?: readonly Loaded[]
  /** Absent: named `web` in faults of plug-ins. */
  process?: string
}

function ofRecordings(
  needs: Omit<Parameters<typeof createSites>[0], 'recordings' | 'games'> & { games: Games; caches: Caches }
) {
  const { db, games } = needs
  const recordings = createRecordings({ db, cardsOf: (gameId) => boardCards(db, gameId) })
  return {
    replays: createReplays({ games, recordings }),
    seasons: createSeasons({ ...needs, recordings }),
    sites: createSites({ ...needs, recordings }),
    whatIfs: createWhatIfs({ games, recordings })
  }
}

const ofEvents = (needs: Parameters<typeof createWatching>[0]) => ({
  signals: createSignals(needs),
  statistics: createStatistics(needs),
  watching: createWatching(needs)
})

/** Pages of players, and how they and everything else are found. */
const ofPlayers = (needs: Parameters<typeof createPlayers>[0]) => ({
  players: createPlayers(needs),
  search: createSearch(needs)
})

type ResultNeeds = Parameters<typeof createCases>[0] &
  Parameters<typeof createCorrections>[0] &
  Parameters<typeof createFlagBlocks>[0]

/** Who is staff, and what staff correct and decide. */
const ofResults = (needs: ResultNeeds, origin: string) => ({
  cases: createCases(needs, origin),
  corrections: createCorrections(needs),
  extraTimes: createExtraTimes(needs),
  flagBlocks: createFlagBlocks(needs),
  gameStaff: createGameStaff({ ...needs, origin })
})

type AfterNeeds = Parameters<typeof createFeedback>[0] &
  Parameters<typeof createCards>[0] &
  Parameters<typeof createFollows>[0] &
  Parameters<typeof createWorkspaces>[0] &
  Parameters<typeof createWriteups>[0]

/** What players say and read about what was solved. */
const ofSolutions = (needs: AfterNeeds) => ({
  feedback: createFeedback(needs),
  cards: createCards(needs),
  solutions: createSolutions(needs),
  workspaces: createWorkspaces(needs),
  follows: createFollows(needs),
  writeups: createWriteups(needs)
})

type AccountNeeds = Pick<
  Parameters<typeof createSignIn>[0],
  'db' | 'redis' | 'caches' | 'change' | 'settings' | 'secretBox' | 'origin' | 'log' | 'plugins'
> & { mail: Mail; captcha: Captcha }

/** The operator may allow providers in private networks. */
function ofAccounts(needs: AccountNeeds, env: Stores['env']) {
  const { db, redis, settings, origin, log } = needs
  const limited = env.HALYARD_RATE_LIMITS === 'on'
  const inside = env.SIGN_IN_PRIVATE_HOSTS === 'on'
  const secure = origin.startsWith('https:')
  const steps = createLoginSteps({ db, settings, secure })
  const accounts = createAccounts({
    ...needs,
    steps,
    limited,
    cookieAliases: env.SESSION_COOKIE_ALIASES ?? []
  })
  const more = { ...needs, accounts, steps, secure, attempts: createAttempts(redis, log, limited) }
  const client = createClient({ inside, log })
  return { accounts, factors: createFactors(more), signIn: createSignIn({ ...more, inside, client }) }
}

/** Tokens of people, and of no person: the platform's, and those with a role in a game. */
const ofTokens = (needs: Parameters<typeof createTokens>[0] & Parameters<typeof createGameTokens>[0]) => ({
  tokens: createTokens(needs),
  serviceTokens: createServiceTokens(needs),
  gameTokens: createGameTokens(needs)
})

type ArchiveNeeds = Parameters<typeof createTransfer>[0] &
  Parameters<typeof createLedgerExport>[0] &
  Omit<Parameters<typeof createSuitcases>[0], 'transfer' | 'ledgerExport'> &
  Omit<Parameters<typeof createEverything>[0], 'ledgerExport' | 'boardOf'>

/** Games as files, also those that are played on another machine. */
function ofArchives(needs: ArchiveNeeds) {
  const [transfer, ledgerExport] = [createTransfer(needs), createLedgerExport(needs)]
  return {
    ...{ transfer, ledgerExport, suitcases: createSuitcases({ ...needs, transfer, ledgerExport }) },
    everything: createEverything({ ...needs, ledgerExport, boardOf: wholeBoard })
  }
}

/** What comes from the operator: the secret, where files are, modules. */
const outside = ({ db, env, log, plugins = [], process = 'web' }: Omit<Stores, 'redis' | 'caches'>) => ({
  secretBox: createSecretBox(env.HALYARD_SECRET),
  objects: objectsOf(env),
  plugins: createPlugins({ db, log, loaded: plugins, process })
})

/** What administrators make of the platform's look, and the pages that they write. */
const ofLook = (needs: Parameters<typeof createAppearance>[0]) => ({
  appearance: createAppearance(needs),
  ownPages: createOwnPages(needs)
})

/** Builds every service once, for processes and tests. */
export function createServices({ db, redis, caches, env, log, ...more }: Stores): Services {
  const notifyScoring = createNotifyScoring(redis, log)
  // Never from a request, which could choose where links lead.
  const origin = env.PUBLIC_URL ?? `http://localhost:${env.PORT ?? 8080}`
  const change = createChange({ db, caches, notifyScoring, log })
  const base = { db, caches, change, log, notifyScoring, ...outside({ db, env, log, ...more }) }
  const settings = createSettings(base)
  const mail = createMail({ ...base, redis, settings, env })
  const captcha = createCaptcha({ settings, log, env })
  const people = ofAccounts({ ...base, redis, settings, mail, captcha, origin }, env)
  const openings = createOpenings(base)
  const assets = createAssets({ ...base, data: env.HALYARD_DATA, noteDownload: openings.noteDownload })
  const games = createGames(base)
  const teams = createTeams(base)
  const monitoring = createMonitoring({ ...base, games })
  const participations = createParticipations({ ...base, games })
  const tunnels = env.INSTANCE_ENTRY === 'tunnel'
  const tickets = createTickets(db, createTicketSharing(base), tunnels, (endpoint) => namesOf(endpoint, env))
  const challenges = createChallenges({ ...base, assets, games, participations, tickets, openings })
  const wrongFlags = createWrongFlags(redis, log, env.HALYARD_RATE_LIMITS === 'on')
  const submissions = createSubmissions({ ...base, games, redis, participations, wrongFlags })
  const instances = createInstances({
    ...{ ...base, redis, settings, participations, tickets },
    byTunnel: (protocol) => tunnels && urlOf({ host: 'any', protocol }, env) === null,
    assign: (gameId, challengeId, participationId) =>
      assignFlag(db, log, 'DynamicContainer', { gameId, challengeId, participationId }),
    assignDecoy: (gameId, challengeId, participationId) =>
      assignDecoy(db, { gameId, challengeId, participationId }),
    testFlag
  })
  const ceremonies = createCeremonies({ ...base, redis, games })
  const events = ofEvents({ ...base, redis, games })
  return {
    ...people,
    ...{ assets, captcha },
    captures: createCaptures({ ...base, games, data: env.HALYARD_DATA }),
    ...{ ceremonies, challenges },
    ...ofResults({ ...base, games, instances, mail }, origin),
    engines: createEngines({
      ...base,
      pool: env.INSTANCE_POOL ?? INSTANCE_POOL,
      notifyWorkers: instances.signals.notifyWorkers,
      abandon: instances.abandon
    }),
    ...{ freezing: createFreezing({ ...base, games, ceremonies }), games },
    ...{ hints: createHints({ ...base, participations }), instances },
    logs: createLogs({ db, days: env.HALYARD_LOG_DAYS, rows: env.HALYARD_LOG_ROWS }),
    ...{ mail, monitoring, notices: createNotices({ ...base, games }), participations },
    pausing: createPausing({ ...base, instances }),
    ...{ personalData: createPersonalData({ ...base, assets }), plugins: base.plugins },
    ...{ posts: createPosts(base), push: createPush({ ...base, ...pushSettingsOf(env) }) },
    rehearsals: createRehearsals({ ...base, redis, accounts: people.accounts }),
    ...ofPlayers(base),
    ...{ openings, ...events, ...ofRecordings({ ...base, games, origin, statistics: events.statistics }) },
    solveChecks: createSolveChecks({ ...base, games, testFlag, origin, instances }),
    ...ofTokens({ ...base, redis, limited: env.HALYARD_RATE_LIMITS === 'on' }),
    support: createSupport({ ...base, games, mail }, origin),
    ...ofArchives({ ...base, assets, games, challenges }),
    ...{ settings, submissions, teams, trash: createTrash(base), ...ofLook(base) },
    userImports: createUserImports({ ...base, redis, games, mail, settings }),
    users: createUsers(base),
    webhooks: createWebhooks({ ...base, games, inside: insideOf(env) }),
    ...ofSolutions({ ...base, assets, games, participations })
  }
}
