export { HAS_PAGE_SQL, IS_PUBLIC_SQL } from './queries'
export { createPlayers, type Players } from './service'
