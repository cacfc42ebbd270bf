import { Endpoints } from '~/app/components/instance/Endpoints'
import { isCarried } from '~/app/components/instance/entry'
import { richText } from '~/app/components/markdown/richText'
import { useLocale, useText } from '~/app/i18n/text'
import type { TestInstance } from '~/app/request/test-instance'
import { fromWire } from '~/scoring/rules'
import { TrafficFigures } from '../instance-traffic/InstanceTraffic'
import { useNow } from '../runtime/clock'
import { clockLeft } from '../runtime/clock-left'
import { fixOf, type Phase, secondsOf } from './test-progress'

interface BodyProps {
  test: TestInstance | null
  phase: Phase
  barrier: 'image' | 'engine' | null
  now: number
}

export function TestBody({ test, phase, barrier, now }: BodyProps) {
  const t = useText()
  if (!test || phase === 'none')
    return (
      <>
        <p>
          <strong>{t('containers:test.none')}</strong> {t('containers:test.offer')}
        </p>
        <Barrier barrier={barrier} />
      </>
    )
  const over = phase === 'ended' || phase === 'stopping'
  return (
    <>
      {!over && phase !== 'stuck' && <Steps steps={test.steps} />}
      {phase === 'queued' && <Waiting test={test} />}
      {(phase === 'ready' || phase === 'unhealthy') && <Running test={test} phase={phase} now={now} />}
      {phase === 'stuck' && <p>{t('instances:box.stuck')}</p>}
      {over && (
        <p>{t('instances:box.ending', { reason: t(`instances:reason.${test.reason ?? 'admin'}`) })}</p>
      )}
      {phase === 'ended' && <p className="hint">{t('containers:test.none')}</p>}
      <Fault test={test} />
      {(phase === 'ended' || phase === 'failed') && <Barrier barrier={barrier} />}
    </>
  )
}

function Barrier({ barrier }: Pick<BodyProps, 'barrier'>) {
  const t = useText()
  if (barrier === null) return null
  return (
    <p className="hint">
      {t(`containers:test.barrier.${barrier}`)}{' '}
      {barrier === 'engine' && (
        <a className="link" href="/admin/Engines">
          {t('containers:engines')}
        </a>
      )}
    </p>
  )
}

function Steps({ steps }: Pick<TestInstance, 'steps'>) {
  const t = useText()
  const locale = useLocale()
  return (
    <ol className="steps-line" aria-label={t('instances:box.progress')}>
      {steps.map(({ stage, state, ms }) => (
        <li
          key={stage}
          className={state === 'failed' ? 'bad' : state === 'open' ? undefined : state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span>
            {t(`instances:box.stage.${stage}`)}
            {state === 'failed' && <span className="sr"> {t('instances:box.head.failed')}</span>}
            {ms !== null && (
              <>
                <br />
                <b>{t('instances:box.seconds', { n: secondsOf(ms).toLocaleString(locale) })}</b>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Waiting({ test: { waitsFor } }: { test: TestInstance }) {
  const t = useText()
  if (!waitsFor) return null
  return (
    <p>
      {t(`containers:test.waits.${waitsFor}`)}{' '}
      {/engine/.test(waitsFor) && (
        <a className="link" href="/admin/Engines">
          {t('containers:engines')}
        </a>
      )}
    </p>
  )
}

function Running({
  test: { endpoints, traffic, expiresAt, engine },
  phase,
  now: made
}: Omit<BodyProps, 'test' | 'barrier'> & { test: TestInstance }) {
  const t = useText()
  const now = useNow(made, 1000)
  return (
    <>
      {phase === 'unhealthy' && <p>{t('instances:box.unhealthy')}</p>}
      <Endpoints endpoints={endpoints} test />
      {endpoints.some(isCarried) && <TrafficFigures traffic={traffic} />}
      <div className="row small">
        {expiresAt !== null && (
          <span role="timer">
            {richText(t, 'containers:test.left', {
              time: <b key="t">{clockLeft(fromWire(expiresAt) - now)}</b>
            })}
          </span>
        )}
        {engine !== null && <code className="faint">{engine}</code>}
      </div>
    </>
  )
}

function Fault({ test }: { test: TestInstance }) {
  const t = useText()
  const fix = fixOf(test)
  if (fix === null) return null
  const { state, error, detail, exitCode, port, startTimeout, memoryMb } = test
  return (
    <div className="image-fault">
      <p>
        {state === 'failed' && <strong>{t(`instances:error.${error ?? 'engine'}`)} </strong>}
        {t(`containers:test.fix.${fix}`, { port, seconds: startTimeout, memory: memoryMb })}{' '}
        {fix === 'egress_unguarded' && (
          <a className="link" href="/admin/Engines">
            {t('containers:engines')}
          </a>
        )}
      </p>
      {exitCode !== null && <p className="hint">{t('containers:test.exit', { code: exitCode })}</p>}
      {detail && (
        <details>
          <summary>{t('containers:words')}</summary>
          <pre>{detail}</pre>
        </details>
      )}
    </div>
  )
}
