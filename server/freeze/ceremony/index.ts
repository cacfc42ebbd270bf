export { type Ceremonies, createCeremonies } from './service'
