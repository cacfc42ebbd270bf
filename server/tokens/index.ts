export { bearerOf } from './bearer'
export { createTokens, type Tokens } from './service'
