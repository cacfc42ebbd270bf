export { isSealedBy, newKeys, signWith, teamHashSalt, teamToken, verifyTeamToken } from './keys'
export { createGames, type Games } from './service'
