export { endPlayedRoles, lockStaffed } from './ending'
export { addFirstOwner, createGameStaff, type GameStaff } from './service'
export type { TemplateGame } from './template'
