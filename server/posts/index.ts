export { createPosts, type Posts } from './service'
