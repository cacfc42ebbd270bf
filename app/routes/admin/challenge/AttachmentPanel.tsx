import { Field } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import attachment, { type Attached } from '~/app/islands/attachment'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { useDraft } from '../draft-state'

const FORM = 'attachment'

export function AttachmentForm({ href }: { href: string }) {
  return <form id={FORM} method="post" action={href} encType="multipart/form-data" />
}

interface AttachmentPanelProps {
  gameId: number
  challengeId: number
  attached: Attached
}

export function AttachmentPanel({ gameId, challengeId, attached }: AttachmentPanelProps) {
  const t = useText()
  const state = useFormState('attachment')
  const calls = {
    upload: '/api/assets',
    attach: `/api/edit/games/${gameId}/challenges/${challengeId}/attachment`
  }
  const kind = state?.values.attachmentType
  const chosen = kind === 'Local' || kind === 'Remote' || kind === 'None' ? kind : attached.kind
  const typed = state?.values.remoteUrl ?? (attached.kind === 'Remote' ? attached.name : '')
  return (
    <Panel title={t('admin:challenge.attachment')} body="stack">
      <Island
        of={attachment}
        props={{ form: FORM, attached, calls, errors: state?.errors ?? {}, chosen, typed }}
      />
    </Panel>
  )
}

export function FileNamePanel({ name }: { name: string }) {
  const t = useText()
  return (
    <Panel title={t('admin:challenge.attachment')} body="stack">
      <Field
        name="fileName"
        label={t('admin:challenge.fileName')}
        hint={t('admin:challenge.attachment_flags')}
        state={useDraft()}
        defaultValue={name}
        className="mono"
        maxLength={255}
        autoComplete="off"
        required
      />
    </Panel>
  )
}
