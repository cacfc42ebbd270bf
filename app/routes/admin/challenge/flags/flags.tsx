import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { FormMessage } from '~/app/components/form/FormMessage'
import { BlockPanel } from '~/app/components/game/BlockPanel'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import flagTemplate from '~/app/islands/flag-template'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import { pageOf } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import editorStyles from '~/app/styles/patterns/container-editor.css?url'
import { hasContainer } from '~/server/challenges/contract'
import { AdminFrame } from '../../AdminFrame'
import { useRefused } from '../../draft-state'
import { ChallengeHead } from '../ChallengeHead'
import { loadChallengeHead } from '../challenge-of'
import { AddFlags, FlagPool } from './AddFlags'
import { DecoyPanel, PoolDecoys } from './DecoyPanel'
import { FlagList } from './FlagList'
import { flagForms } from './flag-forms'
import { ResetAttempts } from './ResetAttempts'
import { templateOf } from './template-view'

export const links = () => [adminStyles, editorStyles].map((href) => ({ rel: 'stylesheet', href }))

const PAGE_SIZE = 100

export const loader = page('challenges', async (args) => {
  const { services, ctx, t, url } = args
  const { game, challenge, head } = await loadChallengeHead(args)
  const { id, title, type } = challenge
  const [stock, template] = await Promise.all([
    type === 'DynamicAttachment' ? services.challenges.stock(ctx, game.id, id) : null,
    type === 'DynamicContainer' ? templateOf(args, challenge) : null
  ])
  return {
    title: t('admin:flags.title', { title }),
    head,
    limited: challenge.attemptLimit !== null,
    block: challenge.block,
    decoy: challenge.decoy ?? '',
    list: pageOf(challenge.flags, url.searchParams.get('page'), PAGE_SIZE),
    stock,
    template
  }
})

export const action = flagForms

export default function Flags() {
  const { head, limited, block, decoy, list, stock, template } = useLoaderData<typeof loader>()
  const t = useText()
  const { heading, challenge } = head
  const href = `/admin/games/${heading.id}/challenges/${challenge.id}/Flags`
  const state = useRefused()
  const foreign = ![
    'add',
    'remote',
    'upload',
    'template',
    'attempts',
    'block',
    'decoy',
    'poolDecoys'
  ].includes(state?.intent ?? '')
  return (
    <AdminFrame>
      <ChallengeHead {...head} view="flags" />
      {foreign && <FormMessage state={state} />}
      {!template && head.removal.submissions > 0 && (
        <div className="before-edit">
          <Banner inline announce={false} action={<RejudgeLink gameId={heading.id} id={challenge.id} />}>
            {t('admin:flags.not_judged_again')}
          </Banner>
        </div>
      )}
      {template ? (
        <Template href={href} template={template} />
      ) : (
        <div className="edit">
          <FlagList list={list} href={href} last={challenge.isEnabled && list.total === 1} />
          <div className="stack-16">
            {stock ? <FlagPool href={href} stock={stock} /> : <AddFlags href={href} />}
          </div>
        </div>
      )}
      <div className="stack-16 mt">
        <DecoyPanel href={href} made={hasContainer(challenge.type)} decoy={decoy} />
        {stock && <PoolDecoys href={href} />}
        <BlockPanel gameId={heading.id} challengeId={challenge.id} href={href} block={block} />
        {limited && <ResetAttempts href={href} />}
      </div>
    </AdminFrame>
  )
}

/** Link to the effects of judging earlier answers again. */
function RejudgeLink({ gameId, id }: { gameId: number; id: number }) {
  const t = useText()
  return (
    <a className="btn sm" href={`/admin/games/${gameId}/Corrections/Preview?kind=rejudge&challenge=${id}`}>
      {t('corrections:judge_again')}
    </a>
  )
}

interface TemplateProps {
  href: string
  template: NonNullable<Awaited<ReturnType<typeof templateOf>>>
}

function Template({ href, template }: TemplateProps) {
  const t = useText()
  const state = useFormState('template')
  const props = {
    ...template,
    template: state?.values.template ?? template.template,
    error: state?.errors.template ?? null,
    source: `${href}/Sample`
  }
  return (
    <Panel title={t('flags:template.title')} body="stack-16">
      <FormMessage state={state} />
      <form className="stack-16" method="post" action={href}>
        <input type="hidden" name="intent" value="template" />
        <Island of={flagTemplate} props={props} />
        <div className="row">
          <button type="submit" className="btn primary">
            {t('flags:template.save')}
          </button>
          <span className="no-js-only">
            <button type="submit" className="btn" formMethod="get">
              {t('flags:template.try')}
            </button>
          </span>
          <span className="muted small">{t('flags:template.keeps')}</span>
        </div>
      </form>
    </Panel>
  )
}
