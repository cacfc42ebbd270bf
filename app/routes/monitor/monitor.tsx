import { redirect } from '@remix-run/node'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'

export const loader = page('watch', ({ params }) => redirect(`/games/${idOf(params.id)}/monitor/Watch`))

/** Without a component, Remix would send an empty body instead of the 404 page. */
export default () => null
