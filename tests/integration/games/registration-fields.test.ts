import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import type { FieldInput } from '~/server/registration-fields/contract'
import type { Answer, Client } from '../../support/api/client'
import { type OpenGame, Organiser, type Player } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let organiser: Organiser
beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
})
afterAll(() => platform.close())

const field = (more: Partial<FieldInput>): FieldInput => ({
  ...{ of: 'Player', kind: 'Text', label: 'Size', hint: '', required: false, public: false, options: [] },
  ...more
})

/** 1: a size of each player, 2: a school of the team, which everybody reads, 3: a consent. */
const FIELDS = [
  field({ kind: 'Choice', label: 'Size', required: true, options: ['S', 'M'] }),
  field({ of: 'Team', label: 'School', required: true, public: true }),
  field({ kind: 'Checkbox', label: 'Photos are fine' })
]

interface Refusal {
  title: string
  code: string
  field: string
}

const asking = (fields = FIELDS) => organiser.game({ registrationFields: fields, challenges: [] })

const signUp = (client: Client, game: OpenGame, team: Player['team'], answers?: object) =>
  client.call<Refusal>('POST', `/api/game/${game.id}`, { teamId: team.id, answers })

const ownAnswers = ({ client }: Pick<Player, 'client'>, { id }: OpenGame) =>
  client.ok<{ player: object; team: object }>('GET', `/api/game/${id}/answers`)

const statusOf = async ({ client }: Player, { id }: OpenGame) =>
  (await client.ok<{ status: string }>('GET', `/api/game/${id}`)).status

/** Another member of a player's team. */
async function mateOf({ client, team }: Player): Promise<Player> {
  const mate = await organiser.player()
  const code = await client.ok<string>('GET', `/api/team/${team.id}/invite`)
  await mate.client.ok('POST', '/api/team/accept', code)
  return { ...mate, team }
}

const editFields = (game: OpenGame, registrationFields: object[], more = {}) =>
  organiser.client.call<Refusal & { answers: number }>('PUT', `/api/edit/games/${game.id}`, {
    registrationFields,
    ...more
  })

const fieldsOf = async ({ id }: OpenGame) =>
  (
    await organiser.client.ok<{ registrationFields: { id: number; label: string }[] }>(
      'GET',
      `/api/edit/games/${id}`
    )
  ).registrationFields

const stored = async ({ id }: OpenGame) =>
  (
    await platform.stores.db.pool.query(
      `SELECT answers FROM participations WHERE game_id = $1 UNION ALL SELECT answers FROM registrations WHERE game_id = $1`,
      [id]
    )
  ).rows.map(({ answers }) => answers)

const named = ({ status, body }: Answer<Refusal>) => [status, body.code, body.field]

describe('signing up', () => {
  it.each([
    ['without answers', {}, 'game.answer_required', 'answers.1'],
    ['with half of them', { 1: 'S' }, 'game.answer_required', 'answers.2'],
    ['with an option that there is not', { 1: 'XXL', 2: 'Harbour' }, 'game.answer_option', 'answers.1'],
    ['with an answer to nothing', { 1: 'S', 2: 'Harbour', 9: 'x' }, 'game.answer_unknown', 'answers.9']
  ])('%s is refused, names the question, and signs nobody up', async (_, answers, code, name) => {
    const game = await asking()
    const player = await organiser.player()
    expect(named(await signUp(player.client, game, player.team, answers))).toEqual([400, code, name])
    expect(await statusOf(player, game)).toBe('Unsubmitted')
    expect(await stored(game)).toEqual([])
  })

  it('asks the team once: who follows need not answer for it, and takes nothing back by blank answers', async () => {
    const game = await asking()
    const captain = await organiser.player()
    const [mate, third] = [await mateOf(captain), await mateOf(captain)]
    const first = await signUp(captain.client, game, captain.team, { 1: 'M', 2: ' Harbour ', 3: true })
    expect(first.status).toBe(200)
    expect(named(await signUp(mate.client, game, mate.team, { 2: 'Other' }))).toEqual([
      ...[400, 'game.answer_required'],
      'answers.1'
    ])
    expect((await signUp(mate.client, game, mate.team, { 1: 'S', 2: '' })).status).toBe(200)
    expect((await signUp(third.client, game, third.team, { 1: 'S' })).status).toBe(200)
    expect(await ownAnswers(captain, game)).toMatchObject({
      player: { 1: 'M', 3: true },
      team: { 2: 'Harbour' }
    })
    expect(await ownAnswers(mate, game)).toMatchObject({ player: { 1: 'S' }, team: { 2: 'Harbour' } })
  })

  it('alone answers for both, and a rejected team finds its answers again', async () => {
    const game = await organiser.game({ registrationFields: FIELDS, solo: true, acceptWithoutReview: false })
    const player = await organiser.player()
    const path = `/api/game/${game.id}/solo`
    expect((await player.client.call('POST', path, { answers: { 1: 'S' } })).status).toBe(400)
    await player.client.ok('POST', path, { answers: { 1: 'S', 2: 'Harbour' } })
    const [row] = await organiser.client.ok<{ id: number }[]>('GET', `/api/game/${game.id}/participations`)
    await organiser.client.ok('PUT', `/api/admin/participation/${row!.id}/Rejected`)
    await player.client.ok('POST', path, {})
    expect(await ownAnswers(player, game)).toMatchObject({ player: { 1: 'S' }, team: { 2: 'Harbour' } })
  })
})

