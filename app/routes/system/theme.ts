import { redirect } from '@remix-run/node'
import { ownPath } from '~/app/request/errors'
import { page } from '~/app/request/page'
import { sentForm } from '~/app/request/sent-form'
import { SCHEMES, schemeCookie } from '~/app/request/theme'

export const action = page(async (args) => {
  const form = await sentForm(args)
  const from = ownPath(String(form.get('from') ?? ''))
  const scheme = SCHEMES.find((one) => one === form.get('scheme'))
  const headers = scheme && { 'Set-Cookie': schemeCookie(scheme) }
  return redirect(from, { status: 303, headers })
})

export const loader = () => redirect('/')
