import type { Migration } from './types'

/** Pages of organisers may be linked in the navigation (docs/rules/appearance.md#pages). */
export const ownPageLinks: Migration = {
  name: '20261130T0800-own-page-links',
  up: `
    ALTER TABLE own_pages ADD link text NOT NULL DEFAULT 'footer' CHECK (link IN ('navigation', 'footer', 'none'));
    UPDATE own_pages SET link = 'none' WHERE NOT listed;
    ALTER TABLE own_pages DROP listed;
  `,
  down: `
    ALTER TABLE own_pages ADD listed boolean NOT NULL DEFAULT true;
    UPDATE own_pages SET listed = link <> 'none';
    ALTER TABLE own_pages DROP link;
  `
}
