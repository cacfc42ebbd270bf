import { redirect } from '@remix-run/node'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { mayIn } from '~/server/access/contract'

export const loader = page('overview', ({ actor, params }) => {
  const id = idOf(params.id)
  return redirect(`/admin/games/${id}/${mayIn(actor, id, 'settings') ? 'Info' : 'Staff'}`)
})

/** Without a component, Remix would send an empty body instead of the 404 page. */
export default () => null
