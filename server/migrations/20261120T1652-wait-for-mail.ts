import type { Migration } from './types'

/** The wait for the first mail ends with a change of `active`, not of other columns. */
export const waitForMail: Migration = {
  name: '20261120T1652-wait-for-mail',
  up: `
    DROP TRIGGER users_end_wait ON users;
    CREATE TRIGGER users_end_wait BEFORE UPDATE OF active ON users
      FOR EACH ROW WHEN (OLD.active IS DISTINCT FROM NEW.active) EXECUTE FUNCTION users_end_wait();
  `,
  down: `
    DROP TRIGGER users_end_wait ON users;
    CREATE TRIGGER users_end_wait BEFORE UPDATE OF active ON users
      FOR EACH ROW EXECUTE FUNCTION users_end_wait();
  `
}
