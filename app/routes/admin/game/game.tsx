import { redirect } from '@remix-run/node'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'

export const loader = page('Admin', ({ params }) => redirect(`/admin/games/${idOf(params.id)}/Info`))

/** Without a component, Remix would send an empty body instead of the 404 page. */
export default () => null
