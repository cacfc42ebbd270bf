export { moveToTrash } from './keeping'
export { createTrash, type Trash } from './service'
