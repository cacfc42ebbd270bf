import { type FormEvent, useRef } from 'react'
import { FileArchiveIcon } from '../icons'
import { FileDrop } from './FileDrop'

interface FilesFormProps {
  action: string
  title: string
  hint: string
  error: string | null
  progress: { done: number; all: number; text: string } | null
  button: string
  primary?: boolean
  onFiles(files: File[]): void
}

export function FilesForm(props: FilesFormProps) {
  const { action, title, hint, error, progress, button, primary, onFiles } = props
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!progress) onFiles([...(input.current!.files ?? [])])
  }
  return (
    <form className="stack-16" method="post" action={action} encType="multipart/form-data" onSubmit={submit}>
      <input type="hidden" name="intent" value="upload" />
      <FileDrop
        ref={input}
        icon={FileArchiveIcon}
        title={title}
        hint={hint}
        error={error}
        name="files"
        multiple
        required
      />
      {progress && (
        <div className="field">
          <progress max={progress.all} value={progress.done} aria-labelledby="files-progress" />
          <span className="hint" id="files-progress">
            {progress.text}
          </span>
        </div>
      )}
      <div>
        <button
          type="submit"
          className={primary ? 'btn primary' : 'btn'}
          data-pending={progress ? true : undefined}
        >
          {button}
        </button>
      </div>
    </form>
  )
}
