import { useLoaderData } from '@remix-run/react'
import { formatBytes } from '~/app/components/bytes'
import { Announce } from '~/app/components/form/Announce'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import type { Attached } from '~/app/islands/attachment'
import { page, type UserPageArgs } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import editorStyles from '~/app/styles/patterns/container-editor.css?url'
import { type ChallengeEdit, hasContainer } from '~/server/challenges/contract'
import { AdminFrame } from '../AdminFrame'
import { useDraft } from '../draft-state'
import { EditForm } from '../EditForm'
import { AttachmentForm, AttachmentPanel, FileNamePanel } from './AttachmentPanel'
import { ChallengeMain, DeadlinePanel, ReleasePanel, ScorePanel } from './ChallengeFields'
import { ChallengeHead } from './ChallengeHead'
import { CheckerPanel } from './CheckerPanel'
import { challengeForms } from './challenge-actions'
import { fieldsOf } from './challenge-form'
import { loadChallengeHead } from './challenge-of'
import { ContainerPanel } from './container/ContainerPanel'
import { LabelPanel } from './LabelFields'
import { OfferFields } from './OfferFields'
import { RequirementPanel } from './RequirementFields'
import { SolutionPanel } from './SolutionPanel'

export const links = () => [adminStyles, editorStyles].map((href) => ({ rel: 'stylesheet', href }))

/** A stored file's path ends with its name; a remote one has none. */
function attachedOf({ attachment }: ChallengeEdit): Attached {
  const { type = 'None', url = null, fileSize = null } = attachment ?? {}
  const name = type === 'Local' ? decodeURIComponent(url?.split('/').at(-1) ?? '') : (url ?? '')
  return { kind: type, name, url, size: fileSize === null ? null : formatBytes(fileSize) }
}

function namesOf({ services, ctx }: UserPageArgs, { containerCompose: text }: ChallengeEdit): string[] {
  const read = text ? services.challenges.readCompose(ctx, text) : null
  return read?.ok ? read.spec.services.map(({ name }) => name) : []
}

export const loader = page('challenges', async (args) => {
  const { challenge, head, score, others } = await loadChallengeHead(args)
  return {
    title: challenge.title,
    head,
    fields: fieldsOf(challenge),
    attached: attachedOf(challenge),
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
    attached,
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
            <ChallengeMain fields={fields} type={challenge.type} twin={twin} running={running} />
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
              <AttachmentPanel gameId={heading.id} challengeId={challenge.id} attached={attached} />
            )}
            <FlagsPanel
              href={`${href}/Flags`}
              template={challenge.type === 'DynamicContainer' ? template : null}
              count={head.removal.flags}
            />
          </>
        }
      />
      <AttachmentForm href={href} />
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
