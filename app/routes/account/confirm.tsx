import { useLoaderData } from '@remix-run/react'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { linkInput } from '~/server/accounts/contract'
import { LinkPage, TO_PROFILE } from './LinkPage'
import { keyHeaders, mailLink } from './mail-link'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** Only the owner changes an account, so visitors log in first (docs/rules/accounts.md#links-in-mails). */
export const loader = page('User', ({ url, t }) => ({
  title: t('account:confirm.title'),
  link: mailLink(url)
}))

export const action = form({
  role: 'User',
  schema: linkInput,
  fields: {
    'account.verification_failed': 'token',
    'account.invalid_email': 'token',
    'identity.invalid_token': 'token'
  },
  async run({ services, ctx, input }) {
    await services.accounts.confirmEmail(ctx, input)
    return redirectWith('/account/Profile', { tone: 'ok', key: 'account:confirm.done' })
  }
})

export default function Confirm() {
  return <LinkPage {...useLoaderData<typeof loader>()} words="confirm" ways={[TO_PROFILE]} />
}
