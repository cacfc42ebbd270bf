import { useId } from 'react'
import type { FormState } from '~/app/request/forms'
import { Avatar } from './Avatar'
import { CircleAlertIcon, ImageIcon } from './icons'

interface PictureFormProps {
  /** Where the form goes. */
  action: string
  /** Hidden fields. */
  fields: Record<string, string | number>
  state: FormState | null
  /** What the picture shows, and its address; null while there is only a flag. */
  of: { name: string; url: string | null }
  words: { choose: string; hint: string; submit: string }
}

/** The picture of a person or a team, and another one in its place: field `file`. */
export function PictureForm({ action, fields, state, of, words }: PictureFormProps) {
  const id = useId()
  const error = state?.errors.file ?? state?.message
  return (
    <form className="picture-form" method="post" action={action} encType="multipart/form-data">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Avatar {...of} size="s72" />
      <div className="field">
        <label className="drop">
          <ImageIcon />
          <span>
            <strong>{words.choose}</strong>
            {words.hint}
          </span>
          <input
            type="file"
            name="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-describedby={error ? id : undefined}
            aria-invalid={error ? true : undefined}
            required
          />
        </label>
        {error && (
          <span className="field-error" id={id} role="alert">
            <CircleAlertIcon />
            {error}
          </span>
        )}
      </div>
      <button type="submit" className="btn">
        {words.submit}
      </button>
    </form>
  )
}
