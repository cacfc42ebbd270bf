import type { ReactNode } from 'react'
import { Moment } from '~/app/components/Moment'
import { richText } from '~/app/components/markdown/richText'
import { useText } from '~/app/i18n/text'
import type { EvidenceFacts } from '~/server/cases/contract'

function FactText({ facts }: { facts: EvidenceFacts }) {
  const t = useText()
  const { team, challenge, owner, event } = facts
  if (event) {
    const [text = '', sign = '', , , by = ''] = event.values
    if (event.type === 'Normal' && event.values.length > 3)
      return <>{richText(t, `monitor:events.shared.${sign}`, { by: <bdi key="by">{by}</bdi> })}</>
    return <bdi>{event.type === 'Normal' ? text : event.values.join(' · ')}</bdi>
  }
  const names = {
    team: <b key="team">{team}</b>,
    challenge: <bdi key="challenge">{challenge}</bdi>,
    owner: <b key="owner">{owner}</b>
  }
  return <>{richText(t, owner === null ? 'cases:fact.submission' : 'cases:fact.match', names)}</>
}

/** Frozen facts of a piece of evidence. */
export function EvidenceTable({
  facts,
  now,
  children
}: {
  facts: EvidenceFacts
  now: number
  children?: ReactNode
}) {
  const t = useText()
  const { user, ip, answer, status, event, team, challenge, time, sameAddress } = facts
  return (
    <>
      <span>
        <FactText facts={facts} />
      </span>
      <Moment time={time} now={now} />
      <span className="sub">
        {answer !== null && <code className="flagtext">{answer}</code>}
        {[
          status && t(`monitor:status.${status}`),
          event && team,
          event && (event.values[3] ?? challenge),
          user,
          ip,
          sameAddress && t('cases:fact.same_address')
        ]
          .filter(Boolean)
          .map((part) => (
            <span key={String(part)}>
              {' · '}
              <bdi>{part}</bdi>
            </span>
          ))}
        {children}
      </span>
    </>
  )
}
