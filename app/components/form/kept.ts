/** Name of the box that sends a sealed secret again: this before the name of its field. */
export const KEPT = 'kept-'
