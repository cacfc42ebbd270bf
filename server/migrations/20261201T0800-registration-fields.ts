import type { Migration } from './types'

/** Questions at sign-up, and their answers by field id (docs/rules/participation.md#registration-fields). */
export const registrationFields: Migration = {
  name: '20261201T0800-registration-fields',
  up: `
    ALTER TABLE games ADD registration_fields jsonb NOT NULL DEFAULT '[]';
    ALTER TABLE participations ADD answers jsonb NOT NULL DEFAULT '{}';
    ALTER TABLE registrations ADD answers jsonb NOT NULL DEFAULT '{}';
  `,
  down: `
    ALTER TABLE games DROP registration_fields;
    ALTER TABLE participations DROP answers;
    ALTER TABLE registrations DROP answers;
  `
}
