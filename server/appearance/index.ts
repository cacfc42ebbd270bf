export { type Appearance, createAppearance } from './service'
