import { useEffect, useId, useRef, useState } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { useText } from '~/app/i18n/text'
import { type Curve, type CurveFields, chosenCurve, draw, readCurve, type Saved } from './drawing'
import { ScoringField } from './ScoringField'

interface ScoreCurveProps {
  fields: CurveFields
  /** Name of the scoring function; blank for the standard curve. */
  scoring: string
  errors: Partial<Record<keyof CurveFields | 'scoring', string>>
  /** Value of `data-category`. */
  category: string
  solves: number
  saved: Saved | null
  /** Those that are loaded. */
  plugins: readonly string[]
}

const NAMES = ['originalScore', 'minScoreRate', 'difficulty'] as const

/** Fields of the score curve and its drawing. Without script it draws the saved curve. */
export function ScoreCurve(props: ScoreCurveProps) {
  const { errors, category, solves, saved, plugins } = props
  const [fields, setFields] = useState(props.fields)
  const [scoring, setScoring] = useState(props.scoring)
  const [curve, setCurve] = useState(() => chosenCurve(props.fields, props.scoring, saved))
  const numbers = useRef<HTMLDivElement>(null)
  const read = () => {
    const chosen = numbers.current!.querySelector('select')!.value
    const [originalScore, minScoreRate, difficulty] = numbers.current!.querySelectorAll('input')
    const next = {
      originalScore: originalScore!.value,
      minScoreRate: minScoreRate!.value,
      difficulty: difficulty!.value
    }
    setFields(next)
    setScoring(chosen)
    // Numbers that are not complete yet leave the drawing; a plug-in whose values nobody knows has none.
    setCurve((known) => (readCurve(next) ? chosenCurve(next, chosen, saved) : known))
  }
  // The reader or the browser may have filled the fields before the script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first render
  useEffect(read, [])
  return (
    <div className="stack-16" ref={numbers}>
      {curve && <Chart curve={curve} category={category} solves={solves} />}
      <ScoringField value={scoring} error={errors.scoring} plugins={plugins} onChange={read} />
      <div className="form-grid bl3">
        {NAMES.map((name) => (
          <NumberField key={name} name={name} value={fields[name]} error={errors[name]} onChange={read} />
        ))}
      </div>
    </div>
  )
}

interface NumberFieldProps {
  name: keyof CurveFields
  value: string
  error?: string
  onChange(): void
}

function NumberField({ name, value, error, onChange }: NumberFieldProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t(`curve:${name}`)}
      </label>
      <input
        id={id}
        name={name}
        className="input num"
        inputMode="decimal"
        autoComplete="off"
        required
        value={value}
        onChange={onChange}
        {...(error && WRONG)}
        aria-describedby={error ? `${id}e` : undefined}
      />
      {error && (
        <span className="field-error" id={`${id}e`}>
          {error}
        </span>
      )}
    </div>
  )
}

const percent = (units: number) => `${(units / 10).toFixed(2)}%`

function Chart({ curve, category, solves }: { curve: Curve; category: string; solves: number }) {
  const t = useText()
  const { path, now, least, ticks } = draw(curve, solves)
  const half = Math.round(curve.score / 2)
  const label = t('curve:label', {
    first: curve.score,
    now: now.value,
    solves,
    least: least.value
  })
  return (
    <div className="curve" data-category={category}>
      <svg role="img" aria-label={label} focusable="false">
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <path className="a" d={`${path}V1000H0Z`} />
        </svg>
        <Level y={1000} value={0} kind="g0" />
        {Math.abs(least.y - 500) > 120 && <Level y={500} value={half} kind="g" />}
        <Level y={0} value={curve.score} kind="g" />
        {least.y < 880 && least.y > 120 && <Level y={least.y} value={least.value} kind="min" />}
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <path className="c" d={path} />
        </svg>
        <circle className="pt" cx={percent(now.x)} cy={percent(now.y)} r="5" />
        <text
          className="v"
          x={percent(now.x)}
          y={percent(now.y)}
          dx={now.x > 500 ? -9 : 9}
          dy={now.y < 150 ? 16 : -7}
          textAnchor={now.x > 500 ? 'end' : 'start'}
        >
          {t('curve:now', { value: now.value, count: solves })}
        </text>
        {ticks.map((tick) => (
          <text key={tick.solves} x={percent(tick.x)} y="100%" dy="16" textAnchor="middle">
            {tick.solves}
          </text>
        ))}
      </svg>
    </div>
  )
}

function Level({ y, value, kind }: { y: number; value: number; kind: 'g0' | 'g' | 'min' }) {
  return (
    <>
      <line className={kind} x1="0" x2="100%" y1={percent(y)} y2={percent(y)} />
      <text x="-8" dy="4" y={percent(y)} textAnchor="end">
        {value}
      </text>
    </>
  )
}
