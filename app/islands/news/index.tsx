import { defineIsland } from '../runtime/define'
import { News } from './News'

export default defineIsland('news', News, ['news'])
