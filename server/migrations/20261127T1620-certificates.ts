import type { Migration } from './types'

/** What organisers add to certificates (docs/rules/interface.md#cards). */
export const certificates: Migration = {
  name: '20261127T1620-certificates',
  up: `
    ALTER TABLE games ADD certificate_note text NOT NULL DEFAULT '', ADD certificate_signature text NOT NULL DEFAULT '';
  `,
  down: `
    ALTER TABLE games DROP certificate_note, DROP certificate_signature;
  `
}
