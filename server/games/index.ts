export { newKeys, teamToken, verifyTeamToken } from './keys'
export { createGames, type Games } from './service'
