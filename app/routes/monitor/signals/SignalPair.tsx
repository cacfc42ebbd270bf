import type { ReactNode } from 'react'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { PairSignals } from '~/server/signals/contract'
import { newCase } from '../new-case'
import { CloseSolves, EqualSteps } from './PairSolves'
import { Strength } from './Strength'

interface SignalProps {
  text: string
  harmless: string
  children?: ReactNode
}

function Signal({ text, harmless, children }: SignalProps) {
  return (
    <li>
      <b>{text}</b>
      <p>{harmless}</p>
      {children}
    </li>
  )
}

export function SignalPair({ pair, now }: { pair: PairSignals; now: number }) {
  const t = useText()
  const { number } = useFormat()
  const { teams, strength, matches, matchCount, close, sameAddress } = pair
  const { decoys, decoyCount, entries, entryCount, steps, stepCount } = pair
  const names = new Map(teams.map((team) => [team.participationId, team.name]))
  const [one, other] = teams.map(({ name }) => name) as [string, string]
  const signal = (key: string) => t(`monitor:signals.${key}`)
  const evidence = [
    ...matches.map((id) => `match-${id}`),
    ...decoys.map((id) => `submission-${id}`),
    ...entries.map((id) => `event-${id}`),
    ...[...close, ...steps].flatMap(({ submissions }) => submissions.map((id) => `submission-${id}`))
  ]
  return (
    <section className="panel" aria-label={t('monitor:signals.of', { one, other })}>
      <header>
        <Strength of={strength} />
        <h2>
          {richText(t, 'monitor:signals.of', {
            one: <bdi key="one">{one}</bdi>,
            other: <bdi key="other">{other}</bdi>
          })}
        </h2>
        <span className="push">
          <a className="btn sm" href={newCase(evidence)}>
            {t('monitor:open_case')}
          </a>
        </span>
      </header>
      <ul className="signals">
        {matchCount > 0 && (
          <Signal
            text={t('monitor:signals.matches', { n: number(matchCount) })}
            harmless={signal('matches_else')}
          />
        )}
        {decoyCount > 0 && (
          <Signal
            text={t('monitor:signals.decoys', { n: number(decoyCount) })}
            harmless={signal('decoys_else')}
          />
        )}
        {entryCount > 0 && (
          <Signal
            text={t('monitor:signals.entries', { n: number(entryCount) })}
            harmless={signal('entries_else')}
          />
        )}
        {close.length > 0 && (
          <Signal
            text={t('monitor:signals.close', { n: number(close.length) })}
            harmless={signal('close_else')}
          >
            <CloseSolves {...{ close, names, now }} />
          </Signal>
        )}
        {stepCount > 0 && (
          <Signal text={t('monitor:signals.steps', { n: number(stepCount) })} harmless={signal('steps_else')}>
            <EqualSteps {...{ steps, names, now }} />
          </Signal>
        )}
        {sameAddress && <Signal text={signal('address')} harmless={signal('address_else')} />}
      </ul>
    </section>
  )
}
