import { randomBytes } from 'node:crypto'
import type { GameInput } from '~/server/games/contract'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../api/client'
import { ADMIN, type Platform } from '../processes/platform'
import { until } from '../until'

/** Short enough for a user name, different each time. */
export const tag = () => randomBytes(4).toString('hex')

const away = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

export interface Player {
  name: string
  client: Client
  team: { id: number; name: string }
}

export interface OpenGame {
  id: number
  title: string
  challenges: { id: number; title: string; flag: string }[]
}

interface GameOptions extends Partial<Omit<GameInput, 'start' | 'end'>> {
  /** Milliseconds from now; an hour ago and in an hour when absent. */
  startsIn?: number
  endsIn?: number
  challenges?: { title: string; category?: string; content?: string; hints?: string[] }[]
}

/** The administrator of a platform, with an organiser's calls of the HTTP API. */
export class Organiser {
  private constructor(
    private readonly url: string,
    readonly client: Client
  ) {}

  static async of({ url }: Pick<Platform, 'url'>, password = ADMIN.password): Promise<Organiser> {
    const client = new Client(url)
    await client.login(ADMIN.userName, password)
    return new Organiser(url, client)
  }

  /** A game with enabled challenges with one flag each. Teams are accepted at once unless given otherwise. */
  async game(wish: GameOptions = {}): Promise<OpenGame> {
    const { startsIn = -HOUR_MS, endsIn = HOUR_MS, challenges = [{ title: 'Warm up' }], ...info } = wish
    const { id, title } = await this.client.ok<{ id: number; title: string }>('POST', '/api/edit/games', {
      title: `Regatta ${tag()}`,
      acceptWithoutReview: true,
      start: away(startsIn),
      end: away(endsIn),
      ...info
    })
    const made: OpenGame['challenges'] = []
    for (const challenge of challenges) made.push(await this.challenge(id, challenge))
    if (startsIn <= 0) await this.#shown(id, made.length)
    return { id, title, challenges: made }
  }

  /** Returns when the game's board has its challenges, which it gets a little later. */
  async #shown(game: number, count: number): Promise<void> {
    const board = () => this.client.ok<{ challengeCount: number }>('GET', `/api/game/${game}/scoreboard`)
    await until(async () => (await board()).challengeCount >= count)
  }

  /** Changes some members of a game; times in milliseconds from now. */
  async change(
    { id }: OpenGame,
    { startsIn, endsIn, ...wish }: Omit<GameOptions, 'challenges'>
  ): Promise<void> {
    const path = `/api/edit/games/${id}`
    const info = await this.client.ok<object>('GET', path)
    await this.client.ok('PUT', path, {
      ...info,
      ...wish,
      ...(startsIn !== undefined && { start: away(startsIn) }),
      ...(endsIn !== undefined && { end: away(endsIn) })
    })
  }

  async challenge(
    game: number,
    { title, category = 'Web', content, hints }: NonNullable<GameOptions['challenges']>[0]
  ) {
    const path = `/api/edit/games/${game}/challenges`
    const { id } = await this.client.ok<{ id: number }>('POST', path, {
      title,
      category,
      type: 'StaticAttachment'
    })
    const flag = `flag{${tag()}}`
    await this.client.ok('POST', `${path}/${id}/flags`, [{ flag }])
    await this.client.ok('PUT', `${path}/${id}`, { isEnabled: true, content, hints })
    return { id, title, flag }
  }

  /** A logged-in player with a team called `crew`, signed up for `game` when given. */
  async player(
    game?: OpenGame,
    { crew, ...options }: { organization?: string; crew?: string } = {}
  ): Promise<Player> {
    const client = new Client(this.url)
    const name = `p${tag()}`
    await client.register(name)
    const team = await client.ok<Player['team']>('POST', '/api/team', { name: crew ?? `Crew ${name}` })
    const player = { name, client, team }
    if (game) await this.join(player, game, options)
    return player
  }

  /** A second member of the player's team, who plays too. */
  async mate(player: Player, game?: OpenGame): Promise<Player> {
    const client = new Client(this.url)
    const name = `mate${tag()}`
    await client.register(name)
    const invitation = await player.client.ok('GET', `/api/team/${player.team.id}/invite`)
    await client.ok('POST', '/api/team/accept', invitation)
    const mate = { name, client, team: player.team }
    if (game) await this.join(mate, game)
    return mate
  }

  async join(
    { client, team }: Player,
    game: OpenGame,
    options: { organization?: string } = {}
  ): Promise<void> {
    await client.ok('POST', `/api/game/${game.id}`, { teamId: team.id, ...options })
  }
}

/** Sends the right flag of a challenge by its index; returns when it is judged. */
export async function solve({ client }: Player, game: OpenGame, place = 0): Promise<void> {
  const { id, flag } = game.challenges[place]!
  const path = `/api/game/${game.id}/challenges/${id}`
  const submission = await client.ok<number>('POST', path, { flag })
  await until(async () => (await client.ok('GET', `${path}/status/${submission}`)) === 'Accepted')
}
