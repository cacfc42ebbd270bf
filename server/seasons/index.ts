export { createSeasons, type Seasons } from './service'
