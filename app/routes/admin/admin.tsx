import { redirect } from '@remix-run/node'
import { page } from '~/app/request/page'

export const loader = page('Admin', () => redirect('/admin/games'))

/** Without a component, Remix would send an empty body instead of the 404 page. */
export default () => null
