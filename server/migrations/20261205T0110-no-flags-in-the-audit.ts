import type { Migration } from './types'

/** What the trash knew as a flag's title was its text, which stood in the audit for ever. */
export const noFlagsInTheAudit: Migration = {
  name: '20261205T0110-no-flags-in-the-audit',
  up: `
    UPDATE audit_events SET after = after - 'title' WHERE action = 'flag_restored';
    UPDATE audit_events SET before = before - 'title' WHERE action = 'trash_deleted' AND before ->> 'kind' = 'flag';
  `,
  // The texts are gone.
  down: 'SELECT 1'
}
