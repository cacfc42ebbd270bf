export { createClient } from './client'
export { readProvided } from './provided'
export { createSignIn, type SignIn } from './service'
