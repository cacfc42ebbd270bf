export { newKeys, teamHashSalt, teamToken, verifyTeamToken } from './keys'
export { createGames, type Games } from './service'
