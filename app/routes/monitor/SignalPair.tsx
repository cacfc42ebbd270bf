import type { ReactNode } from 'react'
import { Moment } from '~/app/components/Moment'
import { rich } from '~/app/components/markdown/rich'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { CloseSolve, PairSignals } from '~/server/signals/contract'
import { newCase } from './new-case'
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
  const [one, other] = teams.map(({ name }) => name) as [string, string]
  const signal = (key: string) => t(`monitor:signals.${key}`)
  const evidence = [
    ...matches.map((id) => `match-${id}`),
    ...close.flatMap(({ submissions }) => submissions.map((id) => `submission-${id}`))
  ]
  return (
    <section className="panel" aria-label={t('monitor:signals.of', { one, other })}>
      <header>
        <Strength of={strength} />
        <h2>
          {rich(t, 'monitor:signals.of', {
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
        {close.length > 0 && (
          <Signal
            text={t('monitor:signals.close', { n: number(close.length) })}
            harmless={signal('close_else')}
          >
            <CloseSolves
              {...{ close, now }}
              names={new Map(teams.map((team) => [team.participationId, team.name]))}
            />
          </Signal>
        )}
        {sameAddress && <Signal text={signal('address')} harmless={signal('address_else')} />}
      </ul>
    </section>
  )
}

interface CloseSolvesProps {
  close: readonly CloseSolve[]
  names: ReadonlyMap<number, string>
  now: number
}

function CloseSolves({ close, names, now }: CloseSolvesProps) {
  const t = useText()
  const { seconds } = useFormat()
  const columns = [
    { text: t('monitor:column.challenge') },
    { text: t('monitor:signals.first') },
    { text: t('monitor:column.time') },
    { text: t('monitor:signals.gap'), num: true }
  ]
  return (
    <details>
      <summary className="link small">{t('monitor:signals.solves')}</summary>
      <Table label={t('monitor:signals.solves')} className="dense cards" columns={columns}>
        {close.map(({ challengeId, challenge, first, time, gap }) => (
          <tr key={challengeId}>
            <th scope="row">
              <bdi>{challenge}</bdi>
            </th>
            <td data-label={columns[1]!.text}>
              <bdi>{names.get(first)}</bdi>
            </td>
            <td data-label={columns[2]!.text} className="nowrap">
              <Moment time={time} now={now} />
            </td>
            <td data-label={columns[3]!.text} className="num">
              {seconds(Math.round(gap / 1000))}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  )
}
