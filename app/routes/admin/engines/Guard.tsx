import { useLocation } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { TextareaField } from '~/app/components/form/Field'
import { WRONG } from '~/app/components/form/wrong'
import { ShieldIcon } from '~/app/components/hall-icons'
import { CheckIcon, CopyIcon, ShieldAlertIcon, ShieldCheckIcon, XIcon } from '~/app/components/icons'
import { REACHED } from '~/app/components/scrollable'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import type { EngineView, GuardCheck } from '~/server/engines/contract'
import { findingsOf } from './checks'

interface GuardProps {
  engine: EngineView
  rules: string
  now: number
  state: FormState | null
}

/** Result of the isolation test: prominent only on failure. */
export function Guard(props: GuardProps) {
  const { guard } = props.engine
  if (guard === 'guarded') return <Guarded {...props} />
  return guard === 'unguarded' ? <Unguarded {...props} /> : <Untested {...props} />
}

function Tested({ at, now }: { at: number; now: number }) {
  const t = useText()
  const { span } = useFormat()
  return (
    <time className="push" dateTime={new Date(at).toISOString()}>
      {t('engines:guard.tested', { ago: span(now - at) })}
    </time>
  )
}

function Fine({ names }: { names: string[] }) {
  const t = useText()
  if (names.length === 0) return null
  return (
    <ul className="tests">
      {names.map((name) => (
        <li key={name}>
          <CheckIcon />
          {t(`engines:check.${name}`)}
        </li>
      ))}
    </ul>
  )
}

function Guarded({ engine: { guardReport }, now }: GuardProps) {
  const t = useText()
  return (
    <div className="guard">
      <h3 className="top">
        <ShieldCheckIcon />
        {t('engines:guard.guarded')}
        {guardReport && <Tested at={guardReport.at} now={now} />}
      </h3>
      {guardReport && <Fine names={findingsOf(guardReport).fine} />}
      {guardReport?.error && (
        <p className="small">
          <code>{guardReport.error}</code>
        </p>
      )}
    </div>
  )
}

function Untested({ engine: { guardReport, testing, state } }: GuardProps) {
  const t = useText()
  return (
    <div className="guard idle">
      <h3 className="top">
        <ShieldIcon />
        {t(testing && state === 'up' ? 'engines:guard.testing' : 'engines:guard.untested')}
      </h3>
      <p className="small muted">{t('engines:guard.untested_text')}</p>
      {guardReport?.error && (
        <p className="small">
          <code>{guardReport.error}</code>
        </p>
      )}
    </div>
  )
}

function findingText(t: ReturnType<typeof useText>, { name, result, ms }: GuardCheck) {
  if (name === 'published') return t('engines:guard.unreachable')
  if (result === 'refused') return t('engines:guard.arrived')
  return ms === null
    ? t('engines:guard.reached')
    : t('engines:guard.reached_in', { ms: Math.max(1, Math.round(ms)) })
}

function Unguarded({ engine, rules, now, state }: GuardProps) {
  const t = useText()
  const { id, guardReport: report, testing, accepted } = engine
  const { pathname } = useLocation()
  const found = report && findingsOf(report)
  return (
    <div className="guard bad">
      <h3 className="top">
        <ShieldAlertIcon />
        {t('engines:guard.unguarded')}
        {report && <Tested at={report.at} now={now} />}
      </h3>
      {found && found.through.length > 0 && (
        <ul className="tests through">
          {found.through.map((check) => (
            <li key={`${check.name} ${check.target}`}>
              <XIcon />
              <span>
                {t(`engines:check.${check.name}`)} <code>{check.target}</code>
              </span>
              <span>{findingText(t, check)}</span>
            </li>
          ))}
        </ul>
      )}
      {found && found.more > 0 && <p className="small">{t('engines:guard.more', { count: found.more })}</p>}
      {report?.error && (
        <p className="small">
          <code>{report.error}</code>
        </p>
      )}
      {found && <Fine names={found.fine} />}
      <Rules id={id} rules={rules} />
      <form className="row" method="post" action={pathname}>
        <input type="hidden" name="engine" value={id} />
        <button type="submit" className="btn sm primary" name="intent" value="test" disabled={testing}>
          <ShieldCheckIcon />
          {t(testing ? 'engines:guard.testing' : 'engines:guard.test')}
        </button>
      </form>
      {accepted ? <Accepted engine={engine} now={now} /> : <AcceptForm id={id} state={state} />}
    </div>
  )
}

function Rules({ id, rules }: { id: number; rules: string }) {
  const t = useText()
  return (
    <details>
      <summary>{t('engines:guard.rules')}</summary>
      <p className="hint">{t('engines:guard.rules_text')}</p>
      <pre {...REACHED}>
        <code id={`rules-${id}`}>{rules}</code>
      </pre>
      <button
        type="button"
        className="btn sm js-only"
        data-copy={`rules-${id}`}
        data-done={t('common:copied')}
      >
        <CopyIcon />
        <span>{t('engines:guard.copy')}</span>
      </button>
    </details>
  )
}

function Accepted({ engine: { id, accepted }, now }: Pick<GuardProps, 'engine' | 'now'>) {
  const t = useText()
  const { span } = useFormat()
  const { pathname } = useLocation()
  if (!accepted) return null
  return (
    <Banner
      tone="warn"
      announce={false}
      title={t('engines:guard.accepted', { name: accepted.by ?? '–', ago: span(now - accepted.at) })}
      action={
        <form method="post" action={pathname}>
          <input type="hidden" name="engine" value={id} />
          <button type="submit" className="btn sm" name="intent" value="refuse">
            {t('engines:guard.refuse')}
          </button>
        </form>
      }
    >
      {accepted.reason}
    </Banner>
  )
}

/** Accepting an unguarded engine needs a reason and a confirmation. */
function AcceptForm({ id, state: sent }: { id: number; state: FormState | null }) {
  const t = useText()
  const { pathname } = useLocation()
  const state = sent?.values.engine === String(id) ? sent : null
  const wrong = state?.errors.sure && WRONG
  return (
    <details open={state !== null}>
      <summary className="btn danger sm">{t('engines:guard.accept')}</summary>
      <form className="stack" method="post" action={pathname}>
        <input type="hidden" name="intent" value="accept" />
        <input type="hidden" name="engine" value={id} />
        <TextareaField
          name="reason"
          label={t('engines:guard.reason')}
          hint={t('engines:guard.reason_hint')}
          state={state}
          maxLength={500}
          required
        />
        <label className="check">
          <input type="checkbox" name="sure" required {...wrong} />
          <span>{t('engines:guard.sure')}</span>
        </label>
        <div className="row">
          <button type="submit" className="btn danger-solid sm">
            {t('engines:guard.accept_now')}
          </button>
        </div>
      </form>
    </details>
  )
}
