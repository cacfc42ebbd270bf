export { isJudging } from './queries'
export { createSites, type Sites } from './service'
