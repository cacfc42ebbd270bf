import { redirect } from '@remix-run/node'
import { ownPath } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { sentForm } from '~/app/request/forms'
import { page } from '~/app/request/page'

/** `POST /clear-cache`: the browser drops what it kept of this site and comes back to `from`; the shell script empties local storage. */
export const action = page(async (args) => {
  const form = await sentForm(args)
  const response = redirectWith(ownPath(String(form.get('from') ?? '')), {
    tone: 'ok',
    key: 'shell:cache_cleared'
  })
  response.headers.set('Clear-Site-Data', '"cache"')
  return response
})

/** There is nothing to see. */
export const loader = () => redirect('/')
