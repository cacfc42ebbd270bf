import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { EmptyState } from '~/app/components/EmptyState'
import { ScanEyeIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { CheatViews } from '../cheats/CheatViews'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { SignalPair } from './SignalPair'
import { SilentSolves } from './SilentSolves'
import { Decoys, SharedEntryList } from './TeamSignals'

export const links = monitorLinks

export const loader = page('cases', async (args) => {
  const { services, ctx, t } = args
  const { game, counts, now } = await watchedGame(args)
  const signals = await services.signals.of(ctx, game.id)
  return { title: `${t('monitor:cheat.signals')} · ${game.title}`, game, counts, now, signals }
})

export default function Signals() {
  const { game, counts, now, signals } = useLoaderData<typeof loader>()
  const t = useText()
  const { number } = useFormat()
  const { pairs, pairCount, unopened, unopenedSolves, solves, undownloaded, decoys, entries } = signals
  const isQuiet = [pairs, unopened, undownloaded.teams, decoys, entries].every((list) => list?.length === 0)
  return (
    <MonitorFrame game={game} tab="CheatInfo" counts={counts} now={now}>
      <Banner tone="warn" inline announce={false}>
        {t('monitor:signals.evidence')}
      </Banner>
      <CheatViews gameId={game.id} current="signals" />
      <div className="stack-16 mt">
        {isQuiet && (
          <EmptyState icon={ScanEyeIcon} title={t('monitor:signals.none')}>
            {t('monitor:signals.none_text')}
          </EmptyState>
        )}
        {pairs.length < pairCount && (
          <p className="muted small">
            {t('monitor:signals.strongest', { n: number(pairs.length), total: number(pairCount) })}
          </p>
        )}
        {pairs.map((pair) => (
          <SignalPair
            key={pair.teams.map(({ participationId }) => participationId).join()}
            pair={pair}
            now={now}
          />
        ))}
        <Decoys decoys={decoys} />
        <SharedEntryList entries={entries} />
        <SilentSolves without="unopened" found={{ teams: unopened, silent: unopenedSolves, solves }} />
        <SilentSolves without="undownloaded" found={undownloaded} />
      </div>
    </MonitorFrame>
  )
}
