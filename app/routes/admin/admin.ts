import { redirect } from '@remix-run/node'
import { page } from '~/app/request/page'

/** `/admin` is its first section. */
export const loader = page('Admin', () => redirect('/admin/games'))
