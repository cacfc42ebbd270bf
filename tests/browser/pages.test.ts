import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { FIELD_KINDS } from '~/server/registration-fields/constants'
import { WEBHOOK_EVENTS } from '~/server/webhooks/constants'
import { DESKTOP, overflow, PHONE, scriptBytes, type Visitor, violations } from '../support/browser/browser'
import { openBrowserSuite } from '../support/browser/browser-suite'
import { zipOf } from '../support/files/archives'
import { type OpenGame, type Player, solve } from '../support/games/organiser'
import { addSeason } from '../support/games/seasons'

const KB = 1024
const TEXT =
  'Welcome to the **regatta**.\n\n## Rules\n\n- `nc host 1337`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n$$x = \\frac{a}{b}$$\n'

/** Extreme names: the longest, right to left, with markup. */
const CREWS = ['W'.repeat(50), 'فريق الكشافة', '<b>&amp;</b> 🏴', 'Knots']
const LINK = new URLSearchParams({ token: btoa('token'), email: btoa(`${'w'.repeat(60)}@halyard.example`) })
const NOTHING = Buffer.from('nothing')
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsregatta'

/** Of each kind. */
const QUESTIONS = FIELD_KINDS.map((kind, index) => ({
  ...{ of: index % 2 === 0 ? ('Player' as const) : ('Team' as const), kind, hint: `${LONG_WORD}.` },
  ...{ label: `${kind} ${LONG_WORD}`, required: index < 3, public: index === 1 },
  options: kind === 'Choice' ? ['S', LONG_WORD.repeat(2)] : []
}))

type Who = 'visitor' | 'captain' | 'waiting' | 'newcomer' | 'admin'

interface Games {
  running: OpenGame
  coming: OpenGame
  over: OpenGame
  reviewed: OpenGame
  season: number
  /** Path of an invitation to the staff. */
  invitation: string
  /** Number of a draft of a correction, and id of a webhook, of the running game. */
  draft: number
  hook: string
}

interface Case {
  name: string
  who: Who
  path: (games: Games) => string
  /** May load 130 KB of script; other pages 2. */
  island?: boolean
  status?: number
  /** Brings the page into the state to inspect, in any language. */
  act?: (page: Page) => Promise<void>
}

const game =
  (which: Exclude<keyof Games, 'season' | 'invitation' | 'draft' | 'hook'>, rest = '') =>
  (games: Games) =>
    `/games/${games[which].id}${rest}`
const admin = (rest: string) => (games: Games) =>
  `/admin/games/${games.reviewed.id}${rest.replace('#', String(games.reviewed.challenges[0]!.id))}`
const ofRunning =
  (rest: string) =>
  ({ running }: Pick<Games, 'running'>) =>
    `/admin/games/${running.id}${rest}`
const fixed = (path: string) => () => path
const click = (selector: string) => (page: Page) => page.locator(selector).first().click()

