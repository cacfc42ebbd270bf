import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'
import { joinHub } from '../../support/scoring/hubs'

const NAMES = ['halyard_session', 'Other_Token', 'Third.Token']
const ORIGIN = 'https://ctf.example.org'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({
    SESSION_COOKIE_ALIASES: 'Other_Token, Third.Token',
    PUBLIC_URL: ORIGIN
  })
})
afterAll(() => platform?.close())

const ask = (method: string, path: string, cookie = '', body?: string, type = 'application/json') =>
  fetch(platform.url + path, {
    method,
    body,
    redirect: 'manual',
    headers: { Origin: ORIGIN, Cookie: cookie, ...(body && { 'Content-Type': type }) }
  })
const profile = async (cookie: string) => {
  const answer = await ask('GET', '/api/account/profile', cookie)
  return answer.status === 200 ? ((await answer.json()) as { userName: string }).userName : answer.status
}
/** The session cookies that a reply sets, by name, with attributes. */
const setBy = (answer: Response) =>
  Object.fromEntries(
    answer.headers
      .getSetCookie()
      .map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)] as const)
      .filter(([name]) => NAMES.includes(name))
  )
/** Expects every name to have the same value; returns it. */
const setAlike = (answer: Response) => {
  const set = setBy(answer)
  expect(Object.keys(set)).toEqual(NAMES)
  const [value] = new Set(Object.values(set))
  expect(set).toEqual(Object.fromEntries(NAMES.map((name) => [name, value])))
  return value!
}
const FORM = 'application/x-www-form-urlencoded'
const ATTRIBUTES = ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure']
const CLEARED = ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure']
const attributesOf = (value: string) => value.split('; ').slice(1).sort()

const startSession = async (userName: string) => {
  const known = userName === ADMIN.userName
  const password = known ? ADMIN.password : 'a pass word'
  const body = JSON.stringify({ userName, password, email: `${userName}@example.org` })
  const answer = await ask('POST', `/api/account/${known ? 'login' : 'register'}`, '', body)
  expect(answer.status).toBe(200)
  const value = setAlike(answer)
  expect(attributesOf(value)).toEqual(ATTRIBUTES)
  return value.split(';')[0]!
}

it('a session is set by every name, and any of them opens it', async () => {
  const session = await startSession('someone')
  for (const name of NAMES) expect(await profile(`${name}=${session}`)).toBe('someone')
  for (const name of ['other_token', 'Another', 'halyard_session2'])
    expect(await profile(`${name}=${session}`)).toBe(401)
})

it('the own name comes before any other, and an earlier alias before a later one, valid or not', async () => {
  const [victim, attacker] = [await startSession('victim'), await startSession('attacker')]
  const [own, other, third] = NAMES
  expect(await profile(`${other}=${attacker}; ${own}=${victim}`)).toBe('victim')
  expect(await profile(`${third}=${attacker}; ${other}=${victim}`)).toBe('victim')
  for (const dead of ['', 'x', 'y'.repeat(40)]) {
    expect(await profile(`${own}=${dead}; ${other}=${attacker}`)).toBe(401)
    expect(await profile(`${other}=${dead}; ${third}=${attacker}`)).toBe(401)
  }
})

it('logging out by call or page clears every name and ends every session that was sent', async () => {
  for (const path of ['/api/account/logout', '/account/logout']) {
    const [one, two] = [await startSession(`one${path.length}`), await startSession(`two${path.length}`)]
    const body = path.startsWith('/api/') ? undefined : 'x=1'
    const answer = await ask('POST', path, `${NAMES[0]}=${one}; ${NAMES[2]}=${two}`, body, FORM)
    expect(answer.status).toBeLessThan(400)
    const cleared = setAlike(answer)
    expect(cleared.split(';')[0]).toBe('')
    expect(attributesOf(cleared)).toEqual(CLEARED)
    for (const session of [one, two]) expect(await profile(`${NAMES[1]}=${session}`)).toBe(401)
  }
})

it('logging in by a page sets every name, and ends the session that came under another', async () => {
  const before = await startSession(ADMIN.userName)
  const form = new URLSearchParams({ userName: ADMIN.userName, password: ADMIN.password })
  const answer = await ask('POST', '/account/login', `${NAMES[1]}=${before}`, form.toString(), FORM)
  expect(answer.status).toBe(303)
  const session = setAlike(answer).split(';')[0]!
  expect(await profile(`${NAMES[2]}=${session}`)).toBe(ADMIN.userName)
  expect(await profile(`${NAMES[0]}=${before}`)).toBe(401)
})

it('a session that is extended is set anew by every name, on pages and in calls', async () => {
  for (const path of ['/api/account/profile', '/account/profile']) {
    const session = await startSession(`old${path.length}`)
    await platform.stores.db.pool.query(
      `UPDATE sessions SET expires_at = now() + interval '2 days'
       WHERE user_id = (SELECT id FROM users WHERE user_name = $1)`,
      [`old${path.length}`]
    )
    const value = setAlike(await ask('GET', path, `${NAMES[2]}=${session}`))
    expect(value.split(';')[0]).toBe(session)
    expect(attributesOf(value)).toEqual(ATTRIBUTES)
  }
})

it('a hub accepts the session by any name, and closes with it', async () => {
  const session = await startSession(ADMIN.userName)
  const hub = await joinHub(platform.url, 'admin', { cookie: `${NAMES[1]}=${session}` })
  await ask('POST', '/api/account/logout', `${NAMES[2]}=${session}`)
  expect(await hub.closed).toBeUndefined()
})
