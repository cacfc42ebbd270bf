import { useState } from 'react'
import { FilesForm } from '~/app/components/form/FilesForm'
import { useText } from '~/app/i18n/text'
import { Refused, upload } from '../runtime/calls'

interface UploadsProps {
  href: string
  error: string | null
}

type State = { kind: 'idle' } | { kind: 'sending'; percent: number } | { kind: 'failed'; message: string }

export function Uploads({ href, error }: UploadsProps) {
  const t = useText()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const send = async (files: File[]) => {
    setState({ kind: 'sending', percent: 0 })
    try {
      const form = new FormData()
      for (const file of files) form.append('files', file)
      await upload('/api/assets', form, (percent) => setState({ kind: 'sending', percent }))
      location.assign(href)
    } catch (thrown) {
      const reason = thrown instanceof Refused ? thrown.message : ''
      setState({ kind: 'failed', message: reason || t('files:upload.failed') })
    }
  }
  const progressText = (percent: number) =>
    percent < 100 ? t('files:upload.progress', { percent }) : t('files:upload.storing')
  return (
    <FilesForm
      action={href}
      title={t('files:upload.choose')}
      hint={t('files:upload.hint')}
      error={state.kind === 'failed' ? state.message : error}
      progress={
        state.kind === 'sending' ? { done: state.percent, all: 100, text: progressText(state.percent) } : null
      }
      button={t('files:upload.submit')}
      primary
      onFiles={send}
    />
  )
}