describe('answers', () => {
  it('are changed by each player of the team at any time, but required ones not taken back', async () => {
    const game = await asking()
    const captain = await organiser.player()
    const mate = await mateOf(captain)
    await signUp(captain.client, game, captain.team, { 1: 'M', 2: 'Harbour' })
    await signUp(mate.client, game, mate.team, { 1: 'S' })
    await organiser.change(game, { startsIn: -7_200_000, endsIn: -HOUR_MS })
    const path = `/api/game/${game.id}/answers`
    await mate.client.ok('PUT', path, { answers: { 2: 'Lighthouse', 3: true } })
    for (const answers of [{ 2: '' }, { 1: null }]) {
      const refused = await mate.client.call<Refusal>('PUT', path, { answers })
      expect([refused.status, refused.body.code]).toEqual([400, 'game.answer_required'])
    }
    expect(await ownAnswers(mate, game)).toMatchObject({
      player: { 1: 'S', 3: true },
      team: { 2: 'Lighthouse' }
    })
    expect(await ownAnswers(captain, game)).toMatchObject({ player: { 1: 'M' }, team: { 2: 'Lighthouse' } })
    const stranger = await organiser.player()
    expect((await stranger.client.call('PUT', path, { answers: { 1: 'S' } })).status).toBe(400)
    expect((await stranger.client.call('GET', path)).status).toBe(400)
  })

  it('of the team are for its members: who was removed after the end keeps the own ones', async () => {
    const fields = [FIELDS[0]!, FIELDS[1]!, field({ of: 'Team', label: 'Shoe sizes' })]
    const game = await asking(fields)
    const captain = await organiser.player()
    const mate = await mateOf(captain)
    await signUp(captain.client, game, captain.team, { 1: 'M', 2: 'Harbour', 3: '38, 44' })
    await signUp(mate.client, game, mate.team, { 1: 'S' })
    await organiser.change(game, { startsIn: -7_200_000, endsIn: -HOUR_MS })
    const path = `/api/game/${game.id}/answers`
    const all = await ownAnswers(mate, game)
    expect(all.team).toEqual({ 2: 'Harbour', 3: '38, 44' })
    const { members } = await captain.client.ok<{ members: { id: string; captain: boolean }[] }>(
      'GET',
      `/api/team/${captain.team.id}`
    )
    const kicked = members.find((one) => !one.captain)!
    await captain.client.ok('POST', `/api/team/${captain.team.id}/kick/${kicked.id}`)
    expect(await ownAnswers(mate, game)).toEqual({
      fields: [{ ...FIELDS[0], id: 1 }],
      player: { 1: 'S' },
      team: {}
    })
    for (const id of [2, 3]) {
      const refused = await mate.client.call<Refusal>('PUT', path, {
        answers: { 1: 'M', [id]: 'Taken over' }
      })
      expect(named(refused)).toEqual([400, 'game.answer_unknown', `answers.${id}`])
    }
    await mate.client.ok('PUT', path, { answers: { 1: 'M' } })
    expect((await ownAnswers(mate, game)).player).toEqual({ 1: 'M' })
    expect((await ownAnswers(captain, game)).team).toEqual(all.team)
  })

  it('of both players of a team are kept when they are given at the same moment', async () => {
    const game = await asking([field({ of: 'Team', label: 'A' }), field({ of: 'Team', label: 'B' })])
    const captain = await organiser.player()
    const mate = await mateOf(captain)
    for (const one of [captain, mate]) await signUp(one.client, game, one.team)
    for (let round = 0; round < 5; round++) {
      const give = (one: Player, id: number) =>
        one.client.ok('PUT', `/api/game/${game.id}/answers`, { answers: { [id]: `round ${round}` } })
      await Promise.all([give(captain, 1), give(mate, 2)])
      expect((await ownAnswers(captain, game)).team).toEqual({ 1: `round ${round}`, 2: `round ${round}` })
    }
  })

  it('are read by staff, in the list and the table; by others only where they are public', async () => {
    const game = await asking()
    const player = await organiser.player()
    await signUp(player.client, game, player.team, { 1: 'M', 2: '=Harbour "School"', 3: true })
    const [row] = await organiser.client.ok<{ answers: object; playerAnswers: object }[]>(
      'GET',
      `/api/game/${game.id}/participations`
    )
    expect(row!.answers).toEqual({ 2: '=Harbour "School"' })
    expect(Object.values(row!.playerAnswers)).toEqual([{ 1: 'M', 3: true }])
    const table = `/api/game/${game.id}/participations/csv`
    const csv = await organiser.client.ok<string>('GET', table)
    const [titles, line] = csv.trim().split('\r\n')
    expect(titles).toMatch(/,signedUp,Size,School,Photos are fine$/)
    expect(line).toContain(player.name)
    // A spreadsheet must not take it for a formula.
    expect(line).toMatch(/,M,"'=Harbour ""School""",yes$/)
    expect((await player.client.call('GET', table)).status).toBe(403)
    const other = await organiser.player()
    const page = await other.client.call<string>('GET', `/games/${game.id}/Teams/${player.team.id}`)
    expect(page.body).toContain('=Harbour &quot;School&quot;')
    expect(page.body).not.toContain('Photos are fine')
    const about = await other.client.ok<object>('GET', `/api/game/${game.id}`)
    expect(JSON.stringify(about)).not.toContain('Harbour')
  })
})

