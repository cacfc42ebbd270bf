/** `up` and `down` are SQL in one transaction. Never edit a released one. */
export interface Migration {
  /** `YYYYMMDDTHHMM-slug`. */
  name: string
  up: string
  down: string
}
