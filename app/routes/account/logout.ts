import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { page } from '~/app/request/page'

/** Only the form of the account menu logs out; a link or a picture cannot. */
export const loader = page(() => redirect('/'))

/** `POST /account/Logout` */
export const action = form({
  schema: z.object({}),
  async run({ services, ctx, request }) {
    if (!ctx.actor) return redirect('/', 303)
    const { cookie } = await services.accounts.logout(ctx, request.headers.get('Cookie'))
    return redirectWith('/', { tone: 'info', key: 'account:logged_out' }, [cookie])
  }
})
