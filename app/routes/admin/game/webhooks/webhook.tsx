import { useLoaderData, useLocation } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/form/Confirm'
import { SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { Panel } from '~/app/components/Panel'
import { ListFoot } from '~/app/components/table/ListFoot'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { notFound } from '~/server/platform/errors'
import { WEBHOOK_EVENTS } from '~/server/webhooks/constants'
import type { WebhookResult, WebhookView } from '~/server/webhooks/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { HookState } from './HookState'
import { OnceSecret } from './OnceSecret'
import { WebhookFields } from './WebhookFields'
import { type SecretState, type TestState, webhookForms, webhooksPath } from './webhook-forms'

export const links = () => [adminStyles, formStyles].map((href) => ({ rel: 'stylesheet', href }))

const DELIVERIES_PER_PAGE = 20

export const loader = page('webhooks', async (args) => {
  const { services, ctx, url, params, format } = args
  const { game, heading } = await loadGameHead(args)
  const hooks = await services.webhooks.list(ctx, game.id)
  const hook = hooks.find(({ id }) => id === params.hookId)
  if (!hook) throw notFound('webhook.not_found')
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), DELIVERIES_PER_PAGE, (part) =>
    services.webhooks.deliveries(ctx, game.id, hook.id, part)
  )
  const when = (time: string | null) => {
    const at = time === null ? null : new Date(time)
    return at && { time: time!, text: `${format.day(at)}, ${format.clock(at)}` }
  }
  const deliveries = rows.map(({ payload: _, createdAt, dueAt, ...one }) => ({
    ...one,
    created: when(createdAt)!,
    due: when(dueAt)
  }))
  const title = `${hook.name} · ${game.title}`
  return { title, heading, list: webhooksPath(params), hook, deliveries, place }
})

export const action = webhookForms

function Answer({ status, error }: Pick<WebhookResult, 'status' | 'error'>) {
  const t = useText()
  if (error) return <>{t(`webhooks:fault.${error}`)}</>
  return <>{status === null ? t('webhooks:page.no_answer') : `HTTP ${status}`}</>
}

function Tested({ result }: { result: WebhookResult }) {
  const t = useText()
  const good = result.status !== null && result.status >= 200 && result.status < 300
  return (
    <Banner tone={good ? 'ok' : 'bad'} title={t(good ? 'webhooks:page.test_ok' : 'webhooks:page.test_bad')}>
      <Answer {...result} />
      {result.answer && <pre className="mono small">{result.answer}</pre>}
    </Banner>
  )
}

