export { createStatistics, readStatistics, type StatisticsOfGames } from './service'
