export { createSearch, type Search } from './service'
