import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { feedbackInput } from '~/server/feedback/contract'
import type { Scope } from '~/server/tokens/constants'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, type PlayingTeam, playGame, sendFlags } from '../../support/fixtures'
import { Organiser, solve } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const ASKS = { teams: 6, challenges: 2 }
async function asked(plan: Parameters<typeof playGame>[1] = {}, feedback = true): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, { ...ASKS, ...plan })
  await domain.services.games.update(domain.admin, game.id, { feedback })
  return game
}
async function solved(game: PlayedGame, teams: PlayingTeam[], place = 0): Promise<void> {
  const challenge = game.challenges[place]!
  await sendFlags(
    domain.stores.db,
    game,
    teams.map((team) => ({ team, challenge }))
  )
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
}
const give = (game: PlayedGame, team: PlayingTeam, input: unknown, place = 0, member = 0) =>
  domain.services.feedback.give(
    domain.as(team.members[member]!),
    game.id,
    game.challenges[place]!.id,
    feedbackInput.parse(input)
  )
const monitor = async () => domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
const said = async (game: PlayedGame, ctx = domain.admin) =>
  (await domain.services.feedback.list(ctx, game.id, { count: 50, skip: 0, challenge: null })).data
const ratingOf = async (game: PlayedGame) =>
  (await domain.services.feedback.ratings(domain.admin, game.id))[0]!.rating

describe('a rating is refused', () => {
  it('when the game does not ask, the team has not solved it, or does not play', async () => {
    const [quiet, game] = [await asked({}, false), await asked()]
    await solved(quiet, quiet.teams.slice(0, 1))
    await refused(give(quiet, quiet.teams[0]!, { stars: 5 }), 'feedback.off', 400)
    const [first, second] = game.teams as [PlayingTeam, PlayingTeam]
    await solved(game, [first])
    await refused(give(game, second, { stars: 5 }), 'feedback.not_solved', 400)
    await refused(give(game, first, { stars: 5 }, 1), 'feedback.not_solved', 400)
    await refused(give(game, quiet.teams[0]!, { stars: 5 }), 'game.not_participating', 400)
    await domain.services.challenges.update(domain.admin, game.id, game.challenges[0]!.id, {
      isEnabled: false
    })
    await refused(give(game, first, { stars: 5 }), 'challenge.unavailable', 404)
    expect(await said(game)).toEqual([])
  })

  it.each([
    [{ stars: 0 }, 'stars', 'field.out_of_range'],
    [{ stars: 6 }, 'stars', 'field.out_of_range'],
    [{ stars: 2.5 }, 'stars', 'field.type_mismatch'],
    [{}, 'stars', 'field.type_mismatch'],
    [{ stars: 3, line: 'x'.repeat(281) }, 'line', 'field.text_too_long'],
    // NFC makes three letters of this one.
    [{ stars: 3, line: '\u{1D160}'.repeat(140) }, 'line', 'field.text_too_long'],
    [{ stars: 3, line: 'two\nlines' }, 'line', 'field.characters'],
    [{ stars: 3, line: 'nul\0' }, 'line', 'field.characters']
  ])('%j, naming its field', (input, field, code) => {
    const issue = feedbackInput.safeParse(input).error?.issues[0]
    expect([issue?.path[0], issue?.message]).toEqual([field, code])
  })
})

