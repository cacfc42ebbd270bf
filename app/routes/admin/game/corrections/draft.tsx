import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import correctionStyles from '~/app/styles/patterns/corrections.css?url'
import { type DraftNow, draftConfirm, draftDecline } from '~/server/corrections/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { Effect } from './Effect'
import { Ends } from './Ends'

export const links = () => [adminStyles, correctionStyles].map((href) => ({ rel: 'stylesheet', href }))

const listOf = (gameId: number) => `/admin/games/${gameId}/Corrections`

export const loader = page('corrections', async (args) => {
  const { services, ctx, params, t } = args
  const { game, heading } = await loadGameHead(args)
  const draft = await services.corrections.drafts.one(ctx, game.id, idOf(params.draftId))
  return {
    title: `${t('corrections:draft.one', { id: draft.id })} · ${game.title}`,
    ...{ heading, draft, now: ctx.now.getTime() }
  }
})

const back = (gameId: number, key: string) => redirectWith(listOf(gameId), { tone: 'ok', key })

const confirm = oneForm({
  act: 'corrections',
  schema: draftConfirm,
  async run({ services, ctx, params, input }) {
    const gameId = idOf(params.id)
    await services.corrections.drafts.confirm(ctx, gameId, idOf(params.draftId), input.digest)
    return back(gameId, 'corrections:applied')
  }
})

const decline = oneForm({
  act: 'corrections',
  schema: draftDecline,
  async run({ services, ctx, params, input }) {
    const gameId = idOf(params.id)
    await services.corrections.drafts.decline(ctx, gameId, idOf(params.draftId), input.reason)
    return back(gameId, 'corrections:draft.declined')
  }
})

const withdraw = oneForm({
  act: 'corrections',
  schema: z.object({}),
  async run({ services, ctx, params }) {
    const gameId = idOf(params.id)
    await services.corrections.drafts.withdraw(ctx, gameId, idOf(params.draftId))
    return back(gameId, 'corrections:draft.withdrawn')
  }
})

export const action = forms({ confirm, decline, withdraw })

/** The reader's actions on an open draft. */
function Decide({ draft: { own, preview } }: { draft: DraftNow }) {
  const t = useText()
  const [confirming, declining] = [useFormState('confirm'), useFormState('decline')]
  const withdrawing = useFormState('withdraw')
  const mayApply = preview !== null && !(own && preview.second)
  return (
    <Panel title={t('corrections:draft.decide')} body="stack-16">
      {preview?.second && <p>{t(own ? 'corrections:draft.for_another' : 'corrections:draft.with_you')}</p>}
      {mayApply && (
        <form className="stack-16" method="post">
          <FormMessage state={confirming} />
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="digest" value={preview.digest} />
          <button type="submit" className="btn primary">
            {t(preview.second ? 'corrections:draft.confirm' : 'corrections:apply')}
          </button>
        </form>
      )}
      {own ? (
        <form method="post">
          <FormMessage state={withdrawing} />
          <input type="hidden" name="intent" value="withdraw" />
          <button type="submit" className="btn">
            {t('corrections:draft.withdraw')}
          </button>
        </form>
      ) : (
        <form className="stack-16" method="post">
          <FormMessage state={declining} />
          <input type="hidden" name="intent" value="decline" />
          <TextareaField
            name="reason"
            label={t('corrections:draft.why')}
            hint={t('corrections:draft.why_hint')}
            state={declining}
            rows={2}
            maxLength={500}
            required
          />
          <button type="submit" className="btn">
            {t('corrections:draft.decline')}
          </button>
        </form>
      )}
    </Panel>
  )
}

function About({ draft, now }: { draft: DraftNow; now: number }) {
  const t = useText()
  const { number } = useFormat()
  const { kind, challenges, teams, points, reason, announce, by, time, state, decided } = draft
  const names = [...challenges.map(({ title }) => title), ...teams.map(({ name }) => name)]
  return (
    <Panel title={t('corrections:what')} body="stack">
      <p>
        <b>{t(`corrections:kind.${kind}`)}</b>
        {points !== null && ` · ${points > 0 ? '+' : ''}${number(points)}`}
      </p>
      {names.length > 0 && (
        <p>
          <bdi>{names.join(', ')}</bdi>
        </p>
      )}
      <p>
        {t('corrections:reason')}: <bdi>{reason}</bdi>
      </p>
      {announce && <p className="hint">{t('corrections:draft.announces')}</p>}
      <p className="muted">
        {by ?? '–'} · <Moment time={time} now={now} />
      </p>
      {decided && (
        <p>
          {t(`corrections:draft.state.${state}`)}: {decided.by ?? '–'}{' '}
          {decided.reason && <bdi>{decided.reason}</bdi>}
        </p>
      )}
    </Panel>
  )
}

export default function Draft() {
  const { heading, draft, now } = useLoaderData<typeof loader>()
  const t = useText()
  const { preview, cause, changed, state, effect } = draft
  const isOpen = state === 'open'
  const name = t('corrections:draft.one', { id: draft.id })
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Corrections"
        title={name}
        badges={isOpen && <span className="sub">{t('corrections:nothing_yet')}</span>}
        crumbs={[{ href: listOf(heading.id), text: t('corrections:title') }, { text: name }]}
      />
      <div className="correct">
        <div className="stack-16">
          <About draft={draft} now={now} />
        </div>
        <div className="stack-16">
          {cause !== null && (
            <Banner tone="warn" inline>
              {t('corrections:draft.impossible', { cause: t(`errors:${cause}`) })}
            </Banner>
          )}
          {changed && (
            <Banner tone="warn" inline>
              {t('corrections:draft.changed')}
            </Banner>
          )}
          {preview && <Ends ends={preview.ends} />}
          <Effect effect={preview?.effect ?? effect}>{isOpen && <Decide draft={draft} />}</Effect>
        </div>
      </div>
    </AdminFrame>
  )
}
