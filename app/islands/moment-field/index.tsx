import { defineIsland } from '../runtime/define'
import { Moment } from './Moment'

export default defineIsland('moment-field', Moment, ['widgets'])
