import { defineIsland } from '../runtime/define'
import { CeremonyKeys } from './CeremonyKeys'

export default defineIsland('ceremony-keys', CeremonyKeys, ['ceremony'])
