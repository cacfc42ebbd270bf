import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { ChevronRightIcon, NetworkIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'
import { page } from '~/app/request/page'
import { CaptureFiles } from './CaptureFiles'
import { monitorLinks } from './GrowingList'
import { MonitorFrame } from './MonitorFrame'
import { watchedGame } from './watched'

export const links = monitorLinks

export const loader = page('Monitor', async (args) => {
  const { services, ctx, url, t } = args
  const { game, cheats, now } = await watchedGame(args)
  const tree = await services.monitoring.captures(ctx, game.id)
  const asked = (name: string) => Number(url.searchParams.get(name))
  const challenge = tree.find(({ id }) => id === asked('challenge'))
  const team = challenge?.teams.find(({ participationId }) => participationId === asked('team'))
  const files =
    challenge && team
      ? await services.monitoring.captureFiles(ctx, game.id, challenge.id, team.participationId)
      : []
  const title = `${t('monitor:tab.Traffic')} · ${game.title}`
  return { title, game, cheats, now, tree, chosen: challenge && team ? { challenge, team, files } : null }
})

export default function Traffic() {
  const { game, cheats, now, tree, chosen } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <MonitorFrame game={game} tab="Traffic" cheats={cheats} now={now}>
      {tree.length === 0 ? (
        <EmptyState icon={NetworkIcon} title={t('monitor:traffic.none')}>
          {t('monitor:traffic.none_text')}
        </EmptyState>
      ) : (
        <div className="flow">
          <nav className="panel tree" aria-label={t('monitor:traffic.tree')}>
            <header>
              <h2>{t('monitor:traffic.challenges')}</h2>
              <span className="push faint small">{tree.length}</span>
            </header>
            {tree.map(({ id, title, teams }) => (
              <details key={id} open={id === chosen?.challenge.id}>
                <summary>
                  <ChevronRightIcon className="chev flip" />
                  <bdi className="truncate">{title}</bdi>
                  <span className="push">{t('monitor:traffic.teams', { count: teams.length })}</span>
                </summary>
                {teams.map(({ participationId, name, files }) => (
                  <a
                    key={participationId}
                    href={`?challenge=${id}&team=${participationId}`}
                    aria-current={
                      participationId === chosen?.team.participationId && id === chosen.challenge.id
                        ? 'true'
                        : undefined
                    }
                  >
                    <bdi className="truncate">{name}</bdi>
                    <span className="push">{files}</span>
                  </a>
                ))}
              </details>
            ))}
          </nav>
          {chosen ? (
            <CaptureFiles {...chosen} now={now} />
          ) : (
            <EmptyState title={t('monitor:traffic.choose')}>{t('monitor:traffic.choose_text')}</EmptyState>
          )}
        </div>
      )}
    </MonitorFrame>
  )
}
