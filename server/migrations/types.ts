/** One step of the schema. `up` and `down` are SQL, run in one transaction; never edited after they land. */
export interface Migration {
  /** Sortable: `YYYYMMDDTHHMM-slug`. */
  name: string
  up: string
  down: string
}
