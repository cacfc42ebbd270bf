import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type OpenGame, Organiser, tag } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

const ISSUES = 'https://tracker.example/halyard'
const NO_FILE = 'Every file of this challenge has been given out.'
const TRANSLATION = 'https://words.example/halyard'

let platform: Platform
let organiser: Organiser

beforeAll(async () => {
  platform = await startPlatform({ ISSUES_URL: ISSUES, TRANSLATION_URL: TRANSLATION })
  organiser = await Organiser.of(platform)
})
afterAll(() => platform.close())

const textOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

/** Posts a form as a browser without JavaScript does. */
async function post(path: string, fields: Record<string, string>) {
  const answer = await fetch(platform.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: organiser.client.cookie },
    body: new URLSearchParams(fields)
  })
  const html = await answer.text()
  return { status: answer.status, html, text: textOf(html) }
}

/** The names and values that the first form of a page with this field would send. */
async function fieldsOf(path: string, name: string): Promise<Record<string, string>> {
  const { body } = await organiser.client.call<string>('GET', path)
  const form = body.split('<form').find((part) => part.includes(`name="${name}"`))!
  const attribute = (tagText: string, of: string) => new RegExp(` ${of}="([^"]*)"`).exec(tagText)?.[1]
  const inputs = [...form.matchAll(/<input[^>]*>/g)]
    .map(([one]) => one)
    .filter((one) => !/type="(checkbox|radio|file)"/.test(one) || / checked=""/.test(one))
    .map((one) => [attribute(one, 'name')!, attribute(one, 'value') ?? 'on'])
  const areas = [...form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)/g)].map(([, key, value]) => [
    key!,
    value!
  ])
  return Object.fromEntries([...inputs, ...areas].filter(([key]) => key))
}

it('a role that no select offers is refused with a sentence, in the form and in a row of the list', async () => {
  const game = await organiser.game()
  const helper = await organiser.player()
  const path = `/admin/games/${game.id}/Staff`
  const added = await post(path, { intent: 'add', who: helper.name, role: 'emperor' })
  expect([added.status, added.text]).toEqual([400, expect.stringContaining('Choose a role.')])
  expect((await post(path, { intent: 'add', who: helper.name, role: 'author' })).status).toBe(303)
  const [member] = (
    await organiser.client.ok<{ userId: string; userName: string }[]>(
      'GET',
      `/api/edit/games/${game.id}/staff`
    )
  ).filter(({ userName }) => userName === helper.name)
  const changed = await post(path, { intent: 'change', user: member!.userId, role: 'emperor' })
  expect([changed.status, changed.text]).toEqual([400, expect.stringContaining('Choose a role.')])
  const someone = await post(path, { intent: 'change', user: 'nobody', role: 'owner' })
  expect([someone.status, someone.text]).toEqual([400, expect.stringContaining('Check your input.')])
})

it('divisions that teams chose go only when the organiser agrees to how many teams that are', async () => {
  const game = await organiser.game({ organizations: ['Open', 'Students', 'Guests'] })
  for (const organization of ['Students', 'Students', 'Open']) await organiser.player(game, { organization })
  const path = `/admin/games/${game.id}/Info`
  const divisions = async () =>
    (await organiser.client.ok<{ organizations: string[] }>('GET', `/api/edit/games/${game.id}`))
      .organizations
  // Without the version, which each save here would make old.
  const { version: _, ...fields } = await fieldsOf(path, 'organizations')
  fields.intent = 'save'

  const unused = await post(path, { ...fields, organizations: 'Open\nStudents' })
  expect(unused.status).toBe(303)
  const sent = { ...fields, organizations: 'Open' }
  const refused = await post(path, sent)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Students: 2.')])
  expect(await divisions()).toEqual(['Open', 'Students'])
  expect(refused.html).toMatch(/<input type="checkbox" name="divisionTeams" value="2"\/>/)

  await organiser.player(game, { organization: 'Students' })
  const outdated = await post(path, { ...sent, divisionTeams: '2', 'divisionTeams-asked': '2' })
  expect([outdated.status, outdated.text]).toEqual([400, expect.stringContaining('Students: 3.')])
  expect(await divisions()).toEqual(['Open', 'Students'])
  expect((await post(path, { ...sent, divisionTeams: '3', 'divisionTeams-asked': '3' })).status).toBe(303)
  expect(await divisions()).toEqual(['Open'])
})

