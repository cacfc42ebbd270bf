import { useState } from 'react'
import { FilesForm } from '~/app/components/form/FilesForm'
import { useText } from '~/app/i18n/text'
import { batchesOf, sendBatch } from './send'

interface FlagFilesProps {
  href: string
  error: string | null
}

type State =
  | { kind: 'idle' }
  | { kind: 'sending'; done: number; all: number }
  | { kind: 'failed'; done: number; all: number }

/** Files whose names are the flags: any number with script, a hundred without. */
export function FlagFiles({ href, error }: FlagFilesProps) {
  const t = useText()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const send = async (files: File[]) => {
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
    <FilesForm
      action={href}
      title={t('flags:pool.choose')}
      hint={t('flags:pool.choose_hint')}
      error={failed}
      progress={
        state.kind === 'sending'
          ? { ...state, text: t('flags:pool.progress', { done: state.done, all: state.all }) }
          : null
      }
      button={t('flags:pool.upload')}
      onFiles={send}
    />
  )
}
