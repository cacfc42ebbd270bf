import type { Migration } from './types'

/**
 * Roles in single games (docs/decisions/066-roles-per-game.md). Administrators who made a game own it, as who makes one from
 * now on.
 */
export const gameStaff: Migration = {
  name: '20261127T1900-game-staff',
  up: `
    CREATE TABLE game_staff (
      game_id integer NOT NULL REFERENCES games ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('owner', 'author', 'referee', 'support', 'monitor')),
      added_by uuid REFERENCES users ON DELETE SET NULL,
      added_at timestamptz(3) NOT NULL,
      PRIMARY KEY (game_id, user_id)
    );
    CREATE INDEX game_staff_user ON game_staff (user_id);
    CREATE INDEX game_staff_added_by ON game_staff (added_by);

    INSERT INTO game_staff (game_id, user_id, role, added_at)
    SELECT DISTINCT ON (g.id) g.id, u.id, 'owner', a.at FROM games g
    JOIN audit_events a ON a.action = 'game_created' AND a.target = 'game:' || g.id
    JOIN users u ON u.id = a.actor_id AND u.role = 'Admin'
    WHERE g.rehearsal IS NULL ORDER BY g.id, a.id DESC;
  `,
  down: 'DROP TABLE game_staff;'
}
