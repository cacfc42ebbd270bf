import { redirect } from '@remix-run/node'
import { ownPath } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { page } from '~/app/request/page'
import { sentForm } from '~/app/request/sent-form'

/** `POST /clear-cache`: the browser drops its cache and returns to `from`. */
export const action = page(async (args) => {
  const form = await sentForm(args)
  const response = redirectWith(ownPath(String(form.get('from') ?? '')), {
    tone: 'ok',
    key: 'shell:cache_cleared'
  })
  response.headers.set('Clear-Site-Data', '"cache"')
  return response
})

export const loader = () => redirect('/')
