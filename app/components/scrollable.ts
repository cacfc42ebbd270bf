/** Makes what scrolls reachable by keyboard. */
export const REACHED = { tabIndex: 0 }
