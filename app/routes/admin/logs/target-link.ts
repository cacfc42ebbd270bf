import type { AuditView } from '~/server/logs/contract'

/** Page of an audit target; null when there is none, or it is deleted. */
export function targetHref({ kind, id, name, game }: AuditView['target']): string | null {
  if (kind === 'settings') return '/admin/Settings'
  if (kind === 'engine' || kind === 'image' || kind === 'registry') return '/admin/Engines'
  // Instances have no name; the page handles deleted ones.
  if (kind === 'instance') return `/admin/Instances?i=${id}`
  if (kind === 'notice') return game === null ? null : `/admin/games/${game}/Notices`
  if (name === null) return null
  switch (kind) {
    case 'user':
      return `/admin/Users?user=${id}`
    case 'team':
      return `/admin/Teams?team=${id}`
    case 'game':
      return game === null ? null : `/admin/games/${id}/Info`
    case 'challenge':
      return game === null ? null : `/admin/games/${game}/challenges/${id}`
    case 'participation':
      return `/admin/games/${game}/Review`
    case 'post':
      return `/posts/${id}/Edit`
    default:
      return null
  }
}
