import { useEffect, useRef, useState } from 'react'
import { CircleAlertIcon, ExternalLinkIcon, FileArchiveIcon } from '~/app/components/icons'
import { UploadIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'
import { Refused } from '../runtime/calls'
import { attach, type Calls } from './send'

const KINDS = ['None', 'Local', 'Remote'] as const
type Kind = (typeof KINDS)[number]

export interface Attached {
  kind: Kind
  name: string
  url: string | null
  size: string | null
}

interface AttachmentProps {
  form: string
  attached: Attached
  calls: Calls
  errors: Partial<Record<'file' | 'remoteUrl', string>>
  chosen: Kind
  typed: string
}

type State = { kind: 'idle' | 'done' } | { kind: 'sending'; done: number } | { kind: 'failed'; text: string }

export function Attachment({ form, attached: given, calls, errors, chosen, typed }: AttachmentProps) {
  const t = useText()
  const [attached, setAttached] = useState(given)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const file = useRef<HTMLInputElement>(null)
  const busy = useRef(false)

  useEffect(() => {
    const element = document.getElementById(form) as HTMLFormElement
    const submit = async (event: SubmitEvent) => {
      event.preventDefault()
      if (busy.current) return
      const fields = new FormData(element)
      const attachmentType = String(fields.get('attachmentType')) as Kind
      const remoteUrl = String(fields.get('remoteUrl') ?? '')
      const sent = file.current?.files?.[0] ?? null
      if (attachmentType === 'Local' && !sent)
        return setState({ kind: 'failed', text: t('editor:attachment.choose') })
      busy.current = true
      setState({ kind: 'sending', done: 0 })
      try {
        await attach(calls, { attachmentType, file: sent, remoteUrl }, (done) =>
          setState({ kind: 'sending', done })
        )
        setAttached(shownOf(attachmentType, sent, remoteUrl))
        setState({ kind: 'done' })
        if (file.current) file.current.value = ''
      } catch (failure) {
        const text =
          failure instanceof Refused && failure.message ? failure.message : t('editor:attachment.failed')
        setState({ kind: 'failed', text })
      }
      busy.current = false
    }
    element.addEventListener('submit', submit)
    return () => element.removeEventListener('submit', submit)
  }, [form, calls, t])

  return (
    <div className="stack attach-form">
      <Now attached={attached} />
      <fieldset className="segmented" aria-label={t('editor:attachment.kind')}>
        {KINDS.map((kind) => (
          <label key={kind}>
            <input
              form={form}
              type="radio"
              name="attachmentType"
              value={kind}
              defaultChecked={kind === chosen}
            />
            {t(`editor:attachment.${kind}`)}
          </label>
        ))}
      </fieldset>
      <label className="drop if-Local">
        <UploadIcon />
        <span>
          <strong>{t('editor:attachment.choose')}</strong>
          {t('editor:attachment.choose_hint')}
        </span>
        <input ref={file} form={form} type="file" name="file" />
      </label>
      {errors.file && <Fault text={errors.file} />}
      <label className="field if-Remote">
        <span className="label">{t('editor:attachment.url')}</span>
        <input
          form={form}
          className="input mono"
          type="url"
          name="remoteUrl"
          defaultValue={typed}
          maxLength={2048}
          autoComplete="off"
        />
        <span className="hint">{t('editor:attachment.url_hint')}</span>
      </label>
      {errors.remoteUrl && <Fault text={errors.remoteUrl} />}
      <p className="hint if-None">{t('editor:attachment.none_hint')}</p>
      <Progress state={state} />
      <div>
        <button
          form={form}
          type="submit"
          className="btn sm"
          name="intent"
          value="attachment"
          data-pending={state.kind === 'sending' || undefined}
        >
          {t('editor:attachment.attach')}
        </button>
      </div>
    </div>
  )
}

const shownOf = (kind: Kind, file: File | null, url: string): Attached => {
  if (kind === 'Local') return { kind, name: file?.name ?? '', url: null, size: null }
  return kind === 'Remote' ? { kind, name: url, url, size: null } : { kind, name: '', url: null, size: null }
}

function Now({ attached: { kind, name, url, size } }: { attached: Attached }) {
  const t = useText()
  if (kind === 'None') return <p className="muted">{t('editor:attachment.nothing')}</p>
  const Mark = kind === 'Local' ? FileArchiveIcon : ExternalLinkIcon
  return (
    <p className="row-tight">
      <Mark className="i14" />
      {url ? (
        <a className="link grow" href={url} rel="noopener" download={kind === 'Local' ? name : undefined}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi className="grow">{name}</bdi>
      )}
      {size && <span className="faint small nowrap">{size}</span>}
    </p>
  )
}

function Progress({ state }: { state: State }) {
  const t = useText()
  return (
    <div role="status">
      {state.kind === 'sending' && (
        <div className="field">
          <progress max={100} value={state.done} aria-labelledby="attachment-progress" />
          <span className="hint" id="attachment-progress">
            {t('editor:attachment.sending', { done: state.done })}
          </span>
        </div>
      )}
      {state.kind === 'done' && <p className="small ok">{t('editor:attachment.done')}</p>}
      {state.kind === 'failed' && <Fault text={state.text} />}
    </div>
  )
}

function Fault({ text }: { text: string }) {
  return (
    <span className="field-error">
      <CircleAlertIcon />
      {text}
    </span>
  )
}
