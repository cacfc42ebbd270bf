import { defineIsland } from '../runtime/define'
import { PeopleField } from './PeopleField'

export default defineIsland('people-field', PeopleField, ['widgets'])
