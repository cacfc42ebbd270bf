export { addFirstOwner, createGameStaff, type GameStaff } from './service'
