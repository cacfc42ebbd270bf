import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/Confirm'
import { EmptyState } from '~/app/components/EmptyState'
import { TextareaField } from '~/app/components/Field'
import { FormMessage } from '~/app/components/FormMessage'
import { FlagIcon, TrashIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { AdminFrame } from '../AdminFrame'
import { useDraft } from '../draft-state'
import { gameOf } from '../game/head'
import { ChallengeHead } from './ChallengeHead'
import { flagForms } from './flag-forms'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('Admin', async (args) => {
  const { services, ctx, params, t } = args
  const { game, heading } = await gameOf(args)
  const challenge = await services.challenges.editOne(ctx, game.id, idOf(params.chalId))
  const { id, title, category, type, isEnabled, acceptedCount } = challenge
  const flags = challenge.flags.map((one) => ({ id: one.id, flag: one.flag }))
  const shown = { id, title, category, type, isEnabled, acceptedCount }
  return { title: t('admin:flags.title', { title }), heading, challenge: shown, flags }
})

export const action = flagForms

export default function Flags() {
  const { heading, challenge, flags } = useLoaderData<typeof loader>()
  const t = useText()
  const href = `/admin/games/${heading.id}/challenges/${challenge.id}/Flags`
  const state = useDraft()
  const last = challenge.isEnabled && flags.length === 1
  return (
    <AdminFrame>
      <ChallengeHead heading={heading} challenge={challenge} view="flags" />
      <div className="edit">
        <div className="stack-16">
          {state?.intent !== 'add' && <FormMessage state={state} />}
          <Panel title={t('admin:flags.flags')} aside={flags.length} body="stack">
            {flags.length === 0 ? (
              <EmptyState icon={FlagIcon} title={t('admin:flags.none')}>
                {t('admin:flags.none_text')}
              </EmptyState>
            ) : (
              <ul className="list-edit">
                {flags.map(({ id, flag }, index) => (
                  <li key={id}>
                    <code className="grow flagtext">{flag}</code>
                    <Confirm
                      look="ghost icon-only sm"
                      danger
                      label={<TrashIcon />}
                      name={t('admin:flags.remove', { number: index + 1 })}
                      question={t(last ? 'admin:flags.remove_last' : 'admin:flags.remove_question')}
                      confirm={t('admin:challenge.remove')}
                      action={href}
                      fields={{ intent: 'remove', flag: id }}
                    />
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        </div>
        <div className="stack-16">
          <AddFlags href={href} />
          {challenge.acceptedCount > 0 && (
            <Banner inline announce={false}>
              {t('admin:flags.not_judged_again')}
            </Banner>
          )}
        </div>
      </div>
    </AdminFrame>
  )
}

function AddFlags({ href }: { href: string }) {
  const t = useText()
  const state = useFormState('add')
  return (
    <Panel title={t('admin:flags.add')} body="stack">
      <form className="stack-16" method="post" action={href}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="add" />
        <TextareaField
          name="flags"
          label={t('admin:flags.lines')}
          hint={t('admin:flags.lines_hint')}
          state={state}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          required
        />
        <div>
          <button type="submit" className="btn primary">
            {t('admin:flags.add')}
          </button>
        </div>
      </form>
    </Panel>
  )
}
