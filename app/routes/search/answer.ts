import type { Answer, Group, Item } from '~/app/islands/scripts/palette/answer'
import type { ViewArgs } from '~/app/request/page'
import { schemeOf } from '~/app/request/theme'
import { hasRole } from '~/server/access/contract'
import type { FoundChallenge, FoundGame, SearchQuery, SearchResult } from '~/server/search/contract'
import { commandsOf } from './commands'
import { placesOf } from './places'

type Args = Pick<ViewArgs, 'services' | 'ctx' | 't'>

const leads = (href: string, text: string, detail = ''): Item => ({ id: href, text, detail, does: { href } })

/** Staff gets several pages of a game. */
function gameItems({ ctx: { actor }, t }: Args, { id, title }: FoundGame): Item[] {
  const items = [leads(`/games/${id}`, title)]
  if (actor && hasRole(actor.role, 'Monitor'))
    items.push(leads(`/games/${id}/monitor/Events`, title, t('admin:monitor')))
  if (actor && hasRole(actor.role, 'Admin'))
    items.push(leads(`/admin/games/${id}/Info`, title, t('admin:nav.label')))
  return items
}

/** Leads to the editor, the submissions, or the dialog, by role. */
function challengeItem({ ctx: { actor } }: Args, { id, title, game }: FoundChallenge): Item {
  if (actor && hasRole(actor.role, 'Admin'))
    return leads(`/admin/games/${game.id}/challenges/${id}`, title, game.title)
  if (actor && hasRole(actor.role, 'Monitor'))
    return leads(`/games/${game.id}/monitor/Submissions?challenge=${id}`, title, game.title)
  return leads(`/games/${game.id}/Challenges?c=${id}`, title, game.title)
}

function namesOf(args: Args, { games, challenges, teams, playing, users, players }: SearchResult): Group[] {
  const group = (id: string, items: Item[]): Group => ({ id, title: args.t(`search:${id}`), items })
  return [
    group(
      'games',
      games.flatMap((game) => gameItems(args, game))
    ),
    group(
      'challenges',
      challenges.map((challenge) => challengeItem(args, challenge))
    ),
    group('teams', [
      ...playing.map(({ id, name, game }) => leads(`/games/${game.id}/Teams/${id}`, name, game.title)),
      ...teams.map(({ id, name }) => leads(`/admin/Teams?team=${id}`, name, args.t('admin:nav.label')))
    ]),
    group(
      'users',
      users.map(({ id, name, realName }) => leads(`/admin/Users?user=${id}`, name, realName))
    ),
    group(
      'players',
      players.map(({ id, name }) => leads(`/players/${id}`, name))
    )
  ]
}

/** Results of a search, for the search page and the palette. `cookies` tell the reader's theme. */
export async function answerOf(args: Args, query: SearchQuery, cookies: string | null): Promise<Answer> {
  const { services, ctx, t } = args
  const [found, own, here] = await Promise.all([
    services.search.find(ctx, query),
    services.ownPages.list(ctx),
    commandsOf(args, query.game, query.q)
  ])
  const commands = here ? [here] : []
  const names = namesOf(args, found)
  // Without words, what is near comes first; with some, what bears the name.
  const near = query.q.trim() === '' ? [...commands, ...names] : [...names, ...commands]
  const groups = [...near, ...placesOf(args, own, query.q, schemeOf(cookies))].filter(
    ({ items }) => items.length > 0
  )
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return {
    groups,
    summary: count > 0 ? t('search:results', { count }) : t('search:nothing', { q: query.q }),
    words: {
      label: t('search:title'),
      placeholder: t('search:placeholder'),
      close: t('search:close'),
      failed: t('search:failed'),
      keys: t('search:keys')
    }
  }
}
