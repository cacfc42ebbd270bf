export { isSealedBy, newKeys, signWith, teamHashSalt, teamToken, verifyTeamToken } from './game-keys'
export { createGames, type Games } from './service'
