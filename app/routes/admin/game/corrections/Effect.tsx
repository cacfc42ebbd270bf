import type { ReactNode } from 'react'
import { Panel } from '~/app/components/Panel'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CorrectionEffect } from '~/server/corrections/contract'
import { AdminFigures, type Figure } from '../AdminFigures'
import { Gain } from './Gain'
import { TopTen } from './TopTen'

/** Effect of a correction; `children` are the actions, after all of it: who reads them knows what they do. */
export function Effect({ effect, children }: { effect: CorrectionEffect; children: ReactNode }) {
  const t = useText()
  const { number } = useFormat()
  const { gain, lose, untouched, ranks, up, down, bloods, added, removed, verdicts } = effect
  const most = ranks > 0 ? `+${number(up)}, −${number(down)}` : null
  const rest = { added, removed, bloods: bloods.length, verdicts }
  const figures: Figure[] = [
    [t('corrections:gain'), gain, null],
    [t('corrections:lose'), lose, null],
    [t('corrections:untouched'), untouched, null],
    [t('corrections:ranks'), ranks, most],
    ...Object.entries(rest).flatMap(([name, value]): Figure[] =>
      value > 0 ? [[t(`corrections:${name}`), value, null]] : []
    )
  ]
  return (
    <>
      <AdminFigures figures={figures} />
      <TopTen effect={effect} />
      {bloods.length > 0 && <Bloods effect={effect} />}
      {effect.values.length > 0 && <Values effect={effect} />}
      {effect.teams.length > 0 && <Teams effect={effect} />}
      {children}
    </>
  )
}

function Changes({
  title,
  of,
  rows
}: {
  title: string
  of: string
  rows: { key: string; name: string; before: string; after: string }[]
}) {
  const t = useText()
  return (
    <Panel title={title}>
      <TableWrap label={title}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">{t('corrections:now')}</th>
              <th scope="col">{t('corrections:after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, before, after }) => (
              <tr key={key}>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td className="muted">
                  <bdi>{before}</bdi>
                </td>
                <td>
                  <bdi>{after}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}

function Bloods({ effect }: { effect: CorrectionEffect }) {
  const t = useText()
  const nobody = t('corrections:nobody')
  return (
    <Changes
      title={t('corrections:bloods')}
      of={t('corrections:challenge')}
      rows={effect.bloods.map(({ challengeId, title, place, before, after }) => ({
        key: `${challengeId} ${place}`,
        name: `${title} · ${t(`corrections:blood.${place + 1}`)}`,
        before: before ?? nobody,
        after: after ?? nobody
      }))}
    />
  )
}

function Values({ effect }: { effect: CorrectionEffect }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <Changes
      title={t('corrections:values')}
      of={t('corrections:challenge')}
      rows={effect.values.map(({ challengeId, title, before, after }) => ({
        key: String(challengeId),
        name: title,
        before: number(before),
        after: number(after)
      }))}
    />
  )
}

function Teams({ effect: { teams } }: { effect: CorrectionEffect }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <Panel title={t('corrections:moved')}>
      <TableWrap label={t('corrections:moved')}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">{t('corrections:team')}</th>
              <th scope="col" className="num">
                {t('corrections:points')}
              </th>
              <th scope="col" className="num">
                {t('corrections:rank')}
              </th>
            </tr>
          </thead>
          <tbody>
            {teams.map(({ participationId, name, before, after }) => {
              return (
                <tr key={participationId}>
                  <td>
                    <bdi>{name}</bdi>
                  </td>
                  <Gain points={after.score - before.score} />
                  <td className="num nowrap">
                    {before.rank === after.rank
                      ? number(after.rank)
                      : `${number(before.rank)} → ${number(after.rank)}`}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}
