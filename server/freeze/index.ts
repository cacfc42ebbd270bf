export { type Ceremonies, createCeremonies } from './ceremony'
export { createFreezing, type Freezing } from './service'
