import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Confirm } from '~/app/components/form/Confirm'
import { Field, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import helpStyles from '~/app/styles/patterns/help.css?url'
import { idParam } from '~/server/platform/wire'
import { TICKET_LIMITS } from '~/server/tickets/constants'
import { type CannedAnswer, cannedInput } from '~/server/tickets/contract'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: helpStyles }]

export const loader = page('answers', async (args) => {
  const { services, ctx, t } = args
  const { game, counts, now } = await watchedGame(args, { early: true })
  const answers = await services.tickets.canned.list(ctx, game.id)
  return { title: `${t('help:canned.title')} · ${game.title}`, game, counts, now, answers }
})

const done = (args: Parameters<typeof pathOf>[0], name: string) =>
  redirectWith(pathOf(args), { tone: 'ok', key: `help:done.${name}` })
const fields = { 'canned.name_taken': 'name' }

export const action = forms({
  add: oneForm({
    act: 'answers',
    schema: cannedInput,
    fields,
    async run(args) {
      const { services, ctx, params, input } = args
      await services.tickets.canned.add(ctx, idOf(params.id), input)
      return done(args, 'canned')
    }
  }),
  change: oneForm({
    act: 'answers',
    schema: cannedInput.extend({ answer: idParam }),
    fields,
    async run(args) {
      const { services, ctx, params, input } = args
      await services.tickets.canned.change(ctx, idOf(params.id), input.answer, input)
      return done(args, 'canned')
    }
  }),
  remove: oneForm({
    act: 'answers',
    schema: z.object({ answer: idParam }),
    async run(args) {
      const { services, ctx, params, input } = args
      await services.tickets.canned.remove(ctx, idOf(params.id), input.answer)
      return done(args, 'canned_removed')
    }
  })
})

/** A canned answer, new or known. */
function AnswerForm({ answer }: { answer?: CannedAnswer }) {
  const t = useText()
  const intent = answer ? 'change' : 'add'
  const sent = useFormState(intent)
  const state = !answer || sent?.values.answer === String(answer.id) ? sent : null
  return (
    <form className="stack-16 help-form" method="post">
      <FormMessage state={state} />
      {answer && <input type="hidden" name="answer" value={answer.id} />}
      <Field
        name="name"
        label={t('help:canned.name')}
        state={state}
        defaultValue={answer?.name}
        maxLength={TICKET_LIMITS.name}
        required
        autoComplete="off"
      />
      <TextareaField
        name="text"
        label={t('help:text')}
        state={state}
        defaultValue={answer?.text}
        rows={4}
        maxLength={TICKET_LIMITS.text}
        required
        spellCheck
      />
      <button type="submit" className={answer ? 'btn' : 'btn primary'} name="intent" value={intent}>
        {t(answer ? 'help:canned.save' : 'help:canned.add')}
      </button>
    </form>
  )
}

export default function Answers() {
  const { game, counts, now, answers } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <MonitorFrame game={game} tab="Help" counts={counts} now={now}>
      <div className="ticket-head">
        <h2>{t('help:canned.title')}</h2>
      </div>
      <p className="muted">{t('help:canned.hint')}</p>
      <div className="stack-16">
        <Panel title={t('help:canned.new')}>
          <AnswerForm />
        </Panel>
        {answers.map((answer) => (
          <Panel
            key={answer.id}
            title={<bdi>{answer.name}</bdi>}
            aside={
              <Confirm
                classes="sm danger"
                danger
                label={t('help:canned.remove')}
                question={t('help:canned.remove_question', { name: answer.name })}
                confirm={t('help:canned.remove')}
                fields={{ intent: 'remove', answer: answer.id }}
              />
            }
          >
            <AnswerForm answer={answer} />
          </Panel>
        ))}
        <p>
          <a className="link" href={`/games/${game.id}/monitor/Help`}>
            {t('help:all')}
          </a>
        </p>
      </div>
    </MonitorFrame>
  )
}
