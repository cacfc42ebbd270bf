import { Banner } from '~/app/components/Banner'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { TeamDetails } from '~/server/teams/contract'

/** Games of the team that the reader must still sign up for. Why nobody can leave it, and until when: the last end of its games counts. */
export function LockNote({ details: { adminLocked, lockedBy } }: { details: TeamDetails }) {
  const t = useText()
  const format = useFormat()
  const last = lockedBy.at(-1)
  const open = lockedBy.filter(({ own }) => !own)
  return (
    <>
      {adminLocked && (
        <Banner inline tone="warn" announce={false}>
          {t('teams:lock.admin')}
        </Banner>
      )}
      {open.map(({ id, title }) => (
        <Banner key={id} inline tone="warn" announce={false}>
          {richText(t, 'teams:lock.not_in', { game: <bdi key="game">{title}</bdi> })}{' '}
          <a className="link" href={`/games/${id}`}>
            {t('games:join.submit')}
          </a>
        </Banner>
      ))}
      {last && (
        <Banner inline announce={false}>
          {richText(
            t,
            lockedBy.length > 1 ? 'teams:lock.games' : 'teams:lock.game',
            {
              game: (
                <a className="link" href={`/games/${last.id}`}>
                  <bdi>{last.title}</bdi>
                </a>
              ),
              time: <time dateTime={last.end}>{format.moment(new Date(last.end))} UTC</time>
            },
            { count: lockedBy.length - 1 }
          )}
        </Banner>
      )}
    </>
  )
}
