export { createFollows, type Follows } from './service'