it('a save that changes nothing says so', async () => {
  const game = await organiser.game()
  const path = `/admin/games/${game.id}/Info`
  const said = async (change: Record<string, string>) => {
    const fields = { ...(await fieldsOf(path, 'organizations')), intent: 'save', ...change }
    const answer = await fetch(platform.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: organiser.client.cookie },
      body: new URLSearchParams(fields)
    })
    const flash = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('flash='))!
    const shown = await fetch(platform.url + path, {
      headers: { Cookie: `${organiser.client.cookie}; ${flash.split(';')[0]}` }
    })
    return textOf(await shown.text())
  }
  await said({ title: 'Another title' })
  expect(await said({})).toContain('No change detected.')
  expect(await said({ title: 'A third title' })).toContain('Saved.')
})

/** Posts a form, and reads the page that it leads to. */
async function follow(path: string, fields: [name: string, value: string][]): Promise<string> {
  const headers = { Cookie: organiser.client.cookie }
  const answer = await fetch(platform.url + path, {
    ...{ method: 'POST', redirect: 'manual', headers },
    body: new URLSearchParams(fields)
  })
  expect(answer.status).toBe(303)
  const flash = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('flash='))!
  const shown = await fetch(new URL(answer.headers.get('Location')!, platform.url), {
    headers: { Cookie: `${organiser.client.cookie}; ${flash.split(';')[0]}` }
  })
  return textOf(await shown.text())
}

it('a change of many names what is refused, and does not call unchanged what is', async () => {
  const game = await organiser.game({ challenges: [{ title: 'Whole' }, { title: 'Flagless' }] })
  const [whole, flagless] = [game.challenges[0]!, game.challenges[1]!]
  await platform.stores.db.pool.query('DELETE FROM flags WHERE challenge_id = $1', [flagless.id])
  const edit = (id: number) => `/api/edit/games/${game.id}/challenges/${id}`
  for (const { id } of game.challenges) await organiser.client.ok('PUT', edit(id), { isEnabled: false })
  const act = (name: string, ...ids: number[]) =>
    follow(
      `/admin/games/${game.id}/challenges/Selected?${ids.map((id) => `ids[]=${id}`).join('&')}&act=${name}`,
      [['intent', name], ...ids.map((id): [string, string] => ['ids[]', String(id)])]
    )
  expect(await act('enable', flagless.id)).toMatch(/Nothing changed, 1 refused: .+ \(Flagless\)/)
  expect(await act('enable', whole.id, flagless.id)).toMatch(/1 changed, 1 refused: .+ \(Flagless\)/)
  expect(await act('enable', whole.id)).toContain('No change detected.')
})

it('a title that another challenge of the game has is warned of', async () => {
  const game = await organiser.game({
    challenges: [{ title: 'Twin' }, { title: 'Alone' }, { title: 'Twin' }]
  })
  const warned = async (place: number) => {
    const path = `/admin/games/${game.id}/challenges/${game.challenges[place]!.id}`
    const { body } = await organiser.client.call<string>('GET', path)
    return body.includes('Another challenge of this game has this title.')
  }
  expect([await warned(0), await warned(1), await warned(2)]).toEqual([true, false, true])
})

