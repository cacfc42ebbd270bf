import { boardCards, wholeBoard } from '~/scoring'
import { type Accounts, createAccounts } from './accounts'
import { type Appearance, createAppearance } from './appearance'
import { type Assets, createAssets } from './assets'
import { type Awards, createAwards } from './awards'
import { createFlagBlocks, type FlagBlocks } from './blocks'
import { type Captcha, createCaptcha } from './captcha'
import { type Captures, createCaptures } from './captures'
import { type Cards, createCards } from './cards'
import { type Cases, createCases } from './cases'
import { type Categories, createCategories } from './categories'
import { assignDecoy, assignFlag, type Challenges, createChallenges, testFlag } from './challenges'
import { createChange } from './change'
import { type Corrections, createCorrections } from './corrections'
import type { Database } from './db'
import { createEngines, type Engines } from './engines'
import { createEverything, type Everything } from './event-archive'
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
  createTunnelTickets,
  type Instances,
  namesOf,
  urlOf
} from './instances'
import { createNotifyScoring } from './ledger/notifying'
import { createLedgerExport, type LedgerExport } from './ledger-export'
import { createLoginBackoff, createWrongFlags } from './limits'
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
import { createClient, createSignIn, type SignIn, unlinkAll } from './sign-in'
import { createSignals, type Signals } from './signals'
import { createSites, type Sites } from './site'
import { createSolutions, type Solutions } from './solutions'
import { createSolveChecks, type SolveChecks } from './solve-checks'
import { createStatistics, type StatisticsOfGames } from './statistics'
import { createSubmissions, type Submissions } from './submissions'
import { createSuitcases, type Suitcases } from './suitcases'
import { createTeams, type Teams } from './teams'
import { createTickets, type Tickets } from './tickets'
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
  appearance: Appearance
  assets: Assets
  captcha: Captcha
  captures: Captures
  cards: Cards
  cases: Cases
  categories: Categories
  ceremonies: Ceremonies
  challenges: Challenges
  awards: Awards
  corrections: Corrections
  engines: Engines
  everything: Everything
  extraTimes: ExtraTimes
  factors: Factors
  feedback: Feedback
  flagBlocks: FlagBlocks
  follows: Follows
  freezing: Freezing
  games: Games
  gameStaff: GameStaff
  gameTokens: GameTokens
  hints: Hints
  instances: Instances
  ledgerExport: LedgerExport
  logs: Logs
  mail: Mail
  monitoring: Monitoring
  notices: Notices
  openings: Openings
  ownPages: OwnPages
  participations: Participations
  pausing: Pausing
  personalData: PersonalData
  players: Players
  plugins: Plugins
  posts: Posts
  push: Push
  rehearsals: Rehearsals
  replays: Replays
  search: Search
  seasons: Seasons
  serviceTokens: ServiceTokens
  settings: Settings
  signals: Signals
  signIn: SignIn
  sites: Sites
  solutions: Solutions
  solveChecks: SolveChecks
  statistics: StatisticsOfGames
  submissions: Submissions
  suitcases: Suitcases
  teams: Teams
  tickets: Tickets
  tokens: Tokens
  transfer: Transfer
  trash: Trash
  userImports: UserImports
  users: Users
  watching: Watching
  webhooks: Webhooks
  whatIfs: WhatIfs
  workspaces: Workspaces
  writeups: Writeups
}

export interface Stores {
  db: Database
  redis: Redis
  caches: Caches
  /** Without HALYARD_RATE_LIMITS there are no limits. */
  env: Pick<Env, 'HALYARD_DATA' | 'HALYARD_SECRET'> & Partial<Env>
  log: Log
  /** Absent: none. */
  plugins?: readonly Loaded[]
  /** Absent: named `web` in faults of plug-ins. */
  process?: string
}

/**
 * Builds every service once, for processes and tests. A service is made from `base` and from services that stand
 * above it here.
 */
