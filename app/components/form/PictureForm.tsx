import type { FormState } from '~/app/request/forms'
import { Avatar } from '../Avatar'
import { ImageIcon } from '../staff-icons'
import { FileDrop, PICTURES } from './FileDrop'

interface PictureFormProps {
  action: string
  fields: Record<string, string | number>
  state: FormState | null
  of: { name: string; url: string | null }
  words: { choose: string; hint: string; submit: string }
}

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
