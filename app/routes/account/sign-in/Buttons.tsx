import { useText } from '~/app/islands/runtime/words/text'
import type { SignInButton } from '~/server/sign-in/contract'

/** One form for each provider; `from` is the page to return to. */
export function SignInButtons({ buttons, from }: { buttons: SignInButton[]; from: string }) {
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
    </div>
  )
}
