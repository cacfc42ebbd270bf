import { useLoaderData } from '@remix-run/react'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { linkInput } from '~/server/accounts/contract'
import { RATES } from '~/server/limits/contract'
import { LinkPage, TO_LOGIN, TO_RECOVERY } from './LinkPage'
import { keyHeaders, mailLink } from './mail-link'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

export const loader = page(({ url, t }) => ({ title: t('account:verify.title'), link: mailLink(url) }))

/** Confirms the address of a new account and logs it in (docs/rules/accounts.md#verification). */
export const action = form({
  schema: linkInput,
  rate: RATES.login,
  fields: { 'account.verification_failed': 'token', 'account.invalid_email': 'token' },
  async run({ services, ctx, input }) {
    const { cookie } = await services.accounts.verify(ctx, input)
    return redirectWith('/', { tone: 'ok', key: 'account:verify.done' }, [cookie])
  }
})

export default function Verify() {
  return <LinkPage {...useLoaderData<typeof loader>()} words="verify" ways={[TO_RECOVERY, TO_LOGIN]} />
}
