import { type FormEvent, useRef, useState } from 'react'
import { FileDrop } from '~/app/components/FileDrop'
import { FileArchiveIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'
import { batchesOf, sendBatch } from './send'

export interface FlagFilesProps {
  href: string
  /** Of a form that was refused without script. */
  error: string | null
}

type State =
  | { kind: 'idle' }
  | { kind: 'sending'; done: number; all: number }
  | { kind: 'failed'; done: number; all: number }

/** Files whose names are the flags; any number of them with script, a hundred without. */
export function FlagFiles({ href, error }: FlagFilesProps) {
  const t = useText()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state.kind === 'sending') return
    const files = [...(input.current!.files ?? [])]
    const all = files.length
    let done = 0
    setState({ kind: 'sending', done, all })
    try {
      for (const batch of batchesOf(files)) {
        await sendBatch(href, batch)
        done += batch.length
        setState({ kind: 'sending', done, all })
      }
      location.assign(href)
    } catch {
      setState({ kind: 'failed', done, all })
    }
  }
  const failed =
    state.kind !== 'failed'
      ? error
      : state.all === 1
        ? t('flags:pool.refused')
        : t('flags:pool.failed', { done: state.done, all: state.all })
  return (
    <form className="stack-16" method="post" action={href} encType="multipart/form-data" onSubmit={submit}>
      <input type="hidden" name="intent" value="upload" />
      <FileDrop
        ref={input}
        icon={FileArchiveIcon}
        title={t('flags:pool.choose')}
        hint={t('flags:pool.choose_hint')}
        error={failed}
        name="files"
        multiple
        required
      />
      {state.kind === 'sending' && (
        <div className="field">
          <progress max={state.all} value={state.done} aria-labelledby="files-progress" />
          <span className="hint" id="files-progress">
            {t('flags:pool.progress', { done: state.done, all: state.all })}
          </span>
        </div>
      )}
      <div>
        <button type="submit" className="btn" data-pending={state.kind === 'sending' || undefined}>
          {t('flags:pool.upload')}
        </button>
      </div>
    </form>
  )
}
