import { type FormEvent, useRef, useState } from 'react'
import { FileDrop } from '~/app/components/form/FileDrop'
import { FileTextIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { Refused, upload } from '../runtime/calls'
import { faultOf } from './fault'

interface WriteupFormProps {
  href: string
  call: string
  replaces: boolean
  /** Bytes. */
  most: number
  error: string | null
}

type State = { kind: 'idle' } | { kind: 'sending'; percent: number } | { kind: 'failed'; message: string }

export function WriteupForm({ href, call, replaces, most, error }: WriteupFormProps) {
  const t = useText()
  const [state, setState] = useState<State>(error ? { kind: 'failed', message: error } : { kind: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const failed = state.kind === 'failed' ? state.message : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const file = input.current!.files?.[0]
    if (state.kind === 'sending' || !file) return
    const fault = faultOf(file, most)
    if (fault) return setState({ kind: 'failed', message: t(fault) })
    setState({ kind: 'sending', percent: 0 })
    const form = new FormData()
    form.set('file', file)
    try {
      await upload(call, form, (percent) => setState({ kind: 'sending', percent }))
      location.assign(href)
    } catch (error) {
      const { status = 0, message = '' } = error instanceof Refused ? error : {}
      if (status === 401) location.assign(href)
      else setState({ kind: 'failed', message: message || t('writeup:form.network') })
    }
  }
  return (
    <form className="stack-16" method="post" action={href} encType="multipart/form-data" onSubmit={submit}>
      <FileDrop
        ref={input}
        icon={FileTextIcon}
        title={t(replaces ? 'writeup:form.choose_again' : 'writeup:form.choose')}
        hint={t('writeup:form.hint')}
        error={failed}
        name="file"
        accept=".pdf,application/pdf"
        required
        onChange={() => state.kind === 'failed' && setState({ kind: 'idle' })}
      />
      {state.kind === 'sending' && (
        <div className="field">
          <progress max={100} value={state.percent} aria-labelledby="file-progress" />
          <span className="hint" id="file-progress" role="status">
            {t(state.percent < 100 ? 'writeup:form.sending' : 'writeup:form.storing')}
          </span>
        </div>
      )}
      <div>
        <button
          type="submit"
          className="btn primary"
          data-pending={state.kind === 'sending' || undefined}
          aria-disabled={state.kind === 'sending' || undefined}
        >
          {t(replaces ? 'writeup:form.replace' : 'writeup:form.send')}
        </button>
      </div>
    </form>
  )
}
