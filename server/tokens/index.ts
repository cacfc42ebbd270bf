export { bearerOf } from './bearer'
export { createTokens, type Tokens } from './service'
export { createServiceTokens, type ServiceTokens } from './service-tokens'