const CASES: Case[] = [
  { name: 'home', who: 'visitor', path: fixed('/') },
  { name: 'games', who: 'visitor', path: fixed('/games') },
  { name: 'game', who: 'visitor', path: game('running') },
  { name: 'scoreboard', who: 'visitor', path: game('running', '/Scoreboard'), island: true },
  {
    name: 'scoreboard, closer in time',
    who: 'visitor',
    path: game('running', '/Scoreboard'),
    island: true,
    // Folded on phones, where all of it has to be within reach as well.
    act: async (page) => {
      await page.locator('.chart-box').evaluate((box: HTMLDetailsElement) => {
        box.open = true
      })
      await page.locator('.zoom .btn').nth(1).press('Enter')
    }
  },
  {
    name: 'scoreboard with compared teams',
    who: 'visitor',
    path: game('running', '/Scoreboard'),
    island: true,
    async act(page) {
      await page.locator('.chart-box').evaluate((box: HTMLDetailsElement) => {
        box.open = true
      })
      await page.locator('.chart-key a').first().press('Enter')
      await page.locator('.compared summary').press('Enter')
    }
  },
  {
    name: 'projector',
    who: 'visitor',
    path: game('running', '/Scoreboard?view=projector'),
    island: true
  },
  { name: 'projector before the start', who: 'visitor', path: game('coming', '/Scoreboard?view=projector') },
  { name: 'scoreboard before the start', who: 'visitor', path: game('coming', '/Scoreboard') },
  {
    name: 'scoreboard of a game that is over',
    who: 'visitor',
    path: game('over', '/Scoreboard'),
    island: true
  },
  { name: 'login', who: 'visitor', path: fixed('/account/Login?registered=AdminConfirmationRequired') },
  { name: 'register', who: 'visitor', path: fixed('/account/Register'), island: true },
  { name: 'recovery', who: 'visitor', path: fixed('/account/Recovery') },
  { name: 'recovery that was asked for', who: 'visitor', path: fixed('/account/Recovery?sent') },
  { name: 'a new password', who: 'visitor', path: fixed(`/account/Reset?${LINK}`), island: true },
  { name: 'the link of a new account', who: 'visitor', path: fixed(`/account/Verify?${LINK}`) },
  { name: 'a link that broke', who: 'visitor', path: fixed('/account/Verify?token=') },
  { name: 'the link of a new address', who: 'captain', path: fixed(`/account/Confirm?${LINK}`) },
  { name: 'posts', who: 'visitor', path: fixed('/posts') },
  { name: 'post', who: 'visitor', path: fixed('/posts'), act: click('main article a, main li a, main h2 a') },
  { name: 'about', who: 'visitor', path: fixed('/About') },
  { name: 'search', who: 'visitor', path: fixed('/Search') },
  { name: 'search of the administration', who: 'admin', path: fixed('/Search?q=tide') },
  { name: 'the question before a language', who: 'visitor', path: fixed('/language?to=de-DE&from=/') },
  { name: 'the language menu', who: 'visitor', path: fixed('/'), act: click('summary:has(+ .lang)') },
  { name: 'The Nowhere', who: 'visitor', path: fixed('/no/such/page'), status: 404 },
  { name: 'home of a player', who: 'captain', path: fixed('/'), island: true },
  { name: 'game of a player', who: 'captain', path: game('running'), island: true },
  { name: 'notices', who: 'visitor', path: game('running', '/Notices') },
  { name: 'notices before the start', who: 'visitor', path: game('coming', '/Notices') },
  { name: 'notices of a player', who: 'captain', path: game('running', '/Notices'), island: true },
  { name: 'teams', who: 'captain', path: fixed('/Teams') },
  { name: 'finding a team', who: 'captain', path: fixed('/Teams/Find') },
  { name: 'finding players', who: 'captain', path: fixed('/Teams/Find?view=players') },
  { name: 'a second step that is over', who: 'visitor', path: fixed('/account/SecondFactor') },
  { name: 'a new app', who: 'captain', path: fixed('/account/Authenticator') },
  { name: 'a new passkey', who: 'captain', path: fixed('/account/Passkey'), island: true },
  { name: 'the confirmation of the owner', who: 'captain', path: fixed('/account/Check') },
  { name: 'profile', who: 'captain', path: fixed('/account/Profile'), island: true },
  {
    name: 'the page of a player',
    who: 'captain',
    path: fixed('/account/Profile'),
    act: click('#page a[href^="/players/"]'),
    island: true
  },
  { name: 'account menu', who: 'captain', path: fixed('/About'), act: click('summary.account') },
  { name: 'challenges', who: 'captain', path: game('running', '/Challenges'), island: true },
  {
    name: 'challenge',
    who: 'captain',
    path: game('running', '/Challenges'),
    island: true,
    act: async (page) => {
      await page.locator('a.chal[data-state=solved]').first().click()
      await page.locator('dialog .prose').waitFor()
    }
  },
  ...['solvers', 'tries'].map(
    (part): Case => ({
      name: `${part} of a challenge`,
      who: 'captain',
      path: (games) => `/games/${games.running.id}/Challenges?c=${games.running.challenges[0]!.id}&t=${part}`,
      island: true
    })
  ),
  { name: 'practice', who: 'captain', path: game('over', '/Challenges'), island: true },
  {
    name: 'writeup',
    who: 'captain',
    path: game('running', '/Writeup'),
    island: true,
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: '', buffer: NOTHING })
      await page.locator('form button.primary').click()
      await page.locator('.field-error').waitFor()
    }
  },
  { name: 'writeup that is not asked for', who: 'captain', path: game('over', '/Writeup'), island: true },
  { name: 'writeup before the review', who: 'waiting', path: game('reviewed', '/Writeup'), island: true },
  {
    name: 'panel of a team',
    who: 'captain',
    path: game('running', '/Scoreboard'),
    island: true,
    act: click('.matrix .rows [data-team]')
  },
  { name: 'own answers', who: 'captain', path: game('running', '/Answers'), island: true },
  { name: 'workspace', who: 'captain', path: game('running', '/Workspace'), island: true },
  { name: 'help', who: 'captain', path: game('running', '/Help'), island: true },
  { name: 'sign-up', who: 'newcomer', path: game('coming') },
  { name: 'teams of a newcomer', who: 'newcomer', path: fixed('/Teams'), act: click('a[href*="edit="]') },
  {
    name: 'question before a team is disbanded',
    who: 'newcomer',
    path: fixed('/Teams'),
    act: click('.danger')
  },
  {
    name: 'game in review',
    who: 'waiting',
    path: game('reviewed'),
    act: click('[popovertarget]'),
    island: true
  },
  { name: 'events', who: 'admin', path: game('running', '/monitor/Events'), island: true },
  { name: 'signals', who: 'admin', path: game('running', '/monitor/Signals') },
  { name: 'standing of a season', who: 'visitor', path: ({ season }) => `/seasons/${season}` },
  { name: 'seasons', who: 'admin', path: fixed('/admin/Seasons?new') },
  { name: 'a season', who: 'admin', path: ({ season }) => `/admin/Seasons/${season}` },
  { name: 'solutions', who: 'visitor', path: game('over', '/Solutions') },
  {
    name: 'solution of a challenge',
    who: 'visitor',
    path: ({ over }) => `/games/${over.id}/Solutions/${over.challenges[0]!.id}`
  },
  { name: 'a case', who: 'admin', path: game('running', '/monitor/Cases/1') },
  { name: 'a case on paper', who: 'admin', path: game('running', '/monitor/Cases/1/Print') },
  { name: 'feedback for staff', who: 'admin', path: game('running', '/monitor/Feedback') },
  { name: 'blocked flags', who: 'admin', path: game('running', '/monitor/Blocks') },
  { name: 'submissions', who: 'admin', path: game('running', '/monitor/Submissions'), island: true },
  { name: 'matches between teams', who: 'admin', path: game('running', '/monitor/CheatInfo') },
  { name: 'captures', who: 'admin', path: game('running', '/monitor/Traffic') },
  { name: 'queue of help', who: 'admin', path: game('running', '/monitor/Help') },
  { name: 'queue of help before the start', who: 'admin', path: game('coming', '/monitor/Help') },
  { name: 'blocked flags before the start', who: 'admin', path: game('coming', '/monitor/Blocks') },
  { name: 'canned answers', who: 'admin', path: game('running', '/monitor/Help/Answers') },
  { name: 'earlier tickets', who: 'admin', path: game('running', '/monitor/Help/Earlier') },
  { name: 'message to teams', who: 'admin', path: game('running', '/monitor/Help/Message?to=all') },
  { name: 'decisions about the own team', who: 'captain', path: game('running', '/Decisions'), island: true },
  { name: 'a new case', who: 'admin', path: game('running', '/monitor/Cases/New') },
  { name: 'corrections', who: 'visitor', path: game('running', '/Corrections') },
  { name: 'statistics', who: 'visitor', path: game('over', '/Statistics') },
  { name: 'corrections for staff', who: 'admin', path: ofRunning('/Corrections'), island: true },
  {
    name: 'a draft of a correction',
    who: 'admin',
    path: ({ running, draft }) => ofRunning(`/Corrections/Drafts/${draft}`)({ running })
  },
  { name: 'webhooks of a game', who: 'admin', path: ofRunning('/Webhooks') },
  {
    name: 'a webhook of a game',
    who: 'admin',
    path: ({ running, hook }) => ofRunning(`/Webhooks/${hook}`)({ running })
  },
  { name: 'categories of a game', who: 'admin', path: ofRunning('/Categories') },
  { name: 'find and replace in challenges', who: 'admin', path: ofRunning('/challenges/Replace') },
  { name: 'watch', who: 'admin', path: game('running', '/monitor/Watch'), island: true },
  { name: 'rehearsal', who: 'admin', path: admin('/Rehearsal') },
  { name: 'suitcases', who: 'admin', path: admin('/Suitcase') },
  { name: 'extra time', who: 'admin', path: admin('/ExtraTime') },
  { name: 'questions at sign-up', who: 'admin', path: admin('/Questions') },
  { name: 'what if', who: 'admin', path: admin('/WhatIf'), island: true },
  { name: 'games of the administration', who: 'admin', path: fixed('/admin/games') },
  { name: 'teams of the administration', who: 'admin', path: fixed('/admin/Teams') },
  { name: 'team of the administration', who: 'admin', path: fixed('/admin/Teams?team=1') },
  { name: 'events of the platform', who: 'admin', path: fixed('/admin/Logs'), island: true },
  { name: 'audit', who: 'admin', path: fixed('/admin/Logs/Audit'), island: true },
  { name: 'plug-ins', who: 'admin', path: fixed('/admin/Plugins') },
  {
    name: 'what an import would make',
    who: 'admin',
    path: fixed('/admin/games/import'),
    act: async (page) => {
      const folder = LONG_WORD.repeat(3)
      const buffer = await zipOf({
        [`web/${folder}/challenge.yml`]: `name: ${folder}\nflags: [f]\ncategory: sea`,
        [`web/${folder}2/challenge.yml`]: `name: ${folder}`
      })
      await page.locator('input[type=file]').setInputFiles({ name: 'cup.zip', mimeType: '', buffer })
      await page.locator('form button.primary').click()
      await page.locator('.report').nth(1).waitFor()
    }
  },
  { name: 'stored files', who: 'admin', path: fixed('/admin/Files'), island: true },
  { name: 'trash', who: 'admin', path: fixed('/admin/Trash') },
  {
    name: 'facts of a game',
    who: 'admin',
    path: admin('/Info'),
    island: true,
    act: async (page) => {
      await page.locator('.setting input').first().click()
      await page.locator('.md-bar [value=preview]').click()
      await page.locator('.md-preview').waitFor()
    }
  },
  {
    name: 'review',
    who: 'admin',
    path: admin('/Review'),
    island: true,
    act: click('.review-row summary')
  },
  { name: 'users of the administration', who: 'admin', path: fixed('/admin/Users'), island: true },
  {
    name: 'user of the administration',
    who: 'admin',
    path: fixed('/admin/Users'),
    island: true,
    act: click('th a[href*="user="]')
  },
  { name: 'new users', who: 'admin', path: fixed('/admin/Users?new'), island: true },
  { name: 'import of users', who: 'admin', path: fixed('/admin/Users/Import'), island: true },
  { name: 'settings', who: 'admin', path: fixed('/admin/Settings'), island: true },
  { name: 'appearance', who: 'admin', path: fixed('/admin/Appearance') },
  { name: 'own pages', who: 'admin', path: fixed('/admin/Pages?new') },
  { name: 'a new login provider', who: 'admin', path: fixed('/admin/SignIn?new') },
  { name: 'a new service token', who: 'admin', path: fixed('/admin/Tokens?new') },
  { name: 'documentation', who: 'visitor', path: fixed('/docs') },
  { name: 'what was found in the documentation', who: 'visitor', path: fixed('/docs?q=flag') },
  {
    name: 'a document',
    who: 'visitor',
    path: fixed('/docs/rules/scoring'),
    act: click('.docs-on-page summary')
  },
  { name: 'staff of a game', who: 'admin', path: admin('/Staff') },
  { name: 'invitation to the staff', who: 'visitor', path: ({ invitation }) => invitation },
  {
    name: 'invitation to the staff that does not work',
    who: 'visitor',
    path: fixed('/StaffInvitation/none'),
    status: 404
  },
  { name: 'roles in games', who: 'admin', path: fixed('/admin/Roles') },
  {
    name: 'challenges of the administration',
    who: 'admin',
    path: admin('/challenges'),
    island: true,
    act: click('.pick input')
  },
  { name: 'challenge of the administration', who: 'admin', path: admin('/challenges/#'), island: true },
  { name: 'flags', who: 'admin', path: admin('/challenges/#/Flags') },
  { name: 'solve checks of a challenge', who: 'admin', path: admin('/challenges/#/Check') },
  { name: 'history of a challenge', who: 'admin', path: admin('/challenges/#/History') },
  { name: 'writeups of the administration', who: 'admin', path: admin('/Writeups') },
  { name: 'a new post', who: 'admin', path: fixed('/posts/new/Edit'), island: true }
]

