import { useLocation } from '@remix-run/react'
import { SearchField } from '~/app/components/form/SearchField'
import { ActivityIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import choice from '~/app/islands/choice'
import { Island } from '~/app/islands/runtime/island'
import { hrefWith } from '~/app/request/paging'
import { FilterSelect } from '~/app/routes/admin/FilterSelect'
import type { InstanceFilter, ReasonCounts } from '~/server/instances/contract'
import { RUNNING_STATES, type Tab } from './filter'

interface InstanceToolsProps {
  tab: Tab
  filter: InstanceFilter
  games: { id: number; title: string }[]
  challenges: { id: number; title: string }[]
  reasons: ReasonCounts
  measured: boolean
}

/** Existing reasons, and the chosen one even without a hit. */
const withChosen = (reasons: ReasonCounts, chosen: InstanceFilter['reason']): ReasonCounts =>
  chosen === null || reasons.some(({ reason }) => reason === chosen)
    ? reasons
    : [...reasons, { reason: chosen, count: 0 }]

export function InstanceTools({ tab, filter, games, challenges, reasons, measured }: InstanceToolsProps) {
  const t = useText()
  const { number } = useFormat()
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  const named = ({ id, title }: { id: number; title: string }) => ({ value: id, text: title })
  return (
    <div className="table-tools mt">
      <form className="filters" method="get">
        {tab !== 'running' && <input type="hidden" name="tab" value={tab} />}
        {measured && <input type="hidden" name="load" value="yes" />}
        <SearchField name="q" label={t('engines:filter.search')} value={filter.search} />
        <Island
          of={choice}
          props={{
            name: 'game',
            label: t('engines:filter.game'),
            all: t('engines:filter.any_game'),
            value: filter.game,
            options: games.map(named)
          }}
        />
        {filter.game !== null && (
          <Island
            of={choice}
            props={{
              name: 'challenge',
              label: t('engines:filter.challenge'),
              all: t('engines:filter.any_challenge'),
              value: filter.challenge,
              options: challenges.map(named)
            }}
          />
        )}
        {tab === 'running' && (
          <FilterSelect
            name="state"
            label={t('engines:filter.state')}
            all={t('engines:filter.any_state')}
            value={filter.state}
            options={RUNNING_STATES.map((state) => ({ value: state, text: t(`engines:state.${state}`) }))}
          />
        )}
        {tab === 'ended' && (
          <Island
            of={choice}
            props={{
              name: 'reason',
              label: t('engines:filter.reason'),
              all: t('engines:filter.any_reason'),
              value: filter.reason,
              options: withChosen(reasons, filter.reason).map(({ reason, count }) => ({
                value: reason,
                text: `${t(`instances:reason.${reason}`)} · ${number(count)}`
              }))
            }}
          />
        )}
        <button type="submit" className="btn">
          {t('admin:filter')}
        </button>
      </form>
      {tab === 'running' && (
        <a
          className="btn push"
          href={hrefWith(here, { load: measured ? null : 'yes', page })}
          aria-current={measured ? 'true' : undefined}
        >
          <ActivityIcon />
          {t(measured ? 'engines:hide_load' : 'engines:show_load')}
        </a>
      )}
    </div>
  )
}
