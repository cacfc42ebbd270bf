export { newKeys, teamToken } from './keys'
export { createGames, type Games } from './service'