const stage = openBrowserSuite(async ({ db }) => {
  const mails = JSON.stringify({ emailConfirmationRequired: true })
  await db.pool.query(`INSERT INTO settings (key, value) VALUES ('accountPolicy', $1)`, [mails])
  return {}
})
let games: Games
const views = {} as Record<Who, { dark: Visitor; light: Visitor }>

beforeAll(async () => {
  const { organiser } = stage
  const challenges = ['Web', 'Crypto', 'Pwn', 'AI'].flatMap((category) =>
    ['Tide', LONG_WORD].map((title) => ({
      title: `${category} ${title}`,
      category,
      content: TEXT,
      hints: ['Look at the **headers**.']
    }))
  )
  const organizations = ['Students', `Open to ${LONG_WORD}`]
  games = {
    running: await organiser.game({
      title: `${LONG_WORD} 2026`,
      summary: LONG_WORD.repeat(4),
      content: TEXT,
      organizations,
      challenges,
      feedback: true,
      writeupRequired: true,
      writeupDeadline: new Date(Date.now() + 2 * HOUR_MS),
      writeupNote: TEXT
    }),
    coming: await organiser.game({
      startsIn: HOUR_MS,
      endsIn: 2 * HOUR_MS,
      organizations,
      inviteCode: 'hoist'
    }),
    over: await organiser.game({ challenges: challenges.slice(0, 2) }),
    // Made when the game is over.
    ...{ season: 0, invitation: '', draft: 0, hook: '' },
    reviewed: await organiser.game({
      acceptWithoutReview: false,
      organizations,
      writeupRequired: true,
      challenges: challenges.slice(0, 1)
    })
  }
  const [captain, ...rivals] = await Promise.all(
    [...CREWS, ...CREWS.map((crew) => `${crew.slice(0, 48)} 2`)].map((crew) =>
      organiser.player(undefined, { crew })
    )
  )
  const play = async (player: Player, index: number) => {
    await organiser.join(player, games.running, { organization: organizations[index % 2] })
    await organiser.join(player, games.over)
    for (let place = index; place < challenges.length; place += 2) await solve(player, games.running, place)
    await solve(player, games.over)
  }
  // The captain's solves are the first bloods.
  await play(captain!, 0)
  await Promise.all(rivals.map((player, index) => play(player, index + 1)))
  const [first, explained] = [games.running.challenges[0]!.id, games.over.challenges[0]!.id]
  const { rank } = await captain!.client.ok<{ rank: { participationId: number } }>(
    'GET',
    `/api/game/${games.running.id}/details`
  )
  const suspected = { title: LONG_WORD, participationIds: [rank.participationId] }
  await organiser.client.ok('POST', `/api/game/${games.running.id}/cases`, suspected)
  const correction = { kind: 'award', points: 5, participationIds: [rank.participationId] }
  const drafted = await organiser.client.ok<{ id: number }>(
    'POST',
    `/api/edit/games/${games.running.id}/corrections/drafts`,
    { correction, reason: LONG_WORD }
  )
  const url = `https://${'w'.repeat(60)}.example/${LONG_WORD}`
  const hook = { name: LONG_WORD.slice(0, 40), url, format: 'Standard', events: WEBHOOK_EVENTS }
  const hooked = await organiser.client.ok<{ id: string }>(
    'POST',
    `/api/edit/games/${games.running.id}/webhooks`,
    hook
  )
  Object.assign(games, { draft: drafted.id, hook: hooked.id })
  const said = { stars: 4, line: LONG_WORD.repeat(4) }
  await captain!.client.ok('PUT', `/api/game/${games.running.id}/feedback/${first}`, said)
  await organiser.client.ok('PUT', `/api/edit/games/${games.over.id}/challenges/${explained}`, {
    solution: TEXT,
    solutionPublic: true
  })
  await organiser.change(games.over, { startsIn: -3 * HOUR_MS, endsIn: -HOUR_MS })
  const counted = [games.over, games.running, games.coming].map(({ id }) => id)
  games.season = await addSeason(stage.platform.stores, counted)
  const wish = { role: 'referee', email: `${LONG_WORD}@halyard.example` }
  const invitations = `/api/edit/games/${games.reviewed.id}/staff/invitations`
  const { code } = await organiser.client.ok<{ code: string }>('POST', invitations, wish)
  games.invitation = `/StaffInvitation/${code}`
  const waiting = await organiser.player(games.reviewed, { organization: organizations[1], crew: CREWS[0] })
  const newcomer = await organiser.player()
  const cookies = {
    visitor: undefined,
    captain: captain!.client.cookie,
    waiting: waiting.client.cookie,
    newcomer: newcomer.client.cookie,
    admin: organiser.client.cookie
  }
  for (const [who, cookie] of Object.entries(cookies)) {
    const dark = await stage.visit({ cookie })
    const light = await stage.visit({ cookie, scheme: 'light', locale: 'zh-CN' })
    views[who as Who] = { dark, light }
  }
  // After all have signed up, so that the pages ask them.
  for (const asking of [games.running, games.reviewed, games.coming])
    await organiser.change(asking, { registrationFields: QUESTIONS })
})
/** Texts, also hidden ones, that look like keys of locales/. */
const rawKeys = (page: Page) =>
  page.evaluate(() => {
    const key = /^[a-z]\w*:[a-z][\w.]*$|^[a-z]+(?:[._][a-z_]+)+$/
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode
      const text = textContent?.trim() ?? ''
      if (key.test(text) && !parentElement?.closest('script, code, textarea, bdi, .mono')) found.push(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const text = element.getAttribute(name) ?? ''
        if (key.test(text)) found.push(text)
      }
    return found
  })

