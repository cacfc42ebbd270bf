import type { ReactNode } from 'react'
import { SearchField } from '~/app/components/form/SearchField'
import { XIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { Choice } from '../choice/Choice'
import type { Challenge } from './props'
import { hrefOf, type Query } from './query'

interface ToolsProps {
  list: 'submissions' | 'events'
  query: Query
  challenges: Challenge[]
  team: string | null
  children: ReactNode
}

const TYPES = ['Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound']
const KINDS = ['instances', 'flags', 'cheating', 'hints']

/** Verdict or kind as links, words and challenge as a form; each keeps the others. */
export function MonitorTools({ list, query, challenges, team, children }: ToolsProps) {
  const t = useText()
  const field = list === 'submissions' ? 'type' : 'kind'
  const tab = (value: string | null, label: string) => (
    <a
      key={label}
      href={hrefOf(query, { [field]: value })}
      aria-current={query[field] === value ? 'true' : undefined}
    >
      {label}
    </a>
  )
  return (
    <div className="table-tools">
      <nav className="segmented" aria-label={t('monitor:filter.label')}>
        {tab(null, t('monitor:filter.all'))}
        {list === 'submissions'
          ? TYPES.map((type) => tab(type, t(`monitor:status_tab.${type}`)))
          : KINDS.map((kind) => tab(kind, t(`monitor:kind.${kind}`)))}
      </nav>
      <form className="filters" method="get">
        {query[field] && <input type="hidden" name={field} value={query[field]} />}
        {query.team && <input type="hidden" name="team" value={query.team} />}
        <SearchField name="search" label={t(`monitor:${list}.search`)} value={query.search} />
        {list === 'submissions' && (
          <Choice
            name="challenge"
            label={t('monitor:filter.challenge')}
            all={t('monitor:filter.all_challenges')}
            value={query.challenge}
            options={challenges.map(({ id, title }) => ({ value: id, text: title }))}
          />
        )}
        <button type="submit" className="btn">
          {t('monitor:filter.apply')}
        </button>
        {query.team && (
          <a className="btn" href={hrefOf(query, { team: null })} title={t('monitor:filter.clear_team')}>
            {t('monitor:filter.team', { team: team ?? t('monitor:filter.some_team') })}
            <XIcon />
            <span className="sr">{t('monitor:filter.clear_team')}</span>
          </a>
        )}
      </form>
      <div className="row push">{children}</div>
    </div>
  )
}
