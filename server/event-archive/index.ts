export { createEverything, type Everything } from './service'
