export { checkRequired, explainUnavailable, isUnlockedSql } from './requirements'
