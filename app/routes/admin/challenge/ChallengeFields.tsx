import { useId } from 'react'
import { LockIcon } from '~/app/components/challenge-icons'
import { Field, TextareaField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import scoreCurve from '~/app/islands/score-curve'
import type { Category } from '~/server/categories/contract'
import { CHALLENGE_LIMITS, type ChallengeType } from '~/server/challenges/contract'
import { CategorySelect } from '../CategorySelect'
import { useDraft } from '../draft-state'
import { MarkdownField } from '../MarkdownField'
import type { ChallengeFields } from './challenge-form'

const SPARE = 1

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

interface ChallengeMainProps {
  fields: ChallengeFields
  /** Those of the game. */
  categories: Category[]
  type: ChallengeType
  /** Another challenge of the game has this title. */
  twin: boolean
  /** Players get a notice of a new hint. */
  running: boolean
}

export function ChallengeMain({ fields, categories, type, twin, running }: ChallengeMainProps) {
  const t = useText()
  const state = useDraft()
  const sent = Object.keys(state?.values ?? {}).filter((name) => name.startsWith('hint')).length
  const count = Math.min(CHALLENGE_LIMITS.hints, Math.max(fields.hints.length + SPARE, sent))
  return (
    <>
      <Panel title={t('admin:challenge.text')} body="stack-16">
        <div className="form-grid">
          <Field
            name="title"
            label={t('admin:challenge.title')}
            hint={twin && <strong className="warn-line">{t('admin:challenge.same_title')}</strong>}
            state={state}
            defaultValue={fields.title}
            maxLength={CHALLENGE_LIMITS.title}
            required
          />
          <CategorySelect state={state} own={categories} defaultValue={fields.category} />
          <FixedType type={type} />
        </div>
        <MarkdownField label={t('admin:challenge.content')} value={fields.content} />
      </Panel>
      <Panel
        title={t('admin:challenge.hints')}
        aside={t(running ? 'admin:challenge.hints_notice' : 'admin:markdown')}
        body="stack-16"
      >
        {range(count).map((index) => {
          const fresh = index >= fields.hints.length
          return (
            <TextareaField
              key={index}
              name={`hint${index}`}
              label={t(fresh ? 'admin:challenge.hint_new' : 'admin:challenge.hint', { number: index + 1 })}
              hint={index === count - 1 && t('admin:challenge.hints_hint')}
              state={state}
              defaultValue={fields.hints[index] ?? ''}
              maxLength={CHALLENGE_LIMITS.hint}
              rows={2}
            />
          )
        })}
      </Panel>
    </>
  )
}

function FixedType({ type }: { type: ChallengeType }) {
  const t = useText()
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('admin:challenge.type')}
        <LockIcon className="i12" />
      </label>
      <input id={id} className="input" value={t(`admin:type.${type}`)} readOnly aria-describedby={`${id}h`} />
      <span className="hint" id={`${id}h`}>
        {t('admin:challenge.fixed')}
      </span>
    </div>
  )
}

interface ScorePanelProps {
  fields: ChallengeFields
  solves: number
  score: number
  values: readonly number[] | null
  /** Scoring functions of plug-ins that are loaded. */
  plugins: string[]
}

export function ScorePanel({ fields, solves, score, values, plugins }: ScorePanelProps) {
  const t = useText()
  const state = useDraft()
  const { originalScore, minScoreRate, difficulty, scoring } = { ...fields, ...state?.values }
  const { errors = {} } = state ?? {}
  return (
    <Panel title={t('admin:challenge.score')} aside={t('admin:challenge.now', { score })} body="stack">
      <Island
        of={scoreCurve}
        props={{
          fields: { originalScore, minScoreRate, difficulty },
          scoring,
          errors,
          category: fields.mark,
          solves,
          saved: values && { scoring: fields.scoring, values },
          plugins
        }}
      />
      <Field
        name="attemptLimit"
        label={t('trylimit:limit')}
        hint={t('trylimit:limit_hint')}
        state={state}
        defaultValue={fields.attemptLimit}
        className="num"
        inputMode="numeric"
        maxLength={4}
        optional
      />
    </Panel>
  )
}

interface MomentPanelProps {
  name: 'closesAt' | 'releaseAt'
  title: string
  label: string
  hint: string
  value: string
}

function MomentPanel({ name, title, label, hint, value }: MomentPanelProps) {
  return (
    <Panel title={title} body="stack">
      <Field
        type="datetime-local"
        step="any"
        state={useDraft()}
        defaultValue={value}
        optional
        {...{ name, label, hint }}
      />
    </Panel>
  )
}

/** Until when the challenge takes flags. */
export function DeadlinePanel({ value }: { value: string }) {
  const t = useText()
  const texts = {
    title: t('admin:deadline.title'),
    label: t('admin:deadline.at'),
    hint: t('admin:deadline.hint')
  }
  return <MomentPanel name="closesAt" value={value} {...texts} />
}

export function ReleasePanel({ value }: { value: string }) {
  const t = useText()
  const texts = {
    title: t('admin:release.title'),
    label: t('admin:release.at'),
    hint: t('admin:release.hint')
  }
  return <MomentPanel name="releaseAt" value={value} {...texts} />
}