describe('editing the questions', () => {
  it('keeps answers while owner and kind stay, and asks before any are lost', async () => {
    const game = await asking()
    const players = [await organiser.player(), await organiser.player()]
    for (const { client, team } of players)
      await signUp(client, game, team, { 1: 'M', 2: 'Harbour', 3: true })
    const [size, school, photos] = FIELDS.map((one, index) => ({ ...one, id: index + 1 }))
    const other = { ...size, label: 'Shirt', options: ['L'] }
    expect((await editFields(game, [photos!, other, school!])).status).toBe(200)
    expect((await ownAnswers(players[0]!, game)).player).toEqual({ 1: 'M', 3: true })

    const refused = await editFields(game, [other, school!], { answersLost: 1 })
    expect([...named(refused), refused.body.answers]).toEqual([
      ...[400, 'game.answers_lost', 'registrationFields'],
      2
    ])
    expect((await ownAnswers(players[0]!, game)).player).toEqual({ 1: 'M', 3: true })
    expect((await editFields(game, [other, school!], { answersLost: 2 })).status).toBe(200)
    expect(await ownAnswers(players[0]!, game)).toMatchObject({ player: { 1: 'M' }, team: { 2: 'Harbour' } })

    // Another kind is another question, so its answers are gone.
    expect((await editFields(game, [{ ...other, kind: 'Text', options: [] }, school!])).status).toBe(200)
    expect(await stored(game)).toEqual([{ 2: 'Harbour' }, { 2: 'Harbour' }, {}, {}])
  })

  it('leaves no answer to a question that goes while players sign up', async () => {
    const game = await asking([field({ label: 'Stays' }), field({ label: 'Goes' })])
    const players = await Promise.all(Array.from({ length: 6 }, () => organiser.player()))
    const signing = players.map(({ client, team }) => signUp(client, game, team, { 1: 'x', 2: 'y' }))
    const edited = editFields(game, [{ ...field({ label: 'Stays' }), id: 1 }])
    const outcomes = await Promise.all(signing)
    expect((await edited).status).toBe(200)
    for (const { status, body } of outcomes)
      expect(status === 200 || body.code === 'game.answer_unknown').toBe(true)
    for (const answers of await stored(game)) expect(answers).not.toHaveProperty('2')
  })

  it('never takes an answer to a question that is gone for one to a later question', async () => {
    const game = await asking([field({ label: 'Shirt' })])
    expect((await editFields(game, [])).status).toBe(200)
    expect((await editFields(game, [field({ label: 'Name' })])).status).toBe(200)
    const { client, team } = await organiser.player()
    // From a page that was opened before.
    expect(named(await signUp(client, game, team, { 1: 'M' }))).toEqual([
      ...[400, 'game.answer_unknown'],
      'answers.1'
    ])
  })

  it('is not undone by saving the other settings, and asks those who signed up before', async () => {
    const game = await organiser.game({ challenges: [] })
    const player = await organiser.player(game)
    expect((await editFields(game, FIELDS)).status).toBe(200)
    await organiser.client.ok('PUT', `/api/edit/games/${game.id}`, { summary: 'Changed' })
    const [size, school] = (await fieldsOf(game)).map(({ id }) => id)
    const page = await player.client.call<string>('GET', `/games/${game.id}`)
    expect(page.body).toContain('Questions of the organisers without an answer: 2.')
    const answered = await player.client.call('PUT', `/api/game/${game.id}/answers`, {
      answers: { [size!]: 'S', [school!]: 'Harbour' }
    })
    expect(answered.status).toBe(200)
    const later = await player.client.call<string>('GET', `/games/${game.id}`)
    expect(later.body).not.toContain('without an answer')
  })
})

