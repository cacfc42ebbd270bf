import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { GameBar } from '~/app/components/game/GameBar'
import { ScaleIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import casesStyles from '~/app/styles/patterns/cases.css?url'
import styles from '~/app/styles/patterns/game.css?url'
import { CASE_LIMITS } from '~/server/cases/constants'
import { caseAppeal, type TeamDecision } from '~/server/cases/contract'
import { idParam } from '~/server/platform/wire'
import { GameNews } from '../GameNews'

export const links = () => [styles, casesStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page('User', async ({ services, ctx, params, t }) => {
  const id = idOf(params.id)
  const { content: _, ...game } = await services.games.one(ctx, id)
  const decisions = await services.cases.ofTeam(ctx, id)
  return { title: `${t('cases:team.title')} · ${game.title}`, game, decisions, now: ctx.now.getTime() }
})

export const action = form({
  role: 'User',
  schema: caseAppeal.extend({ number: idParam }),
  async run(args) {
    const { services, ctx, params, input } = args
    await services.cases.appeal(ctx, idOf(params.id), input.number, input.text)
    return redirectWith(pathOf(args), { tone: 'ok', key: 'cases:team.sent' })
  }
})

function AppealForm({ decision, now }: { decision: TeamDecision; now: number }) {
  const t = useText()
  const sent = useFormState()
  const state = sent?.values.number === String(decision.number) ? sent : null
  return (
    <form className="stack-16" method="post">
      <FormMessage state={state} />
      <input type="hidden" name="number" value={decision.number} />
      <TextareaField
        name="text"
        label={t('cases:team.appeal')}
        hint={t('cases:team.appeal_hint')}
        state={state}
        rows={5}
        maxLength={CASE_LIMITS.appeal}
        required
        spellCheck
      />
      <p className="hint">
        {t('cases:team.until')} <Moment time={decision.appealUntil} now={now} /> UTC
      </p>
      <button type="submit" className="btn primary">
        {t('cases:team.send')}
      </button>
    </form>
  )
}

function Decision({ decision, now }: { decision: TeamDecision; now: number }) {
  const t = useText()
  const { number: figure } = useFormat()
  const { outcome, challenges, points, reason, time, undone, appeal, appealUntil } = decision
  return (
    <Panel title={t(`cases:outcome.${outcome}`)} aside={<Moment time={time} now={now} />} body="stack-16">
      {undone && (
        <p>
          <span className="badge ok">{t('cases:decision.undone')}</span> <bdi>{undone.reason}</bdi>
        </p>
      )}
      <p className="said">
        <bdi>{reason}</bdi>
      </p>
      {points !== null && <p>{t('cases:team.points', { points: figure(points) })}</p>}
      {challenges.length > 0 && (
        <p className="muted">
          {t('cases:team.solves')}: <bdi>{challenges.map(({ title }) => title).join(', ')}</bdi>
        </p>
      )}
      {appeal ? (
        <div className="vote">
          <b>{t('cases:team.appeal')}</b>
          <span className="hint">
            {appeal.by ?? '–'}, <Moment time={appeal.time} now={now} />
          </span>
          <p className="said">
            <bdi>{appeal.text}</bdi>
          </p>
          <p className="said muted">
            {appeal.answer ? <bdi>{appeal.answer.text}</bdi> : t('cases:team.unanswered')}
          </p>
        </div>
      ) : (
        !undone && Date.parse(appealUntil) > now && <AppealForm decision={decision} now={now} />
      )}
    </Panel>
  )
}

export default function Decisions() {
  const { game, decisions, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <GameBar game={game} current="decisions" now={now} />
      <Main className="narrow">
        <div className="page-head">
          <h1>{t('cases:team.title')}</h1>
          <span className="sub">{t('cases:team.sub')}</span>
        </div>
        {decisions.length === 0 ? (
          <EmptyState icon={ScaleIcon} title={t('cases:team.none')} />
        ) : (
          <div className="stack-16">
            {decisions.map((decision) => (
              <Decision key={`${decision.number} ${decision.time}`} decision={decision} now={now} />
            ))}
          </div>
        )}
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
