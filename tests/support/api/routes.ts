import { readFileSync } from 'node:fs'
import { CAPTURE, type FullGame, OWN_PAGE } from '../games/full-game'
import type { Client } from './client'
import { Contract } from './contract'

/** Every page, and every call that reads. */
export async function routes(visitor: Client): Promise<string[]> {
  const listed = [...readFileSync('app/routes.js', 'utf8').matchAll(/^ {2}'([^']*)': '([^']+)'/gm)]
  const pages = listed.flatMap(([, path = '', module = '']) => (module.startsWith('api+/') ? [] : [path]))
  const { operations } = await Contract.of(visitor)
  const reading = operations.filter(({ method }) => method === 'GET')
  return [...pages, ...reading.map(({ path }) => path.replace(/{(\w+)}/g, ':$1'))]
}

export function filled(
  route: string,
  { game, player, submission, post, file, userImport, webhook, ticket, season, invitation }: FullGame
): string {
  const [challenge, team] = [game.challenges[0]!.id, game.teams[0]!]
  const own = route.startsWith('/api/team/')
    ? team.teamId
    : route.startsWith('/players/')
      ? player.id
      : /^\/(api\/season|seasons|admin\/Seasons)\//.test(route)
        ? season
        : route.startsWith('/api/admin/participation/')
          ? team.participationId
          : game.id
  const values: Record<string, string | number> = {
    id: route.startsWith('/api/posts/') ? post : own,
    postId: post,
    address: OWN_PAGE,
    challengeId: challenge,
    chalId: challenge,
    cId: challenge,
    submitId: submission,
    partId: team.participationId,
    teamId: team.teamId,
    userid: player.id,
    importId: userImport,
    hookId: webhook,
    caseId: 1,
    ticketId: ticket,
    code: invitation,
    ...(route.includes('/cases/') && { number: 1 }),
    page: 'webhooks',
    folder: 'rules',
    name: 'challenge.schema.json',
    hash: file,
    filename: CAPTURE,
    sheet: 'preview.css'
  }
  return route.replace(/:(\w+)/g, (_, name: string) => String(values[name])).replace('*', 'nowhere')
}