it('a text is deleted from descriptions only when that is confirmed', async () => {
  const game = await organiser.game({ challenges: [{ title: 'Open mark' }] })
  const { id } = game.challenges[0]!
  const edit = `/api/edit/games/${game.id}/challenges/${id}`
  await organiser.client.ok('PUT', edit, { content: 'Connect to HOST, then to HOST again.' })
  const path = `/admin/games/${game.id}/challenges/Replace`
  const page = async (query: string) => (await organiser.client.call<string>('GET', `${path}?${query}`)).body
  expect(await page('find=HOST&whole=on')).not.toContain('value="replace"')
  expect(await page('find=HOST&whole=on&replace=')).toMatch(/name="remove" required=""/)
  const sent = { intent: 'replace', find: 'HOST', replace: '', whole: 'on', 'ids[]': String(id) }
  const refused = await post(path, sent)
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('confirm that the text is deleted')
  ])
  const content = async () => (await organiser.client.ok<{ content: string }>('GET', edit)).content
  expect(await content()).toContain('HOST')
  expect((await post(path, { ...sent, remove: 'on' })).status).toBe(303)
  expect(await content()).not.toContain('HOST')
})

it('a client that sends a game back removes divisions without being asked, unless it says how many teams', async () => {
  const game = await organiser.game({ organizations: ['Open', 'Students'] })
  await organiser.player(game, { organization: 'Students' })
  const path = `/api/edit/games/${game.id}`
  const refused = await organiser.client.call('PUT', path, { organizations: ['Open'], divisionTeams: 0 })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'game.division_chosen', field: 'organizations', teams: 1 }
  })
  await organiser.client.ok('PUT', path, { organizations: ['Open'] })
})

it('an end that has passed asks before it stops teams, and says how many', async () => {
  const game = await organiser.game()
  for (let team = 0; team < 2; team++) await organiser.player(game)
  const path = `/admin/games/${game.id}/Info`
  const fields = await fieldsOf(path, 'organizations')
  const end = new Date(Date.now() - 60_000).toISOString().slice(0, 19)
  const sent = { ...fields, end, intent: 'save' }
  const refused = await post(path, sent)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Teams that still play: 2.')])
  expect(refused.html).toMatch(/<input type="checkbox" name="endsTeams" value="2"\/>/)
  const asked = await organiser.client.call('PUT', `/api/edit/games/${game.id}`, {
    end: `${end}Z`,
    endsTeams: 1
  })
  expect(asked).toMatchObject({ status: 400, body: { code: 'game.ends_now', field: 'end', teams: 2 } })
  const agreed = { endsTeams: '2', 'endsTeams-asked': '2' }
  expect((await post(path, { ...sent, ...agreed })).status).toBe(303)
  await organiser.client.ok('PUT', `/api/edit/games/${game.id}`, {
    end: new Date(Date.now() + HOUR_MS).toISOString()
  })
  // Clients of the contract are not asked.
  await organiser.client.ok('PUT', `/api/edit/games/${game.id}`, { end: `${end}Z` })
})

it('other times of a running game are asked about first, and the answer is for these times alone', async () => {
  const game = await organiser.game()
  await organiser.player(game)
  const path = `/admin/games/${game.id}/Info`
  const fields = await fieldsOf(path, 'organizations')
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(0, 16)
  const endOf = async () =>
    (await organiser.client.ok<{ end: string }>('GET', `/api/edit/games/${game.id}`)).end
  const before = await endOf()
  const sent = { ...fields, end: inMinutes(5), intent: 'save' }
  const refused = await post(path, sent)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Teams: 1.')])
  const moved = /name="movesTimes" value="([^"]+)"/.exec(refused.html)![1]!
  const other = await post(path, { ...sent, end: inMinutes(7), movesTimes: moved })
  expect(other.status).toBe(400)
  expect(await endOf()).toBe(before)
  expect((await post(path, { ...sent, movesTimes: moved })).status).toBe(303)
  expect((await endOf()).slice(0, 16)).toBe(sent.end)
})

it.each(['void', 'hints', 'solve'])(
  'a correction %s with nothing filled in names the challenge',
  async (kind) => {
    const game: OpenGame = await organiser.game({ challenges: [{ title: `Tide ${tag()}` }] })
    const path = `/admin/games/${game.id}/Corrections/Preview`
    const fields = await fieldsOf(`${path}?kind=${kind}`, 'kind')
    const { body: html } = await organiser.client.call<string>(
      'GET',
      `${path}?${new URLSearchParams(fields)}`
    )
    const select = /<select[^>]*name="challenge"[^>]*>.*?<\/select>/s.exec(html)![0]
    expect(select).toContain('aria-invalid="true"')
    expect(select).toMatch(/^<select[^>]*><option value=""[^>]*>Choose a challenge<\/option>/)
    expect(select).not.toMatch(/value="\d+" selected/)
    expect(textOf(html)).toContain('This field cannot be empty.')
    expect(html).not.toContain('name="digest"')
  }
)

