export { createWriteups, type Writeups } from './service'
