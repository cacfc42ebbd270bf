export { checkEndpoints } from './endpoints'
export { parseCompose } from './parse'
export { filledIn } from './variables'
