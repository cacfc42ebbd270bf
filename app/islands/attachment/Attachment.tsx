import { useEffect, useRef, useState } from 'react'
import { CircleAlertIcon } from '~/app/components/icons'
import { UploadIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'
import { Refused, upload } from '../runtime/calls'

interface AttachmentProps {
  form: string
  /** The call that adds files. */
  url: string
  error: string | null
}

type State =
  | { kind: 'idle' }
  | { kind: 'sending'; done: number }
  | { kind: 'done'; names: string[] }
  | { kind: 'failed'; text: string }

const namesIn = (files: FileList) => [...files].map(({ name }) => name)

/** Adds files, with their progress, and leaves what is typed elsewhere on the page. */
export function Attachment({ form, url, error }: AttachmentProps) {
  const t = useText()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const busy = useRef(false)

  useEffect(() => {
    const element = document.getElementById(form) as HTMLFormElement
    const submit = async (event: SubmitEvent) => {
      event.preventDefault()
      if (busy.current) return
      const chosen = input.current?.files
      if (!chosen || chosen.length === 0)
        return setState({ kind: 'failed', text: t('editor:attachment.choose') })
      const names = namesIn(chosen)
      const sent = new FormData()
      for (const file of chosen) sent.append('files', file)
      busy.current = true
      setState({ kind: 'sending', done: 0 })
      try {
        await upload(url, sent, (done) => setState({ kind: 'sending', done }))
        setState({ kind: 'done', names })
        if (input.current) input.current.value = ''
      } catch (failure) {
        const text =
          failure instanceof Refused && failure.message ? failure.message : t('editor:attachment.failed')
        setState({ kind: 'failed', text })
      }
      busy.current = false
    }
    element.addEventListener('submit', submit)
    return () => element.removeEventListener('submit', submit)
  }, [form, url, t])

  return (
    <div className="stack">
      <label className="drop">
        <UploadIcon />
        <span>
          <strong>{t('editor:attachment.choose')}</strong>
          {t('editor:attachment.choose_hint')}
        </span>
        <input ref={input} form={form} type="file" name="files" multiple />
      </label>
      {error && <Fault text={error} />}
      <Progress state={state} />
      <div>
        <button
          form={form}
          type="submit"
          className="btn sm"
          name="intent"
          value="addFiles"
          data-pending={state.kind === 'sending' || undefined}
        >
          {t('editor:attachment.attach')}
        </button>
      </div>
    </div>
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
      {state.kind === 'done' && (
        <p className="small ok">{t('editor:attachment.done', { names: state.names.join(', ') })}</p>
      )}
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
