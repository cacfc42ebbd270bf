export { shownToPlayers } from './policy'
export { RATING_SQL, ratingColumn } from './queries'
export { createFeedback, type Feedback } from './service'
