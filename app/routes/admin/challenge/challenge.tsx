import { useLoaderData } from '@remix-run/react'
import { Announce } from '~/app/components/form/Announce'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { page, type UserPageArgs } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import editorStyles from '~/app/styles/patterns/container-editor.css?url'
import { type ChallengeEdit, hasContainer } from '~/server/challenges/contract'
import { AdminFrame } from '../AdminFrame'
import { useDraft } from '../draft-state'
import { EditForm } from '../EditForm'
import { ChallengeMain, DeadlinePanel, ReleasePanel, ScorePanel } from './ChallengeFields'
import { ChallengeHead } from './ChallengeHead'
import { CheckerPanel } from './CheckerPanel'
import { ConnectionFields } from './ConnectionFields'
import { challengeForms } from './challenge-actions'
import { fieldsOf } from './challenge-form'
import { loadChallengeHead } from './challenge-of'
import { ContainerPanel } from './container/ContainerPanel'
import { FileNamePanel } from './FileNamePanel'
import { FileForms, FilesPanel } from './FilesPanel'
import { LabelPanel } from './LabelFields'
import { OfferFields } from './OfferFields'
import { RequirementPanel } from './RequirementFields'
import { SolutionPanel } from './SolutionPanel'

export const links = () => [adminStyles, editorStyles].map((href) => ({ rel: 'stylesheet', href }))

function namesOf({ services, ctx }: UserPageArgs, { containerCompose: text }: ChallengeEdit): string[] {
  const read = text ? services.challenges.readCompose(ctx, text) : null
  return read?.ok ? read.spec.services.map(({ name }) => name) : []
}

export const loader = page('challenges', async (args) => {
  const { game, challenge, head, score, others } = await loadChallengeHead(args)
  return {
    title: challenge.title,
    head,
    fields: fieldsOf(challenge),
    categories: await args.services.categories.list(args.ctx, game.id),
    files: challenge.files,
    image: challenge.containerImage,
    port: challenge.containerExposePort,
    names: namesOf(args, challenge),
    template: challenge.flagTemplate ?? '',
    version: challenge.version,
    solves: challenge.acceptedCount,
    score,
    values: challenge.pointValues,
    plugins: {
      checker: args.services.plugins.names('checker'),
      scoring: args.services.plugins.names('scoring')
    },
    others,
    twin: others.some(({ title }) => title === challenge.title)
  }
})

export const action = challengeForms

export default function Challenge() {
  const {
    head,
    fields,
    categories,
    files,
    image,
    port,
    names,
    template,
    version,
    solves,
    score,
    values,
    plugins,
    others,
    twin
  } = useLoaderData<typeof loader>()
  const { heading, challenge } = head
  const href = `/admin/games/${heading.id}/challenges/${challenge.id}`
  const running = heading.state === 'running' && challenge.isEnabled
  return (
    <AdminFrame>
      <ChallengeHead {...head} view="challenge" />
      <EditForm
        href={href}
        version={version}
        main={
          <>
            <ChallengeMain {...{ fields, categories, twin, running }} type={challenge.type} />
            <ConnectionFields values={fields.connections} />
            <OfferFields offers={fields.offers} />
            <SolutionPanel fields={fields} />
          </>
        }
        side={
          <>
            {heading.state !== 'ended' && <AnnouncePanel />}
            {!challenge.isEnabled && <ReleasePanel value={fields.releaseAt} />}
            <DeadlinePanel value={fields.closesAt} />
            <LabelPanel fields={fields} />
            <RequirementPanel fields={fields} others={others} />
            <ScorePanel {...{ fields, solves, score, values }} plugins={plugins.scoring} />
            <CheckerPanel checker={fields.checker} plugins={plugins.checker} />
            {hasContainer(challenge.type) && (
              <ContainerPanel href={`${href}/Container`} image={image} port={port} services={names} />
            )}
            {challenge.type === 'DynamicAttachment' ? (
              <FileNamePanel name={fields.fileName} />
            ) : (
              <FilesPanel gameId={heading.id} challengeId={challenge.id} files={files} />
            )}
            <FlagsPanel
              href={`${href}/Flags`}
              template={challenge.type === 'DynamicContainer' ? template : null}
              count={head.removal.flags}
            />
          </>
        }
      />
      <FileForms href={href} files={files} />
    </AdminFrame>
  )
}

function AnnouncePanel() {
  const t = useText()
  return (
    <Panel title={t('admin:announce.title')} body="stack">
      <Announce state={useDraft()} />
    </Panel>
  )
}

interface FlagsPanelProps {
  href: string
  /** Template of flags; null where flags are listed. */
  template: string | null
  count: number
}

function FlagsPanel({ href, template, count }: FlagsPanelProps) {
  const t = useText()
  return (
    <Panel title={t('admin:challenge.flags')} aside={template === null ? count : null} body="stack">
      {template ? (
        <code className="flagtext">{template}</code>
      ) : (
        <p className="muted">
          {template === ''
            ? t('flags:template.hint')
            : t(count === 0 ? 'admin:flags.none' : 'admin:challenge.flags_count', { count })}
        </p>
      )}
      <a className="link small" href={href}>
        {t('admin:challenge.flags_edit')}
      </a>
    </Panel>
  )
}
