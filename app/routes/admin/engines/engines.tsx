import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { BoxIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import refresh from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import instanceStyles from '~/app/styles/patterns/instances.css?url'
import logsStyles from '~/app/styles/patterns/logs.css?url'
import { AdminFrame } from '../AdminFrame'
import { EngineCard } from './EngineCard'
import { EngineForm } from './EngineForm'
import { engineForms } from './engine-actions'
import { Images } from './Images'
import { linesOf } from './matrix'
import { Registries } from './Registries'

export const links = () =>
  [adminStyles, logsStyles, instanceStyles].map((href) => ({ rel: 'stylesheet', href }))

const REFRESH_SECONDS = 30
/** Seconds between reloads during a test or pull. */
const BUSY_SECONDS = 5

export const loader = page('Admin', async ({ services, ctx, t }) => {
  const [engines, images, registries] = await Promise.all([
    services.engines.list(ctx),
    services.engines.images(ctx),
    services.engines.registries(ctx)
  ])
  return {
    title: t('engines:title'),
    now: ctx.now.getTime(),
    engines,
    lines: linesOf(images),
    registries,
    rules: services.engines.rules(ctx),
    busy: engines.some(({ testing }) => testing) || images.some(({ state }) => state === 'pulling')
  }
})

export const action = engineForms

export default function Engines() {
  const { title, now, engines, lines, registries, rules, busy } = useLoaderData<typeof loader>()
  const accepting = useFormState('accept')
  const adding = useFormState('add_engine')
  const editing = useFormState('edit_engine')
  const t = useText()
  const unguarded = engines.filter(({ guard, accepted }) => guard === 'unguarded' && !accepted)
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <Island
          of={refresh}
          props={{ at: now, seconds: busy ? BUSY_SECONDS : REFRESH_SECONDS, href: '/admin/Engines' }}
        />
        <div className="actions">
          <a className="btn" href="/admin/Instances">
            <BoxIcon />
            {t('engines:instances')}
          </a>
        </div>
      </div>
      <div data-fresh="engines">
        {engines.length === 0 && <NoEngine />}
        {unguarded.length > 0 && (
          <div className="flash">
            <Banner
              tone="bad"
              title={`${unguarded.map(({ address }) => address).join(', ')}: ${t('engines:trouble.unguarded')}`}
              announce={false}
            >
              {t('engines:trouble.unguarded_text')}
            </Banner>
          </div>
        )}
        {engines.length > 0 && (
          <div className="engine-grid">
            {engines.map((engine) => (
              <EngineCard key={engine.id} {...{ engine, rules, now, editing }} state={accepting} />
            ))}
          </div>
        )}
      </div>
      <AddEngine state={adding} />
      {engines.length > 0 && (
        <div data-fresh="images">
          <Images engines={engines} lines={lines} />
        </div>
      )}
      <Registries registries={registries} />
    </AdminFrame>
  )
}

function AddEngine({ state }: { state: FormState | null }) {
  const t = useText()
  return (
    <div id="add-engine" className="mt">
      <Panel title={t('engines:manage.title')} body="stack">
        <p className="hint">{t('engines:manage.text')}</p>
        <details open={state !== null}>
          <summary className="btn sm">{t('engines:manage.add')}</summary>
          <div className="mt">
            <EngineForm engine={null} state={state} />
          </div>
        </details>
      </Panel>
    </div>
  )
}

/** Explains what to do without an engine; everything else works without. */
function NoEngine() {
  const t = useText()
  return (
    <Panel title={t('engines:none.title')} body="stack">
      <p>{t('engines:none.text')}</p>
      <ol className="setup-steps">
        <li>{richText(t, 'engines:none.install', { socket: <code key="s">/var/run/docker.sock</code> })}</li>
        <li>
          {richText(t, 'engines:none.address', {
            name: <code key="n">DOCKER_HOST</code>,
            example: <code key="e">unix:///run/user/1000/docker.sock</code>
          })}
        </li>
        <li>{t('engines:none.restart')}</li>
      </ol>
      <p>{t('engines:none.add')}</p>
      <p className="hint">
        {richText(t, 'engines:none.docs', {
          file: (
            <a key="f" className="link" href="/docs/operating">
              {t('docs:title')}
            </a>
          )
        })}
      </p>
    </Panel>
  )
}