export function createServices({
  db,
  redis,
  caches,
  env,
  log,
  plugins: loaded = [],
  process = 'web'
}: Stores): Services {
  const limited = env.HALYARD_RATE_LIMITS === 'on'
  // Never from a request, which could choose where links lead.
  const origin = env.PUBLIC_URL ?? `http://localhost:${env.PORT ?? 8080}`
  const notifyScoring = createNotifyScoring(redis, log)
  const base = {
    db,
    redis,
    caches,
    log,
    notifyScoring,
    change: createChange({ db, caches, notifyScoring, log }),
    secretBox: createSecretBox(env.HALYARD_SECRET),
    objects: objectsOf(env),
    plugins: createPlugins({ db, log, loaded, process })
  }
  const settings = createSettings(base)
  const mail = createMail({ ...base, settings, env })
  const captcha = createCaptcha({ settings, log, env })

  // Accounts
  const secure = origin.startsWith('https:')
  const steps = createLoginSteps({ db, settings, secure })
  const cookieAliases = env.SESSION_COOKIE_ALIASES ?? []
  const logIns = { settings, mail, captcha, origin, steps, limited, cookieAliases, unlinkAll }
  const accounts = createAccounts({ ...base, ...logIns })
  const attempts = createLoginBackoff(redis, log, { enabled: limited })
  const logins = { ...base, settings, mail, origin, accounts, steps, secure, attempts }
  // The operator may allow providers in private networks.
  const inside = env.SIGN_IN_PRIVATE_HOSTS === 'on'

  // Games and who plays
  const openings = createOpenings(base)
  const assets = createAssets({ ...base, data: env.HALYARD_DATA, noteDownload: openings.noteDownload })
  const games = createGames(base)
  const monitoring = createMonitoring({ ...base, games })
  const participations = createParticipations({ ...base, games })

  // Challenges, flags, instances
  const byTunnels = env.INSTANCE_ENTRY === 'tunnel'
  const tunnelTickets = createTunnelTickets(
    db,
    createTicketSharing(base),
    { enabled: byTunnels },
    (endpoint) => namesOf(endpoint, env)
  )
  const challenges = createChallenges({
    ...base,
    assets,
    games,
    participations,
    tickets: tunnelTickets,
    openings
  })
  const wrongFlags = createWrongFlags(redis, log, { enabled: limited })
  const submissions = createSubmissions({ ...base, games, participations, wrongFlags })
  const instances = createInstances({
    ...base,
    settings,
    participations,
    tickets: tunnelTickets,
    byTunnel: (protocol) => byTunnels && urlOf({ host: 'any', protocol }, env) === null,
    assign: (gameId, challengeId, participationId) =>
      assignFlag(db, log, 'DynamicContainer', { gameId, challengeId, participationId }),
    assignDecoy: (gameId, challengeId, participationId) =>
      assignDecoy(db, { gameId, challengeId, participationId }),
    testFlag
  })

  // Results, and what is made from them
  const ceremonies = createCeremonies({ ...base, games })
  const statistics = createStatistics({ ...base, games })
  const recordings = createRecordings({ db, cardsOf: (gameId) => boardCards(db, gameId) })
  const recorded = { ...base, games, origin, statistics, recordings }
  const ledgerExport = createLedgerExport({ ...base, games })
  const transfer = createTransfer({ ...base, assets, games, challenges })
  const archived = { ...base, assets, games, challenges, transfer, ledgerExport }
  const played = { ...base, assets, games, participations }

  return {
    accounts,
    appearance: createAppearance(base),
    assets,
    captcha,
    captures: createCaptures({ ...base, games, data: env.HALYARD_DATA }),
    cards: createCards(played),
    cases: createCases({ ...base, games, mail }, origin),
    categories: createCategories({ ...base, games }),
    ceremonies,
    challenges,
    awards: createAwards({ ...base, games }),
    corrections: createCorrections({ ...base, games, instances }),
    engines: createEngines({
      ...base,
      pool: env.INSTANCE_POOL ?? INSTANCE_POOL,
      notifyWorkers: instances.notifications.notifyWorkers,
      abandon: instances.abandon
    }),
    everything: createEverything({ ...archived, boardOf: wholeBoard }),
    extraTimes: createExtraTimes({ ...base, games }),
    factors: createFactors(logins),
    feedback: createFeedback(played),
    flagBlocks: createFlagBlocks(base),
    follows: createFollows(played),
    freezing: createFreezing({ ...base, games, ceremonies }),
    games,
    gameStaff: createGameStaff({ ...base, mail, origin }),
    gameTokens: createGameTokens(base),
    hints: createHints({ ...base, participations }),
    instances,
    ledgerExport,
    logs: createLogs({ db, days: env.HALYARD_LOG_DAYS, rows: env.HALYARD_LOG_ROWS }),
    mail,
    monitoring,
    notices: createNotices({ ...base, games }),
    openings,
    ownPages: createOwnPages(base),
    participations,
    pausing: createPausing({ ...base, instances }),
    personalData: createPersonalData({ ...base, assets }),
    players: createPlayers(base),
    plugins: base.plugins,
    posts: createPosts(base),
    push: createPush({ ...base, ...pushSettingsOf(env) }),
    rehearsals: createRehearsals({ ...base, accounts }),
    replays: createReplays(recorded),
    search: createSearch(base),
    seasons: createSeasons(recorded),
    serviceTokens: createServiceTokens(base),
    settings,
    signals: createSignals({ ...base, games }),
    signIn: createSignIn({ ...logins, inside, client: createClient({ inside, log }) }),
    sites: createSites(recorded),
    solutions: createSolutions(played),
    solveChecks: createSolveChecks({ ...base, games, testFlag, origin, instances }),
    statistics,
    submissions,
    suitcases: createSuitcases(archived),
    teams: createTeams(base),
    tickets: createTickets({ ...base, games, mail }, origin),
    tokens: createTokens({ ...base, limited }),
    transfer,
    trash: createTrash(base),
    userImports: createUserImports({ ...base, games, mail, settings }),
    users: createUsers({ ...base, settings }),
    watching: createWatching({ ...base, games }),
    webhooks: createWebhooks({ ...base, games, inside: insideOf(env) }),
    whatIfs: createWhatIfs(recorded),
    workspaces: createWorkspaces(played),
    writeups: createWriteups(played)
  }
}
