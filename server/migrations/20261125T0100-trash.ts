import type { Migration } from './types'

const VIEW_BEFORE = `
    CREATE OR REPLACE VIEW file_uses AS
      SELECT avatar_hash AS hash, 'UserAvatar' AS kind, id::text AS owner, user_name AS title, 'avatar' AS name,
          NULL::int AS game_id
        FROM users WHERE avatar_hash IS NOT NULL
      UNION ALL SELECT avatar_hash, 'TeamAvatar', id::text, name, 'avatar', NULL
        FROM teams WHERE avatar_hash IS NOT NULL
      UNION ALL SELECT poster_hash, 'Poster', id::text, title, 'poster', NULL
        FROM games WHERE poster_hash IS NOT NULL
      UNION ALL SELECT hash, CASE kind WHEN 'logo' THEN 'Logo' ELSE 'Favicon' END, kind, '', kind, NULL
        FROM brand_images
      UNION ALL SELECT hash, 'Upload', '', '', name, NULL FROM uploads
      UNION ALL SELECT a.hash, CASE WHEN a.flag_id IS NULL THEN 'Attachment' ELSE 'FlagAttachment' END, c.id::text,
          c.title, a.name, c.game_id
        FROM attachments a JOIN challenges c ON c.id = a.challenge_id WHERE a.hash IS NOT NULL
      UNION ALL SELECT w.hash, 'Writeup', w.participation_id::text, t.name, w.name, p.game_id
        FROM writeups w JOIN participations p ON p.id = w.participation_id JOIN teams t ON t.id = p.team_id
      UNION ALL SELECT e.hash, 'Post', e.post_id, p.title, '', NULL FROM embeds e JOIN posts p ON p.id = e.post_id
      UNION ALL SELECT e.hash, 'GameText', e.game_id::text, g.title, '', NULL
        FROM embeds e JOIN games g ON g.id = e.game_id
      UNION ALL SELECT e.hash, 'ChallengeText', e.challenge_id::text, c.title, '', c.game_id
        FROM embeds e JOIN challenges c ON c.id = e.challenge_id`

/** In chunks, so that no value grows with a game. Lists files and captures, so that sweeps keep them. */
export const trash: Migration = {
  name: '20261125T0100-trash',
  up: `
    CREATE TABLE trash (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('game', 'challenge', 'team', 'flag')),
      target_id int NOT NULL,
      title text NOT NULL,
      game_id int,
      game_title text,
      participations int[] NOT NULL,
      counts jsonb NOT NULL,
      deleted_at timestamptz(3) NOT NULL,
      deleted_by uuid REFERENCES users ON DELETE SET NULL,
      purge_at timestamptz(3) NOT NULL
    );
    CREATE INDEX trash_order ON trash (deleted_at DESC, id DESC);
    CREATE INDEX trash_due ON trash (purge_at);
    CREATE INDEX trash_target ON trash (kind, target_id);
    CREATE INDEX trash_deleted_by ON trash (deleted_by);
    CREATE TABLE trash_rows (
      entry_id int NOT NULL REFERENCES trash ON DELETE CASCADE,
      relation text NOT NULL,
      part int NOT NULL,
      content jsonb NOT NULL,
      PRIMARY KEY (entry_id, relation, part)
    );
    CREATE TABLE trash_files (
      entry_id int NOT NULL REFERENCES trash ON DELETE CASCADE,
      hash char(64) NOT NULL REFERENCES blobs,
      PRIMARY KEY (entry_id, hash)
    );
    CREATE INDEX trash_files_hash ON trash_files (hash);
    CREATE TABLE trash_captures (
      entry_id int NOT NULL REFERENCES trash ON DELETE CASCADE,
      challenge_id int NOT NULL,
      participation_id int NOT NULL,
      file text NOT NULL,
      PRIMARY KEY (entry_id, challenge_id, participation_id, file)
    );
    CREATE INDEX trash_captures_place ON trash_captures (challenge_id, participation_id);
${VIEW_BEFORE}
      UNION ALL SELECT f.hash, 'Trash', t.id::text, t.title, '', NULL
        FROM trash_files f JOIN trash t ON t.id = f.entry_id;
  `,
  down: `
${VIEW_BEFORE};
    DROP TABLE trash_captures, trash_files, trash_rows, trash;
  `
}
