export { lastHintNumber, numberHints } from './numbering'
export { HINT_BUYERS_SQL, HINT_OFFERS_SQL, hintBuyers, hintOffers, offersOf, openOffers } from './offers'
export { createHints, type Hints } from './service'
