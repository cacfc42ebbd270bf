import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/form/FormMessage'
import { GameBar } from '~/app/components/game/GameBar'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import styles from '~/app/styles/patterns/game.css?url'
import { isAppError } from '~/server/platform/errors'
import { answersUpdate } from '~/server/registration-fields/contract'
import { GameNews } from '../GameNews'
import { AnswerFields } from '../game/AnswerFields'
import { ANSWER_ERRORS, collectAnswers } from '../game/answer-form'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page('User', async ({ services, ctx, params, t }) => {
  const id = idOf(params.id)
  const { content: _, ...game } = await services.games.one(ctx, id)
  const own = await services.participations.ownAnswers(ctx, id).catch((error: unknown) => {
    // Who has not signed up answers in the form that signs up.
    if (isAppError(error) && error.code === 'game.not_joined') throw redirect(`/games/${id}`)
    throw error
  })
  return { title: `${t('games:answers.title')} · ${game.title}`, game, own, now: ctx.now.getTime() }
})

export const action = form({
  role: 'User',
  schema: z.preprocess(collectAnswers, answersUpdate),
  fields: ANSWER_ERRORS,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.participations.changeAnswers(ctx, idOf(params.id), input.answers)
    return redirectWith(pathOf(args), { tone: 'ok', key: 'games:answers.saved' })
  }
})

export default function AnswersPage() {
  const { game, own, now } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState()
  const { fields, player, team } = own
  return (
    <>
      <GameBar game={game} current="overview" now={now} />
      <Main className="narrow">
        <div className="page-head">
          <h1>{t('games:answers.title')}</h1>
          <span className="sub">{t('games:answers.sub')}</span>
        </div>
        {fields.length === 0 ? (
          <EmptyState title={t('games:answers.none')} />
        ) : (
          <form className="stack-16" method="post">
            <FormMessage state={state} />
            {fields.some((field) => field.of === 'Player') && (
              <Panel title={t('games:answers.you')} body="stack-16">
                <AnswerFields
                  {...{ fields, state, of: 'Player', answers: player, note: t('games:answers.of_player') }}
                />
              </Panel>
            )}
            {fields.some((field) => field.of === 'Team') && (
              <Panel title={game.teamName ?? t('games:join.team')} body="stack-16">
                <AnswerFields
                  {...{ fields, state, of: 'Team', answers: team, note: t('games:answers.of_team') }}
                />
              </Panel>
            )}
            <div className="row">
              <button type="submit" className="btn primary">
                {t('games:answers.save')}
              </button>
            </div>
          </form>
        )}
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
