import { useEffect, useRef, useState } from 'react'
import { Field } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import { PasswordHints } from './PasswordHints'
import { followed, PASSWORD_MIN } from './strength'

interface NewPasswordProps {
  /** The second field is `passwordRepeat`. */
  name: 'password' | 'newPassword'
  errors: Record<string, string>
  /** large: fields stacked. grid: cells of a form-grid. */
  layout: 'large' | 'grid'
}

export function NewPassword({ name, errors, layout }: NewPasswordProps) {
  const t = useText()
  const root = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState({ password: '', repeat: '' })
  const [left, setLeft] = useState(false)
  const differ = typed.repeat !== '' && typed.repeat !== typed.password
  const word = t('password:differ')

  const read = () => {
    const [password, repeat] = root.current!.querySelectorAll('input')
    setTyped({ password: password!.value, repeat: repeat!.value })
  }
  // The reader or the browser may have filled the fields before the script ran.
  useEffect(read, [])
  useEffect(() => {
    const [, repeat] = root.current!.querySelectorAll('input')
    repeat!.setCustomValidity(differ ? word : '')
  }, [differ, word])

  const shown = { ...errors, ...(left && differ && { passwordRepeat: word }) }
  const state = { intent: '', values: {}, errors: shown, message: null }
  const secret = {
    type: 'password',
    state,
    className: layout === 'large' ? 'lg' : undefined,
    autoComplete: 'new-password',
    maxLength: 256,
    required: true
  }
  return (
    <div className={layout === 'large' ? 'stack-16' : 'contents'} ref={root} onInput={read}>
      <Field {...secret} name={name} label={t(`password:${name}`)} minLength={PASSWORD_MIN} />
      {layout === 'large' && <PasswordHints met={followed(typed.password)} />}
      <Field
        {...secret}
        name="passwordRepeat"
        label={t('password:repeat')}
        // A message that moved the button away from under the pointer would swallow the click; the browser names the field then.
        onBlur={() => setLeft(!document.querySelector('button:active'))}
        onFocus={() => setLeft(false)}
      />
      {layout === 'grid' && <PasswordHints met={followed(typed.password)} />}
    </div>
  )
}
