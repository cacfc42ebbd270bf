import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { ScaleIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import casesStyles from '~/app/styles/patterns/cases.css?url'
import instanceStyles from '~/app/styles/patterns/instances.css?url'
import { CASE_LIMITS } from '~/server/cases/constants'
import { caseOpen } from '~/server/cases/contract'
import { idParam } from '~/server/platform/wire'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { EvidenceTable } from './EvidenceTable'
import { evidenceOf } from './evidence'

export const links = () => [
  ...monitorLinks(),
  ...[instanceStyles, casesStyles].map((href) => ({ rel: 'stylesheet', href }))
]

/** Evidence in the address: repeated `?evidence=match-42`. */
const evidenceIn = (search: URLSearchParams) =>
  search
    .getAll('evidence')
    .slice(0, CASE_LIMITS.evidence)
    .flatMap((text) => evidenceOf(text) ?? [])

export const loader = page('cases', async (args) => {
  const { services, ctx, url, t } = args
  const { game, counts, now } = await watchedGame(args)
  const [facts, open] = await Promise.all([
    services.cases.look(ctx, game.id, evidenceIn(url.searchParams)),
    services.cases.list(ctx, game.id, { count: 100, skip: 0, state: 'open' })
  ])
  const existing = open.data.map(({ number, title }) => ({ number, title }))
  return { title: `${t('cases:new')} · ${game.title}`, game, counts, now, facts, existing }
})

const pageOf = (gameId: number, number: number) => `/games/${gameId}/monitor/Cases/${number}`

const open = oneForm({
  act: 'cases',
  schema: caseOpen.pick({ title: true }),
  async run({ services, ctx, params, url, input }) {
    const id = idOf(params.id)
    const evidence = evidenceIn(url.searchParams)
    const { number } = await services.cases.open(ctx, id, { ...input, evidence, participationIds: [] })
    return redirectWith(pageOf(id, number), { tone: 'ok', key: 'cases:done.opened' })
  }
})

const add = oneForm({
  act: 'cases',
  schema: z.object({ case: idParam }),
  async run({ services, ctx, params, url, input }) {
    const id = idOf(params.id)
    await services.cases.addEvidence(ctx, id, input.case, evidenceIn(url.searchParams))
    return redirectWith(pageOf(id, input.case), { tone: 'ok', key: 'cases:done.added' })
  }
})

export const action = forms({ open, add })

export default function NewCase() {
  const { game, counts, now, facts, existing } = useLoaderData<typeof loader>()
  const t = useText()
  const { pathname, search } = useLocation()
  const [opening, adding] = [useFormState('open'), useFormState('add')]
  return (
    <MonitorFrame game={game} tab="Cases" counts={counts} now={now}>
      {facts.length === 0 ? (
        <EmptyState icon={ScaleIcon} title={t('cases:no_evidence')}>
          {t('cases:none_text')}
        </EmptyState>
      ) : (
        <div className="case-page">
          <Panel title={t('cases:evidence')} aside={t('cases:evidence_frozen')}>
            <ol className="line-events">
              {facts.map((one) => (
                <li key={`${one.time} ${one.team} ${one.answer}`} className={one.owner ? 'bad' : undefined}>
                  <EvidenceTable facts={one} now={now} />
                </li>
              ))}
            </ol>
          </Panel>
          <div className="stack-16">
            <Panel title={t('cases:new')}>
              <form className="stack-16" method="post" action={pathname + search}>
                <FormMessage state={opening} />
                <Field
                  name="title"
                  label={t('cases:title')}
                  hint={t('cases:title_hint')}
                  state={opening}
                  maxLength={CASE_LIMITS.title}
                  required
                />
                <button type="submit" className="btn primary" name="intent" value="open">
                  {t('cases:open')}
                </button>
              </form>
            </Panel>
            {existing.length > 0 && (
              <Panel title={t('cases:add_to')}>
                <form className="stack-16" method="post" action={pathname + search}>
                  <FormMessage state={adding} />
                  <SelectField name="case" label={t('cases:column.case')} state={adding}>
                    {existing.map(({ number, title }) => (
                      <option key={number} value={number}>
                        {number} · {title}
                      </option>
                    ))}
                  </SelectField>
                  <button type="submit" className="btn" name="intent" value="add">
                    {t('cases:add')}
                  </button>
                </form>
              </Panel>
            )}
          </div>
        </div>
      )}
    </MonitorFrame>
  )
}
