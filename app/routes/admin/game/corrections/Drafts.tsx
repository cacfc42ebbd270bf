import { Badge } from '~/app/components/Badge'
import { HourglassIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { DraftView } from '~/server/corrections/contract'

export type DraftRow = Pick<DraftView, 'id' | 'kind' | 'reason' | 'by' | 'own' | 'time'> & {
  names: string[]
  gain: number
  lose: number
}

interface DraftsProps {
  drafts: DraftRow[]
  /** Address of the corrections of the game. */
  base: string
  now: number
}

function Row({ draft, base, now }: { draft: DraftRow } & Pick<DraftsProps, 'base' | 'now'>) {
  const t = useText()
  const { number } = useFormat()
  const { id, kind, reason, names, gain, lose, by, own, time } = draft
  return (
    <tr>
      <th scope="row">
        <div>
          <b>
            {t('corrections:draft.one', { id })} · {t(`corrections:kind.${kind}`)}
          </b>
          <span className="sub">
            <bdi>{reason}</bdi>
          </span>
        </div>
      </th>
      <td data-label={t('corrections:concerns')}>
        <div>
          {names.slice(0, 3).map((name) => (
            <bdi key={name} className="line">
              {name}
            </bdi>
          ))}
          {names.length > 3 && <span className="sub">+{number(names.length - 3)}</span>}
        </div>
      </td>
      <td className="num nowrap" data-label={t('corrections:effect')}>
        <span className="sub">
          {t('corrections:gain')} {number(gain)} · {t('corrections:lose')} {number(lose)}
        </span>
      </td>
      <td className="nowrap" data-label={t('corrections:by')}>
        <div>
          {by ?? '–'}
          <span className="sub">
            <Moment time={time} now={now} />
          </span>
        </div>
      </td>
      <td className="end">
        <span className="row">
          <Badge tone="warn" icon={HourglassIcon}>
            {t(own ? 'corrections:draft.own' : 'corrections:draft.waits')}
          </Badge>
          <a className="btn sm" href={`${base}/Drafts/${id}`}>
            {t('corrections:draft.open')}
            <span className="sr"> {id}</span>
          </a>
        </span>
      </td>
    </tr>
  )
}

/** Corrections that are not applied yet; nothing without any. */
export function Drafts({ drafts, base, now }: DraftsProps) {
  const t = useText()
  if (drafts.length === 0) return null
  const head = ['what', 'concerns', 'effect', 'by'] as const
  return (
    <Panel title={t('corrections:draft.title')} body="flush">
      <Table
        label={t('corrections:draft.title')}
        className="cards"
        columns={[
          ...head.map((name) => ({ text: t(`corrections:${name}`), num: name === 'effect' })),
          { text: t('corrections:draft.open'), silent: true }
        ]}
      >
        {drafts.map((draft) => (
          <Row key={draft.id} {...{ draft, base, now }} />
        ))}
      </Table>
    </Panel>
  )
}

/** Shows whether top-ten corrections need a second person; settings editors get the switch. */
export function SecondPerson({ on, maySet }: { on: boolean; maySet: boolean }) {
  const t = useText()
  return (
    <form method="post" className="row mt">
      <span className="hint">{t(on ? 'corrections:second_on' : 'corrections:second_off')}</span>
      {maySet && (
        <button type="submit" className="btn sm" name="second" value={String(!on)}>
          {t(on ? 'corrections:second_drop' : 'corrections:second_need')}
        </button>
      )}
    </form>
  )
}
