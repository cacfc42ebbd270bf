import { mkdirSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { HOUR_MS } from '~/server/platform/time'
import { startPlatform } from '../bench/support/platform'
import { press, showsText } from '../support/browser/actions'
import { setTime } from '../support/browser/widgets'

/** Where docs/tour.md has its pictures. */
const FOLDER = 'docs/pictures'
const SIZE = { width: 1280, height: 800 }
const QUALITY = 82
const PASSWORD = 'a pass phrase'
const TITLE = 'Evening Regatta'
const FLAG = 'flag{the-tide-turns}'

const utc = (away: number) => new Date(Date.now() + away).toISOString().slice(0, 16)

/** A person with a browser window of their own. */
async function visit(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: SIZE, reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'theme', value: 'dark', url }])
  return context.newPage()
}

/** Until no island of the page still waits for its script. */
const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

async function take(page: Page, name: string): Promise<void> {
  await settled(page)
  const png = await page.screenshot()
  const { size } = await sharp(png).webp({ quality: QUALITY }).toFile(`${FOLDER}/${name}.webp`)
  process.stdout.write(`✓ ${FOLDER}/${name}.webp (${Math.round(size / 1024)} kB)\n`)
}

async function login(page: Page, name: string, password: string): Promise<void> {
  await page.goto('/account/Login')
  await page.getByLabel('Username or email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await showsText(page, name)
}

/** Returns the game's id. */
async function makeGame(page: Page): Promise<number> {
  await page.goto('/admin/games?new')
  await settled(page)
  await page.getByLabel('Title').fill(TITLE)
  await setTime(page, 'start', utc(-HOUR_MS))
  await setTime(page, 'end', utc(5 * HOUR_MS))
  await page.getByRole('switch', { name: 'Hidden' }).uncheck()
  await take(page, 'game')
  await press(page, 'Create game')
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await settled(page)
  await page.getByRole('switch', { name: 'Accept without review' }).check()
  await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()
  await showsText(page, 'Saved.')
  return Number(/\d+/.exec(new URL(page.url()).pathname)![0])
}

async function makeChallenge(page: Page, game: number): Promise<void> {
  await page.goto(`/admin/games/${game}/challenges?new`)
  await settled(page)
  await page.getByLabel('Title').fill('Tide table')
  await page.getByLabel('Category').selectOption('Crypto')
  await press(page, 'Create challenge')
  await page.getByRole('heading', { level: 1, name: 'Tide table' }).waitFor()
  await settled(page)
  await page
    .getByLabel('Description')
    .fill('The harbour master writes down **high water** in a cipher of his own.\n\nWhat does he say?')
  await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()
  await showsText(page, 'Saved.')
  await take(page, 'challenge')
  await page
    .getByRole('navigation', { name: 'Pages of the challenge' })
    .getByRole('link', { name: 'Flags' })
    .click()
  await page.getByLabel('Flags, one per line').fill(FLAG)
  await press(page, 'Add flags')
  await showsText(page, FLAG)
  await settled(page)
  await take(page, 'flags')
  await press(page, 'Enable: Tide table')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable', exact: true }).click()
  await showsText(page, 'Tide table enabled.')
}

async function play(page: Page, game: number): Promise<void> {
  await page.goto('/account/Register')
  await page.getByLabel('Username').fill('mara')
  await page.getByLabel('Email').fill('mara@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await showsText(page, 'You are registered and logged in.')
  await page.goto('/teams')
  await page.getByLabel('Name').fill('Night Watch')
  await press(page, 'Create team')
  await showsText(page, 'Team Night Watch created.')
  await page.goto(`/games/${game}`)
  await settled(page)
  await take(page, 'join')
  await press(page, 'Sign up')
  await showsText(page, 'You are in. Good luck!')
  await page.getByRole('link', { name: 'Go to challenges' }).click()
  await page.getByRole('link', { name: 'Tide table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tide table' })
  await settled(page)
  await dialog.getByLabel('Flag').fill(FLAG)
  await dialog.getByRole('button', { name: 'Submit flag' }).click()
  await dialog.getByText('Accepted.').waitFor()
  await take(page, 'solve')
}

/** The demo's game, whose teams play. */
async function idOfDemo(url: string): Promise<number> {
  const response = await fetch(`${url}/api/game?count=10&skip=0`)
  const games = (await response.json()) as { id: number; title: string }[]
  const demo = games.find(({ title }) => title !== TITLE)
  if (!demo) throw new Error('The demo has no game')
  return demo.id
}

async function run(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const platform = await startPlatform({ HALYARD_ADMIN_PASSWORD: PASSWORD }, ['--demo'])
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu']
  })
  try {
    const url = `http://127.0.0.1:${platform.port}`
    const organiser = await visit(browser, url)
    await login(organiser, 'Admin', PASSWORD)
    const game = await makeGame(organiser)
    await makeChallenge(organiser, game)
    await play(await visit(browser, url), game)
    const demo = await idOfDemo(url)
    await organiser.goto(`/games/${demo}/Scoreboard`)
    await organiser.locator('tbody.rows tr').nth(9).waitFor()
    await take(organiser, 'scoreboard')
    await organiser.goto(`/games/${demo}/monitor/Watch`)
    await take(organiser, 'watch')
  } finally {
    await browser.close()
    await platform.stop()
  }
}

await run()
