import { useLoaderData } from '@remix-run/react'
import { useText } from '~/app/i18n/text'
import passkeyNew from '~/app/islands/passkey-new'
import { Island } from '~/app/islands/runtime/island'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { AuthFrame } from '../AuthFrame'
import { keyHeaders } from '../mail-link'
import { returnPath } from '../return-path'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** `GET /account/Passkey`: adds a passkey, in a session or in a login that requires a factor. */
export const loader = page(async ({ services, ctx, request, url, t }) => {
  await services.factors.requireAdding(ctx, request.headers.get('Cookie'))
  const from = url.searchParams.get('from')
  return {
    title: t('passkeys:new'),
    back: from === null ? '/account/Profile#factors' : returnPath(from),
    origin: services.factors.passkeys.origin
  }
})

export default function NewPasskey() {
  const { title, back, origin } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <AuthFrame title={title}>
      <p className="muted">{t('passkeys:text')}</p>
      {origin === null ? (
        <p className="hint">{t('passkeys:insecure')}</p>
      ) : (
        <Island of={passkeyNew} props={{ origin, to: back }} />
      )}
      <p className="muted small">
        <a className="link small" href={back}>
          {t('common:cancel')}
        </a>
      </p>
    </AuthFrame>
  )
}
