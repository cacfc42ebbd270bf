export { createUserImports, type UserImports } from './service'
