import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { playGame } from '../../support/fixtures'
import { openWebhooksSuite } from '../../support/games/webhooks-suite'

const suite = openWebhooksSuite()
const { publish, add, deliver, log, hooks, sql, blood } = suite

describe('the messages', () => {
  it('are signed as Standard Webhooks defines it, once for each event, and a receiver verifies them', async () => {
    const game = await suite.domain.game()
    await publish(game, 'Before the webhook')
    const { id, secret } = await add(game)
    await publish(game)
    await Promise.all([deliver(), deliver()])
    await deliver()
    expect(suite.got.length).toBe(1)
    const payload = new Webhook(secret).verify(
      suite.got[0]!.body,
      suite.got[0]!.headers as Record<string, string>
    )
    expect(payload).toMatchObject({ type: 'notice', data: { text: 'Lunch', game: { id: game } } })
    const [entry] = await log(game, id)
    expect(entry).toMatchObject({
      id: suite.got[0]!.headers['webhook-id'],
      state: 'Delivered',
      status: 204,
      attempts: 1
    })
    const altered = suite.got[0]!.body.replace('Lunch', 'Dinner')
    expect(() =>
      new Webhook(secret).verify(altered, suite.got[0]!.headers as Record<string, string>)
    ).toThrow()
  })

  it('report a ticket that a team opened, once, and nothing of what it asks', async () => {
    const { domain } = suite
    const game = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
    const [team] = game.teams
    const captain = domain.as(team!.members[0])
    const { tickets } = domain.services
    const ticket = { title: 'Secret plan', text: 'We are stuck.', challengeId: game.challenges[0]!.id }
    await tickets.open(captain, game.id, ticket)
    await add(game.id, { events: ['ticket_opened'] })
    const { id } = await tickets.open(captain, game.id, ticket)
    const to = { to: 'team' as const, participationId: team!.participationId, division: null }
    await tickets.send(domain.admin, game.id, { ...to, title: 'News', text: 'x', mail: false, teams: 1 })
    await Promise.all([deliver(), deliver()])
    await tickets.write(captain, game.id, id, 'Still.')
    await deliver()
    expect(suite.got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'ticket_opened', data: { team: team!.name, challenge: game.challenges[0]!.title, ticket: id } }
    ])
    expect(suite.got[0]!.body).not.toMatch(/Secret|stuck/)
  })

  it('are signed with both secrets for a day after a new one was made', async () => {
    const game = await suite.domain.game()
    const old = await add(game)
    const fresh = await hooks().rotate(suite.domain.admin, game, old.id)
    await publish(game)
    await deliver()
    const headers = suite.got[0]!.headers as Record<string, string>
    for (const { secret } of [old, fresh]) new Webhook(secret).verify(suite.got[0]!.body, headers)
    await sql(`UPDATE webhooks SET old_secret_until = now()`)
    await publish(game)
    await deliver()
    const later = suite.got[1]!.headers as Record<string, string>
    new Webhook(fresh.secret).verify(suite.got[1]!.body, later)
    expect(() => new Webhook(old.secret).verify(suite.got[1]!.body, later)).toThrow()
  })

  it('tell a new challenge from a new hint, for programs and in a chat', async () => {
    const game = await suite.domain.game({ title: 'Finals' })
    await add(game)
    await add(game, { format: 'Slack' })
    for (const type of ['NewChallenge', 'NewHint'])
      await sql(
        `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, $2, $3, now())`,
        ...[game, type, ['Knot']]
      )
    await deliver()
    const bodies = suite.got.map(({ body }) => JSON.parse(body))
    expect(bodies.flatMap(({ data }) => data?.kind ?? []).sort()).toEqual(['new_challenge', 'new_hint'])
    expect(bodies.flatMap(({ text }) => text ?? []).sort()).toEqual([
      'Finals: new challenge Knot',
      'Finals: new hint for Knot'
    ])
  })

  it('show bloods in a chat, without the markup and mentions in names', async () => {
    const game = await suite.domain.game({ title: 'Finals' })
    await add(game, { format: 'Discord', locale: 'de-DE' })
    await add(game, { format: 'Slack' })
    await blood(game, '@everyone **x**\nfake', '<!channel>')
    await deliver()
    const bodies = suite.got.map(({ body }) => JSON.parse(body))
    const discord = bodies.find(({ content }) => content)
    expect(discord.allowed_mentions).toEqual({ parse: [] })
    expect(discord.content).toBe(
      'Finals\\: \\@everyone \\*\\*x\\*\\* fake hat First Blood bei \\<!channel\\>'
    )
    const slack = bodies.find(({ text }) => text)
    expect(slack.text).toBe('Finals: @everyone **x** fake got first blood on &lt;!channel&gt;')
    expect(suite.got.every(({ headers }) => headers['webhook-signature'] === undefined)).toBe(true)
  })

  it('are sent to a room of Matrix by their id, with the token in a header', async () => {
    const game = await suite.domain.game({ title: 'Finals' })
    const { id } = await add(game, {
      format: 'Matrix',
      url: suite.origin,
      token: 'syt_x',
      room: '!a/b:c.org'
    })
    await publish(game)
    await deliver()
    const [entry] = await log(game, id)
    expect(suite.got[0]!.path).toBe(
      `/_matrix/client/v3/rooms/${encodeURIComponent('!a/b:c.org')}/send/m.room.message/${entry!.id}`
    )
    expect(suite.got[0]!.headers.authorization).toBe('Bearer syt_x')
    expect(JSON.parse(suite.got[0]!.body)).toEqual({
      msgtype: 'm.notice',
      body: 'Finals: Lunch',
      'm.mentions': {}
    })
  })

  it('contain no solve behind a freeze, until the reveal', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    const { id: team } = await suite.domain.team()
    const [part] = await sql(
      `INSERT INTO participations (game_id, team_id, status, token) VALUES ($1, $2, 'Accepted', 't') RETURNING id`,
      game,
      team
    )
    const solve = (seq: number, at: string) =>
      sql(
        `INSERT INTO score_events (game_id, seq, kind, at, participation_id, prev_hash, hash)
         VALUES ($1, $2, 'solve', now() + $3::interval, $4, '', '')`,
        ...[game, seq, at, part.id]
      )
    await sql('INSERT INTO ledger_heads (game_id, seq) VALUES ($1, 0) ON CONFLICT DO NOTHING', game)
    const [{ n }] = await sql(
      'SELECT coalesce(max(seq), 0)::int AS n FROM score_events WHERE game_id = $1',
      game
    )
    await sql(`UPDATE games SET freeze_at = now() - interval '10 min' WHERE id = $1`, game)
    await solve(n + 1, '-20 min')
    await solve(n + 2, '-5 min')
    await sql('UPDATE ledger_heads SET seq = $2 WHERE game_id = $1', game, n + 2)
    await deliver()
    expect((await log(game, id)).length).toBe(1)
    await sql('UPDATE games SET revealed_at = now() WHERE id = $1', game)
    await deliver()
    expect((await log(game, id)).length).toBe(2)
  })
})

describe('a team', () => {
  it('is announced when it is accepted, not when it comes back after a suspension', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game, { events: ['team_accepted'] })
    const team = await suite.domain.team()
    await suite.domain.services.participations.join(suite.domain.as(team.captain), game, { teamId: team.id })
    const [{ id: part }] = await sql('SELECT id FROM participations WHERE game_id = $1', game)
    for (const status of ['Accepted', 'Suspended', 'Accepted'] as const)
      await suite.domain.services.participations.change(suite.domain.admin, part, { status })
    await deliver()
    expect((await log(game, id)).map(({ event }) => event)).toEqual(['team_accepted'])
  })
})