it('a correction of a frozen board is announced only when staff choose it, who read what that tells', async () => {
  const game: OpenGame = await organiser.game()
  const { team } = await organiser.player(game)
  const path = `/admin/games/${game.id}/Corrections/Preview`
  const query = new URLSearchParams({ kind: 'award', points: '5', teams: team.name })
  const preview = () => organiser.client.call<string>('GET', `${path}?${query}`)
  const box = /<input[^>]*name="announce"[^>]*>/
  const warning = 'a notice tells everybody now that results were corrected'
  const { body: before } = await preview()
  expect(box.exec(before)![0]).toContain('checked')
  expect(before).not.toContain(warning)
  await organiser.client.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
  const { body: frozen } = await preview()
  expect(box.exec(frozen)![0]).not.toContain('checked')
  expect(frozen).toContain(warning)
})

it('a form with the character NUL is refused, whatever field has it', async () => {
  const hidden = await post('/account/Profile', { intent: 'session', session: '\0' })
  expect(hidden.status).toBe(400)
  const shown = await post('/account/Profile', { intent: 'person', userName: 'a\0b', bio: '' })
  expect([shown.status, shown.text]).toEqual([
    400,
    expect.stringContaining('This text contains characters that are not allowed.')
  ])
})

it('a form that no page has says so on a page that works', async () => {
  const path = '/admin/games'
  const unknown = await post(path, { intent: 'conquer' })
  expect([unknown.status, unknown.text]).toEqual([
    400,
    expect.stringContaining('The form could not be read.')
  ])
  expect(unknown.text).toContain('This page needs a screen at least 320 px wide.')
  const answer = await fetch(platform.url + path, {
    method: 'POST',
    headers: { Cookie: organiser.client.cookie, 'Content-Type': 'text/csv' },
    body: 'a,b'
  })
  expect([answer.status, textOf(await answer.text())]).toEqual([
    400,
    expect.stringContaining('The form could not be read.')
  ])
})

it('a sign-up without the invitation code asks for it at its field', async () => {
  const game = await organiser.game({ inviteCode: 'ahoy' })
  const { team, client } = await organiser.player()
  const send = async (inviteCode: string) => {
    const answer = await fetch(`${platform.url}/games/${game.id}`, {
      method: 'POST',
      headers: { Cookie: client.cookie },
      body: new URLSearchParams({ intent: 'join', teamId: String(team.id), inviteCode })
    })
    return [answer.status, textOf(await answer.text())]
  }
  expect(await send('')).toEqual([400, expect.stringContaining('Enter the invitation code.')])
  expect(await send('ohoy')).toEqual([400, expect.stringContaining('Wrong invitation code.')])
})

