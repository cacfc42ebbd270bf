import { useLoaderData } from '@remix-run/react'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { AdminFrame } from '../AdminFrame'
import { EditForm } from '../EditForm'
import { gameOf } from '../game/head'
import { ChallengeMain, ScorePanel } from './ChallengeFields'
import { ChallengeHead } from './ChallengeHead'
import { fieldsOf } from './challenge-form'
import { challengeForms } from './challenge-forms'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('Admin', async (args) => {
  const { services, ctx, params } = args
  const { game, heading } = await gameOf(args)
  const challenge = await services.challenges.editOne(ctx, game.id, idOf(params.chalId))
  const { id, title, category, type, isEnabled, acceptedCount, flags, version } = challenge
  const shown = { id, title, category, type, isEnabled, acceptedCount }
  return { title, heading, challenge: shown, fields: fieldsOf(challenge), version, flags: flags.length }
})

export const action = challengeForms

export default function Challenge() {
  const { heading, challenge, fields, version, flags } = useLoaderData<typeof loader>()
  const t = useText()
  const href = `/admin/games/${heading.id}/challenges/${challenge.id}`
  return (
    <AdminFrame>
      <ChallengeHead heading={heading} challenge={challenge} view="challenge" />
      <EditForm
        href={href}
        version={version}
        main={<ChallengeMain fields={fields} running={heading.state === 'running' && challenge.isEnabled} />}
        side={
          <>
            <ScorePanel fields={fields} solves={challenge.acceptedCount} />
            <Panel title={t('admin:challenge.flags')} aside={flags} body="stack">
              <p className="muted">
                {t(flags === 0 ? 'admin:flags.none' : 'admin:challenge.flags_count', { count: flags })}
              </p>
              <a className="link small" href={`${href}/Flags`}>
                {t('admin:challenge.flags_edit')}
              </a>
            </Panel>
          </>
        }
      />
    </AdminFrame>
  )
}
