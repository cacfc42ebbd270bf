export { createClient } from './client'
export { createSignIn, type SignIn } from './service'