/** Rules about words, which depend on the language. */
const WORDS = ['button-name', 'link-name', 'label', 'document-title', 'html-lang-valid']

/** Depends on the scheme and hardly on the size, so each scheme is inspected at one. */
const CONTRAST = 'color-contrast'

/** Rules about places and what is in sight, which depend on the size. */
const PLACES = [
  ...['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'nested-interactive'],
  ...['region', 'landmark-one-main', 'landmark-unique', 'page-has-heading-one', 'heading-order', 'list'],
  ...['aria-allowed-role', 'aria-required-children', 'aria-required-parent', 'aria-valid-attr-value']
]

const opened = async ({ page, open }: Visitor, { path, status = 200, act }: Case) => {
  expect(await open(path(games))).toBe(status)
  await act?.(page)
  expect(await rawKeys(page)).toEqual([])
}

/** The browser reports the status of the page itself. */
const otherFaults = ({ faults }: Visitor, { path, status = 200 }: Case) =>
  faults.splice(0).filter((fault) => status === 200 || !fault.includes(path(games)))

describe.each(CASES)('$name', (one) => {
  it('is accessible, small and without faults, dark in English', async () => {
    const view = views[one.who].dark
    const { page } = view
    await page.setViewportSize(DESKTOP)
    await opened(view, one)
    expect(await violations(page)).toEqual([])
    const script = await scriptBytes(page)
    expect(script).toBeGreaterThan(0)
    // Lists of games load the script that writes times in the reader's zone.
    const times = (await page.locator('[data-local]').count()) > 0 ? (KB * 3) / 4 : 0
    const budget = !one.island ? 2 * KB + times : one.who === 'admin' ? 160 * KB : 130 * KB
    expect(script).toBeLessThanOrEqual(budget)
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toEqual([])
    expect(await violations(page, PLACES)).toEqual([])
    expect(otherFaults(view, one)).toEqual([])
  })

  it('is accessible on a phone, light in Chinese', async () => {
    const view = views[one.who].light
    await view.page.setViewportSize(DESKTOP)
    await opened(view, one)
    await view.page.setViewportSize(PHONE)
    expect(await overflow(view.page)).toEqual([])
    expect(await violations(view.page, [CONTRAST, ...WORDS])).toEqual([])
    expect(otherFaults(view, one)).toEqual([])
  })
})
