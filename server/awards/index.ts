export { type Awards, createAwards } from './service'
