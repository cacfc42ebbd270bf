export { createClient } from './client'
export { reservedFor, unprovenAmong } from './divisions'
export { readProvided } from './provided'
export { createSignIn, type SignIn } from './service'
