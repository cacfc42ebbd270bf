import type { ReactNode } from 'react'
import { Announce } from '~/app/components/form/Announce'
import { Field, SelectField } from '~/app/components/form/Field'
import { EnabledBadge } from '~/app/components/game/EnabledBadge'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { ScoringOptions } from '~/app/islands/score-curve/ScoringOptions'
import type { FormState } from '~/app/request/forms'
import type { SelectedChallenge } from '~/server/challenges/selected-contract'
import { MomentIn } from '../../MomentIn'
import { Remarks } from './Remarks'
import { type SelectedAct, STANDARD } from './selected-acts'

export interface SelectedProps {
  action: string
  back: string
  challenges: SelectedChallenge[]
  state: FormState | null
}

interface FrameProps extends SelectedProps {
  act: SelectedAct
  label: string
  danger?: boolean
  children: ReactNode
}

export function SelectedFrame({ action, back, challenges, act, label, danger, children }: FrameProps) {
  const t = useText()
  return (
    <form method="post" action={action} className="stack-16">
      {challenges.map(({ id }) => (
        <input key={id} type="hidden" name="ids[]" value={id} />
      ))}
      {children}
      <div className="row">
        <button
          type="submit"
          className={danger ? 'btn danger-solid' : 'btn primary'}
          name="intent"
          value={act}
        >
          {label}
        </button>
        <a className="btn" href={back}>
          {t('common:cancel')}
        </a>
      </div>
    </form>
  )
}

interface PointsProps extends SelectedProps {
  /** Scoring functions of plug-ins that are loaded. */
  plugins: string[]
}

export function PointsOfSelected({ plugins, ...props }: PointsProps) {
  const t = useText()
  const field = (name: string, inputMode: 'numeric' | 'decimal') => (
    <Field
      name={name}
      label={t(`curve:${name}`)}
      state={props.state}
      className="num"
      inputMode={inputMode}
      optional
    />
  )
  return (
    <SelectedFrame {...props} act="points" label={t('common:save')}>
      <p>{t('admin:selected.points_text')}</p>
      <div className="form-grid bl3">
        {field('originalScore', 'numeric')}
        {field('minScoreRate', 'decimal')}
        {field('difficulty', 'decimal')}
      </div>
      <SelectField name="scoring" label={t('curve:scoring')} state={props.state} defaultValue="">
        <option value="">{t('curve:unchanged')}</option>
        <ScoringOptions standard={STANDARD} plugins={plugins} />
      </SelectField>
      <Announce state={props.state} />
    </SelectedFrame>
  )
}

/** One time for all, or one after another in list order. */
export function ReleaseOfSelected(props: SelectedProps) {
  const t = useText()
  const { state } = props
  return (
    <SelectedFrame {...props} act="release" label={t('common:save')}>
      <p>{t('admin:selected.release_text')}</p>
      <Remarks challenges={props.challenges} href={props.back} />
      <div className="form-grid">
        <MomentIn
          name="first"
          label={t('admin:release.at')}
          hint={t('admin:selected.first_hint')}
          state={state}
          optional
        />
        <Field
          name="every"
          label={t('admin:selected.every')}
          hint={t('admin:selected.every_hint')}
          state={state}
          className="num"
          inputMode="numeric"
          optional
        />
      </div>
      <Announce state={state} />
    </SelectedFrame>
  )
}

const sum = (challenges: SelectedChallenge[], key: 'solves' | 'submissions' | 'instances') =>
  challenges.reduce((total, one) => total + one[key], 0)

export function DeleteSelected(props: SelectedProps) {
  const t = useText()
  const { challenges } = props
  return (
    <SelectedFrame {...props} act="delete" label={t('admin:selected.delete')} danger>
      <p>
        {t('admin:selected.delete_question', {
          challenges: t('admin:gone.challenges', { count: challenges.length }),
          solves: t('admin:gone.solves', { count: sum(challenges, 'solves') }),
          submissions: t('admin:gone.submissions', { count: sum(challenges, 'submissions') })
        })}
      </p>
      <p>{t('admin:selected.instances', { count: sum(challenges, 'instances') })}</p>
    </SelectedFrame>
  )
}

export function SelectedTable({ challenges, href }: { challenges: SelectedChallenge[]; href: string }) {
  const t = useText()
  const format = useFormat()
  const text = (key: string) => t(`admin:challenges.${key}`)
  const columns = ['original', 'solves', 'submissions', 'instances'].map((key) => ({
    text: text(key),
    num: true
  }))
  return (
    <Table
      label={t('admin:tab.challenges')}
      className="cards"
      columns={[{ text: text('challenge') }, ...columns, { text: text('state') }]}
    >
      {challenges.map(({ id, title, isEnabled, originalScore, solves, submissions, instances }) => (
        <tr key={id}>
          <th scope="row">
            <a className="primary-cell link" href={`${href}/${id}`}>
              <bdi>{title}</bdi>
            </a>
          </th>
          <td className="num" data-label={text('original')}>
            {originalScore}
          </td>
          <td className="num" data-label={text('solves')}>
            {format.number(solves)}
          </td>
          <td className="num" data-label={text('submissions')}>
            {format.number(submissions)}
          </td>
          <td className="num" data-label={text('instances')}>
            {format.number(instances)}
          </td>
          <td data-label={text('state')}>
            <EnabledBadge enabled={isEnabled} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