describe('a rating', () => {
  it('is one for each member, changes when it is given again, and survives a race', async () => {
    const game = await asked({ membersEach: 2 })
    const [team] = game.teams as [PlayingTeam]
    await solved(game, [team])
    await give(game, team, { stars: 1, line: ' cold ' })
    await give(game, team, { stars: 4, line: 'warm' }, 0, 1)
    await Promise.all([1, 2, 3, 4, 5].map((stars) => give(game, team, { stars })))
    await give(game, team, { stars: 5, line: 'fine' })
    expect((await said(game)).map(({ stars, line, user }) => [stars, line, user?.name])).toEqual([
      [5, 'fine', team.members[0].name],
      [4, 'warm', team.members[1]!.name]
    ])
    expect(await domain.services.feedback.own(domain.as(team.members[0]), game.challenges[0]!.id)).toEqual({
      stars: 5,
      line: 'fine'
    })
    expect(await ratingOf(game)).toEqual({ average: 4.5, count: 2 })
  })

  it('names its author and time to administrators alone', async () => {
    const game = await asked()
    await solved(game, game.teams)
    for (const [place, team] of game.teams.entries()) await give(game, team, { stars: (place % 5) + 1 })
    expect((await said(game)).every(({ user, time }) => user !== null && time !== null)).toBe(true)
    const watching = await monitor()
    const shown = await said(game, watching)
    expect(shown.map(({ user, time }) => [user, time])).toEqual(game.teams.map(() => [null, null]))
    expect(JSON.stringify(await domain.services.feedback.whole(watching, game.id))).not.toMatch(
      new RegExp(game.teams.map(({ name, members: [one] }) => `${name}|${one.name}|${one.id}`).join('|'))
    )
    expect(shown.map(({ stars }) => stars)).toEqual([5, 4, 3, 2, 1, 1])
    await refused(
      domain.services.feedback.list(domain.as(game.teams[0]!.members[0]), game.id, { count: 1, skip: 0 }),
      'auth.forbidden',
      403
    )
  })

  it('is nobody’s for a token of an administrator that may only watch', async () => {
    const game = await asked()
    await solved(game, game.teams.slice(0, 1))
    await give(game, game.teams[0]!, { stars: 4, line: 'warm' })
    const token = (...scopes: Scope[]): Ctx => {
      const acting = { id: 'token', name: 'Sheet', scopes, gameId: null, service: false }
      return { ...domain.admin, actor: { ...domain.admin.actor!, token: acting } }
    }
    const { name } = game.teams[0]!.members[0]
    expect(await said(game, token('read', 'monitor'))).toMatchObject([{ stars: 4, user: null, time: null }])
    for (const scope of ['edit', 'admin'] as const)
      expect(await said(game, token('monitor', scope))).toMatchObject([{ stars: 4, user: { name } }])
  })

  it('counts while its solve does, and only teams on the board', async () => {
    const game = await asked()
    await solved(game, game.teams.slice(0, 2))
    await give(game, game.teams[0]!, { stars: 5 })
    await give(game, game.teams[1]!, { stars: 1 })
    const { pool } = domain.stores.db
    await pool.query(`UPDATE participations SET status = 'Suspended' WHERE id = $1`, [
      game.teams[1]!.participationId
    ])
    expect(await ratingOf(game)).toEqual({ average: 5, count: 1 })
    await pool.query('DELETE FROM solves WHERE game_id = $1', [game.id])
    expect([await ratingOf(game), await said(game)]).toEqual([null, []])
  })

  it('is shown to players after the end and the reveal, as an average of at least five', async () => {
    const game = await asked()
    const { statistics, games, freezing } = domain.services
    await solved(game, game.teams)
    await solved(game, game.teams.slice(0, 4), 1)
    for (const team of game.teams.slice(0, 5)) await give(game, team, { stars: 4, line: 'secret line' })
    for (const team of game.teams.slice(0, 4)) await give(game, team, { stars: 2 }, 1)
    await refused(statistics.of(domain.as(null), game.id), 'statistics.not_public', 403)
    await freezing.set(domain.admin, game.id, 'now')
    await games.update(domain.admin, game.id, { end: new Date() })
    await refused(statistics.of(domain.as(null), game.id), 'statistics.not_public', 403)
    await freezing.reveal(domain.admin, game.id)
    const shown = await statistics.of(domain.as(null), game.id)
    expect(shown.challenges.map(({ rating }) => rating)).toEqual([{ average: 4, count: 5 }, null])
    expect(JSON.stringify(shown)).not.toContain('secret line')
    const toStaff = await statistics.of(await monitor(), game.id)
    expect(toStaff.challenges[1]!.rating).toEqual({ average: 2, count: 4 })
    await games.update(domain.admin, game.id, { feedback: false })
    expect((await statistics.of(domain.as(null), game.id)).challenges[0]!.rating).toBeNull()
  })

  it('goes with its author, and comes back from the trash with its challenge', async () => {
    const game = await asked({ membersEach: 2 })
    const [team] = game.teams as [PlayingTeam]
    await solved(game, [team])
    await give(game, team, { stars: 3, line: 'stays' })
    await give(game, team, { stars: 1, line: 'goes' }, 0, 1)
    const { challenges, trash, users } = domain.services
    await challenges.remove(domain.admin, game.id, game.challenges[0]!.id)
    await users.remove(domain.admin, team.members[1]!.id)
    const { data } = await trash.list(domain.admin, { by: '' }, { count: 10, skip: 0 })
    const entry = data.find(({ title }) => title === game.challenges[0]!.title)!
    await trash.restore(domain.admin, entry.id)
    expect((await said(game)).map(({ line }) => line)).toEqual(['stays'])
  })
})

describe('over HTTP', () => {
  let platform: Platform
  beforeAll(async () => {
    platform = await startPlatform()
  })
  afterAll(() => platform?.close())

  it('the form works without script, and the CSV has no formula', async () => {
    const organiser = await Organiser.of(platform)
    const game = await organiser.game({ feedback: true })
    const player = await organiser.player(game)
    const at = `/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`
    const page = async () => (await player.client.call<string>('GET', at)).body
    expect(await page()).toContain('class="feedback"')
    await solve(player, game)
    expect(await page()).toContain('class="feedback open"')
    const post = (fields: Record<string, string>) =>
      fetch(platform.url + at, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: player.client.cookie, Origin: platform.url, Accept: 'text/html' },
        body: new URLSearchParams({
          intent: 'feedback',
          challengeId: String(game.challenges[0]!.id),
          ...fields
        })
      })
    const wrong = await post({ stars: '9', line: 'x' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toMatch(/<p class="bad" role="alert">Stars: /)
    const line = '=HYPERLINK("//evil.example","<script>alert(1)</script>")'
    expect((await post({ stars: '4', line })).status).toBe(303)
    const shown = await page()
    expect(shown).toContain('value="4" required checked')
    expect(shown).not.toContain('<script>alert')
    const csv = await organiser.client.ok<string>('GET', `/api/game/${game.id}/feedback/csv`)
    expect(csv).toContain(`4,"'=HYPERLINK(""`)
    expect((await player.client.call('GET', `/api/game/${game.id}/feedback/csv`)).status).toBe(403)
  })
})
