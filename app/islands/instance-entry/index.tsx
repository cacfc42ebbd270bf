import { Endpoints } from '~/app/components/instance/Endpoints'
import { defineIsland } from '../runtime/define'

/** Entries of an instance on pages that are no island: copy buttons and the terminal. */
export default defineIsland('instance-entry', Endpoints, ['instances', 'terminal'])
