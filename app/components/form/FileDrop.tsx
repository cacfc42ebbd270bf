import { type ComponentProps, forwardRef, useId } from 'react'
import { CircleAlertIcon, type Icon } from '../icons'
import { WRONG } from './wrong'

interface FileDropProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  icon: Icon
  title: string
  hint: string
  error?: string | null
}

export const FileDrop = forwardRef<HTMLInputElement, FileDropProps>(function FileDrop(
  { icon: Mark, title, hint, error, ...input },
  ref
) {
  const id = useId()
  return (
    <div className="field">
      <label className="drop">
        <Mark />
        <span>
          <strong>{title}</strong>
          {hint}
        </span>
        <input
          {...input}
          ref={ref}
          type="file"
          {...(error && WRONG)}
          aria-describedby={error ? id : undefined}
        />
      </label>
      {error && (
        <span className="field-error" id={id} role="alert">
          <CircleAlertIcon />
          {error}
        </span>
      )}
    </div>
  )
})

export const PICTURES = 'image/png,image/jpeg,image/webp,image/gif'
