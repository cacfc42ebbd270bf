export { createLoginSteps } from './login-steps'
export { createFactors, type Factors } from './service'