it('enabling a challenge asks first when its files or the engines do not suffice for the accepted teams', async () => {
  const game = await organiser.game()
  const players = [await organiser.player(game), await organiser.player(game)]
  const { pool } = platform.stores.db
  const made = async (type: string) => {
    const { id } = await organiser.challenge(game.id, { title: type })
    await pool.query('UPDATE challenges SET enabled = false, type = $2 WHERE id = $1', [id, type])
    return id
  }
  const [files, instances] = [await made('DynamicAttachment'), await made('StaticContainer')]
  await pool.query(
    `UPDATE challenges SET container_image = 'tide/one:1', memory_limit = 300, cpu_count = 1 WHERE id = $1`,
    [instances]
  )
  const questions = async () => textOf(String((await organiser.client.call('GET', list)).body))
  const list = `/admin/games/${game.id}/challenges`
  const accepted = `Accepted teams: ${players.length}.`
  expect(await questions()).toContain(`Files: 1. ${accepted} Teams that open the challenge when none is left`)
  expect(await questions()).not.toContain('Instances that fit at once')
  await pool.query(
    `INSERT INTO engines (address, state, guard, memory_mb, cpu, places) VALUES ('unix:///one', 'up', 'guarded', 500, 40, 40)`
  )
  expect(await questions()).toContain(`Instances that fit at once: 1. ${accepted}`)
  await pool.query('UPDATE engines SET memory_mb = 200')
  expect(await questions()).toContain(`No engine has room for its instance. ${accepted}`)
  await pool.query('DELETE FROM engines')
  await organiser.client.ok('PUT', `/api/edit/games/${game.id}/challenges/${files}`, { isEnabled: true })
  expect(await questions()).not.toContain('Files: 1.')
  const opened = await Promise.all(
    players.map(({ client }) => client.call('GET', `/games/${game.id}/Challenges?c=${files}`))
  )
  expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 303])
  const { headers } = opened.find(({ status }) => status === 303)!
  const Cookie = [players[0]!.client.cookie, ...headers.getSetCookie().map((one) => one.split(';')[0])]
  const board = await fetch(platform.url + headers.get('location'), {
    headers: { Cookie: Cookie.join('; ') }
  })
  expect(textOf(await board.text())).toContain(NO_FILE)
})

it('the question before a language leads to the addresses that the operator named', async () => {
  const { body } = await organiser.client.call<string>('GET', '/language?to=de-DE&from=/')
  for (const address of [ISSUES, TRANSLATION]) expect(body).toContain(`href="${address}"`)
})

it('all wrong fields of a game and of a challenge are named at once, those that only the server knows as well', async () => {
  const game = await organiser.game({ organizations: ['Open', 'Students'] })
  await organiser.player(game, { organization: 'Students' })
  const info = `/admin/games/${game.id}/Info`
  const fields = await fieldsOf(info, 'organizations')
  const wrong = { title: ' ', start: 'now', divisionLimits: 'Nobody: 3', teamMemberCountLimit: 'x' }
  const refusedGame = await post(info, { ...fields, ...wrong, intent: 'save' })
  const invalid = (html: string) =>
    [...html.matchAll(/<(?:input|textarea)[^>]*aria-invalid="true"[^>]*>/g)].map(
      ([tagText]) => / name="([^"]*)"/.exec(tagText)![1]
    )
  expect(invalid(refusedGame.html)).toEqual(expect.arrayContaining(Object.keys(wrong)))

  // Both questions of one save.
  const end = new Date(Date.now() - 60_000).toISOString().slice(0, 19)
  const both = await post(info, { ...fields, end, organizations: 'Open', intent: 'save' })
  expect(both.html).toContain('name="divisionTeams"')
  expect(both.html).toContain('name="endsTeams"')

  const challenge = await organiser.challenge(game.id, { title: 'Tide' })
  const path = `/admin/games/${game.id}/challenges/${challenge.id}`
  const sent = await fieldsOf(path, 'originalScore')
  const after = '2099-01-01T00:00'
  const refusedChallenge = await post(path, { ...sent, title: ' ', closesAt: after, intent: 'save' })
  expect(refusedChallenge.status).toBe(400)
  expect(invalid(refusedChallenge.html)).toEqual(expect.arrayContaining(['title', 'closesAt']))

  const call = await organiser.client.call('PUT', `/api/edit/games/${game.id}/challenges/${challenge.id}`, {
    fileName: ' ',
    closesAt: `${after}:00Z`
  })
  expect(call).toMatchObject({
    status: 400,
    body: {
      code: 'challenge.file_name_blank',
      errors: [
        { code: 'challenge.file_name_blank', field: 'fileName' },
        { code: 'challenge.closes_after_end', field: 'closesAt' }
      ]
    }
  })
  const shape = await organiser.client.call('PUT', `/api/edit/games/${game.id}`, { title: 1, end: 'later' })
  expect(shape).toMatchObject({
    status: 400,
    body: { code: 'field.title_required', field: 'title', errors: [{ field: 'title' }, { field: 'end' }] }
  })
})