/** Kinds that the webhook asks for come first. */
function TestForm({ hook, state }: { hook: WebhookView; state: TestState | null }) {
  const t = useText()
  const others = WEBHOOK_EVENTS.filter((event) => !hook.events.includes(event))
  return (
    <Panel title={t('webhooks:page.test')}>
      <form className="stack-16" method="post" action={useLocation().pathname}>
        <FormMessage state={state} />
        {state?.result && <Tested result={state.result} />}
        <input type="hidden" name="intent" value="test" />
        <SelectField name="event" label={t('webhooks:page.test_kind')} state={state} defaultValue="">
          <option value="">{t('webhooks:page.test_plain')}</option>
          {[...hook.events, ...others].map((event) => (
            <option key={event} value={event}>
              {t(`webhooks:event.${event}`)}
            </option>
          ))}
        </SelectField>
        <div>
          <button type="submit" className="btn">
            {t('webhooks:page.test')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

function Settings({ hook }: { hook: WebhookView }) {
  const t = useText()
  const state = useFormState('save')
  const on = state ? state.values.enabled !== undefined : hook.enabled
  return (
    <Panel title={t('webhooks:page.settings')}>
      <form className="stack-16" method="post" action={useLocation().pathname}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="save" />
        <WebhookFields hook={hook} state={state} />
        <div className="scope-pick">
          <label className="check">
            <input type="checkbox" name="enabled" defaultChecked={on} />
            <span>
              {t('webhooks:page.enabled')}
              <span className="hint">{t('webhooks:page.enabled_hint')}</span>
            </span>
          </label>
        </div>
        <SubmitRow back={null}>{null}</SubmitRow>
      </form>
    </Panel>
  )
}

const TONES = { Pending: 'warn', Delivered: 'ok', Failed: 'bad' } as const
const COLUMNS = ['event', 'state', 'attempts', 'answer'] as const

type Delivery = ReturnType<typeof useLoaderData<typeof loader>>['deliveries'][number]

function Row({ delivery }: { delivery: Delivery }) {
  const t = useText()
  const { id, event, state, attempts, created, due, status, error, answer } = delivery
  const tried = status !== null || error !== null
  return (
    <tr>
      <th scope="row">
        <span className="primary-cell">
          {t(`webhooks:event.${event}`)}
          <time className="sub mono" dateTime={created.time}>
            {created.text}
          </time>
        </span>
      </th>
      <td data-label={t('webhooks:page.state')}>
        <Badge tone={TONES[state]}>{t(`webhooks:delivery.${state}`)}</Badge>
        {due && tried && (
          <time className="faint small" dateTime={due.time}>
            {' '}
            {t('webhooks:page.next', { time: due.text })}
          </time>
        )}
      </td>
      <td data-label={t('webhooks:page.attempts')}>{attempts}</td>
      <td className="small" data-label={t('webhooks:page.answer')}>
        {tried && <Answer status={status} error={error} />}
        {answer && (
          <details>
            <summary>{t('webhooks:page.show')}</summary>
            <pre className="mono small">{answer}</pre>
          </details>
        )}
      </td>
      <td className="end">
        {state !== 'Pending' && (
          <form method="post">
            <input type="hidden" name="intent" value="replay" />
            <input type="hidden" name="delivery" value={id} />
            <button type="submit" className="btn sm">
              {t('webhooks:page.again')}
            </button>
          </form>
        )}
      </td>
    </tr>
  )
}

function Deliveries() {
  const { deliveries, place } = useLoaderData<typeof loader>()
  const t = useText()
  const columns = [
    ...COLUMNS.map((name) => ({ text: t(`webhooks:page.${name}`) })),
    { text: t('webhooks:page.again'), silent: true }
  ]
  return (
    <section aria-labelledby="deliveries">
      <div className="section-head">
        <h2 id="deliveries">{t('webhooks:page.deliveries')}</h2>
      </div>
      {deliveries.length === 0 ? (
        <p className="muted">{t('webhooks:page.no_deliveries')}</p>
      ) : (
        <Table label={t('webhooks:page.deliveries')} className="cards" columns={columns}>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </Table>
      )}
      <ListFoot place={place} label="admin:place" />
    </section>
  )
}

export default function Webhook() {
  const { heading, list, hook } = useLoaderData<typeof loader>()
  const t = useText()
  const here = useLocation().pathname
  const tested = useFormState('test') as TestState | null
  const rotated = useFormState('rotate') as SecretState | null
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Webhooks"
        title={hook.name}
        crumbs={[{ href: list, text: t('admin:tab.Webhooks') }, { text: hook.name }]}
        badges={<HookState hook={hook} />}
        actions={
          <>
            {hook.format === 'Standard' && (
              <Confirm
                label={t('webhooks:page.rotate')}
                question={t('webhooks:page.rotate_question')}
                confirm={t('webhooks:page.rotate')}
                action={here}
                fields={{ intent: 'rotate' }}
              />
            )}
            <Confirm
              label={t('webhooks:page.delete')}
              classes="danger"
              question={t('webhooks:page.delete_question', { name: hook.name })}
              confirm={t('webhooks:page.delete')}
              action={here}
              fields={{ intent: 'remove' }}
              danger
            />
          </>
        }
      />
      <div className="stack-16">
        <p className="muted small">
          {hook.format} <code>{hook.host}</code>
        </p>
        <TestForm hook={hook} state={tested} />
        {rotated?.made && <OnceSecret secret={rotated.made.secret} />}
        <Settings hook={hook} />
        <Deliveries />
      </div>
    </AdminFrame>
  )
}
