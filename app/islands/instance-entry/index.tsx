import { Endpoints } from '~/app/components/instance/Endpoints'
import { defineIsland } from '../runtime/define'

/** The ways into an instance on pages that are no island: with script they can be copied, and have a terminal. */
export default defineIsland('instance-entry', Endpoints, ['instances', 'terminal'])
