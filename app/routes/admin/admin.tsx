import { redirect } from '@remix-run/node'
import { page } from '~/app/request/page'

/** `/admin` is its first section. */
export const loader = page('Admin', () => redirect('/admin/games'))

/** Without a component Remix would answer those who may not come here with an empty body instead of The Nowhere. */
export default () => null