describe('without JavaScript', () => {
  const post = (client: Client, path: string, fields: Record<string, string>) =>
    fetch(platform.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: client.cookie, Origin: platform.url },
      body: new URLSearchParams(fields)
    }).then(async (answer) => ({ status: answer.status, html: await answer.text() }))

  it('the form that signs up shows what is missing at its question, and keeps what was typed', async () => {
    const game = await asking([...FIELDS, field({ kind: 'Number', label: 'Year' })])
    const player = await organiser.player()
    const path = `/games/${game.id}`
    const fields = { intent: 'join', teamId: String(player.team.id), 'boxes[]': '3' }
    const sent = { ...fields, 'answers.1': 'S', 'answers.2': 'Harbour', 'answers.4': 'soon' }
    const refused = await post(player.client, path, sent)
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Enter a whole number for “Year”.')
    expect(refused.html).toMatch(/<input[^>]*name="answers\.4"[^>]*aria-invalid="true"[^>]*value="soon"/)
    expect(refused.html).toMatch(/<input[^>]*name="answers\.2"[^>]*value="Harbour"/)
    const done = await post(player.client, path, { ...sent, 'answers.3': 'on', 'answers.4': '2026' })
    expect(done.status).toBe(303)
    expect(await ownAnswers(player, game)).toMatchObject({ player: { 1: 'S', 3: true, 4: '2026' } })
    // The box is not ticked any more, so nothing is sent for it.
    const changed = { 'boxes[]': '3', 'answers.1': 'M', 'answers.2': 'Harbour', 'answers.4': '' }
    expect((await post(player.client, `${path}/Answers`, changed)).status).toBe(303)
    expect((await ownAnswers(player, game)).player).toEqual({ 1: 'M' })
  })

  it('organisers add, order, edit and remove questions', async () => {
    const game = await organiser.game({ challenges: [] })
    const path = `/admin/games/${game.id}/Questions`
    const info = () => organiser.client.ok<{ version: number }>('GET', `/api/edit/games/${game.id}`)
    const send = async (fields: Record<string, string>) =>
      post(organiser.client, path, { version: String((await info()).version), ...fields })
    const labels = async () => (await fieldsOf(game)).map(({ label }) => label)
    const text = { intent: 'save', id: '', of: 'Player', kind: 'Text', hint: '', options: '' }
    expect((await send({ ...text, label: ' ' })).status).toBe(400)
    const nothing = await send({ ...text, label: 'Size', kind: 'Choice' })
    expect(nothing.html).toContain('Enter at least one choice.')
    expect((await send({ ...text, label: 'Size', kind: 'Choice', options: 'S\nM' })).status).toBe(303)
    expect((await send({ ...text, label: 'School', of: 'Team', public: 'on' })).status).toBe(303)
    expect(await labels()).toEqual(['Size', 'School'])
    const [size, school] = (await fieldsOf(game)).map(({ id }) => String(id)) as [string, string]
    expect((await send({ intent: 'move', id: school, by: '-1' })).status).toBe(303)
    expect((await send({ ...text, id: school, of: 'Team', label: 'Your school' })).status).toBe(303)
    expect(await labels()).toEqual(['Your school', 'Size'])
    const stale = await send({ ...text, label: 'Late', version: '1' })
    expect(stale.status).toBe(409)
    expect((await send({ intent: 'remove', id: size, lost: '0' })).status).toBe(303)
    expect(await labels()).toEqual(['Your school'])
    const page = await organiser.client.call<string>('GET', `${path}?edit=${school}`)
    expect(page.body).toContain('value="Your school"')
  })
})
