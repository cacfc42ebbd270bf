import { useText } from '~/app/i18n/text'
import type { SignInButton } from '~/server/sign-in/contract'

interface SignInButtonsProps {
  buttons: SignInButton[]
  from: string
  password: boolean
}

export function SignInButtons({ buttons, from, password }: SignInButtonsProps) {
  const t = useText()
  if (buttons.length === 0) return null
  return (
    <div className="stack">
      {buttons.map(({ slug, name }) => (
        <form key={slug} method="post" action={`/account/SignIn/${slug}`}>
          <input type="hidden" name="from" value={from} />
          <button type="submit" className="btn lg block">
            {t('signin:with', { provider: name })}
          </button>
        </form>
      ))}
      {password && <p className="or">{t('signin:or')}</p>}
    </div>
  )
}
