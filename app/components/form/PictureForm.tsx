import type { FormState } from '~/app/request/forms'
import { Avatar } from '../Avatar'
import { ImageIcon } from '../icons'
import { FileDrop, PICTURES } from './FileDrop'

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
  return (
    <form className="picture-form" method="post" action={action} encType="multipart/form-data">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Avatar {...of} size="s72" />
      <FileDrop
        icon={ImageIcon}
        title={words.choose}
        hint={words.hint}
        error={state?.errors.file ?? state?.message}
        name="file"
        accept={PICTURES}
        required
      />
      <button type="submit" className="btn">
        {words.submit}
      </button>
    </form>
  )
}
