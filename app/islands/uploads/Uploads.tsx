import { type FormEvent, useRef, useState } from 'react'
import { FileDrop } from '~/app/components/FileDrop'
import { FileArchiveIcon } from '~/app/components/icons'
import { Refused, upload } from '../runtime/calls'
import { useText } from '../runtime/text'

export interface UploadsProps {
  /** The page, which takes the form without script. */
  href: string
  /** Of a form that was refused without script. */
  error: string | null
}

type State = { kind: 'idle' } | { kind: 'sending'; percent: number } | { kind: 'failed'; message: string }

/** Files to be stored; with script it says how much of them is sent. */
export function Uploads({ href, error }: UploadsProps) {
  const t = useText()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state.kind === 'sending') return
    setState({ kind: 'sending', percent: 0 })
    try {
      const form = new FormData()
      for (const file of input.current!.files ?? []) form.append('files', file)
      await upload('/api/assets', form, (percent) => setState({ kind: 'sending', percent }))
      location.assign(href)
    } catch (thrown) {
      const said = thrown instanceof Refused ? thrown.message : ''
      setState({ kind: 'failed', message: said || t('files:upload.failed') })
    }
  }
  const failed = state.kind === 'failed' ? state.message : error
  return (
    <form className="stack-16" method="post" action={href} encType="multipart/form-data" onSubmit={submit}>
      <input type="hidden" name="intent" value="upload" />
      <FileDrop
        ref={input}
        icon={FileArchiveIcon}
        title={t('files:upload.choose')}
        hint={t('files:upload.hint')}
        error={failed}
        name="files"
        multiple
        required
      />
      {state.kind === 'sending' && (
        <div className="field">
          <progress max={100} value={state.percent} aria-labelledby="files-progress" />
          <span className="hint" id="files-progress">
            {state.percent < 100
              ? t('files:upload.progress', { percent: state.percent })
              : t('files:upload.storing')}
          </span>
        </div>
      )}
      <div>
        <button type="submit" className="btn primary" data-pending={state.kind === 'sending' || undefined}>
          {t('files:upload.submit')}
        </button>
      </div>
    </form>
  )
}
