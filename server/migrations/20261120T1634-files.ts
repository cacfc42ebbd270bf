import type { Migration } from './types'

export const files: Migration = {
  name: '20261120T1634-files',
  up: `
    -- What a use says survives in its own table; here is the content alone. A used one cannot be deleted.
    CREATE TABLE blobs (
      hash char(64) PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
      size bigint NOT NULL CHECK (size > 0),
      type text,
      stored_at timestamptz(3) NOT NULL DEFAULT now()
    );

    ALTER TABLE users ADD FOREIGN KEY (avatar_hash) REFERENCES blobs;
    CREATE INDEX users_avatar ON users (avatar_hash) WHERE avatar_hash IS NOT NULL;
    ALTER TABLE teams ADD FOREIGN KEY (avatar_hash) REFERENCES blobs;
    CREATE INDEX teams_avatar ON teams (avatar_hash) WHERE avatar_hash IS NOT NULL;
    ALTER TABLE games ADD FOREIGN KEY (poster_hash) REFERENCES blobs;
    CREATE INDEX games_poster ON games (poster_hash) WHERE poster_hash IS NOT NULL;

    -- Pictures of the platform itself.
    CREATE TABLE brand_images (
      kind text PRIMARY KEY CHECK (kind IN ('logo', 'favicon')),
      hash char(64) NOT NULL REFERENCES blobs
    );
    CREATE INDEX brand_images_hash ON brand_images (hash);

    -- What administrators uploaded and nothing has taken yet.
    CREATE TABLE uploads (
      hash char(64) PRIMARY KEY REFERENCES blobs,
      name text NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      uploaded_at timestamptz(3) NOT NULL
    );
    CREATE INDEX uploads_user ON uploads (user_id);

    -- flag_id: the flag a file belongs to; null for the one file that all teams share.
    CREATE TABLE attachments (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      challenge_id int NOT NULL REFERENCES challenges ON DELETE CASCADE,
      flag_id int REFERENCES flags ON DELETE CASCADE,
      type text NOT NULL CHECK (type IN ('Local', 'Remote')),
      hash char(64) REFERENCES blobs,
      name text,
      remote_url text,
      CHECK (CASE type WHEN 'Local' THEN hash IS NOT NULL AND name IS NOT NULL AND remote_url IS NULL
                       ELSE hash IS NULL AND name IS NULL AND remote_url IS NOT NULL END),
      UNIQUE NULLS NOT DISTINCT (challenge_id, flag_id)
    );
    CREATE INDEX attachments_flag ON attachments (flag_id);
    CREATE INDEX attachments_hash ON attachments (hash);

    CREATE TABLE writeups (
      participation_id int PRIMARY KEY REFERENCES participations ON DELETE CASCADE,
      hash char(64) NOT NULL REFERENCES blobs,
      name text NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      uploaded_at timestamptz(3) NOT NULL
    );
    CREATE INDEX writeups_hash ON writeups (hash);
    CREATE INDEX writeups_user ON writeups (user_id);

    -- Files that a text shows or links to.
    CREATE TABLE embeds (
      hash char(64) NOT NULL REFERENCES blobs,
      post_id char(8) REFERENCES posts ON DELETE CASCADE,
      game_id int REFERENCES games ON DELETE CASCADE,
      challenge_id int REFERENCES challenges ON DELETE CASCADE,
      CHECK (num_nonnulls(post_id, game_id, challenge_id) = 1),
      UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id)
    );
    CREATE INDEX embeds_post ON embeds (post_id);
    CREATE INDEX embeds_game ON embeds (game_id);
    CREATE INDEX embeds_challenge ON embeds (challenge_id);

    -- Who uses a file. owner: the id that belongs to the kind; title: what people call that owner.
    CREATE VIEW file_uses AS
      SELECT avatar_hash AS hash, 'UserAvatar' AS kind, id::text AS owner, user_name AS title, 'avatar' AS name
        FROM users WHERE avatar_hash IS NOT NULL
      UNION ALL SELECT avatar_hash, 'TeamAvatar', id::text, name, 'avatar' FROM teams WHERE avatar_hash IS NOT NULL
      UNION ALL SELECT poster_hash, 'Poster', id::text, title, 'poster' FROM games WHERE poster_hash IS NOT NULL
      UNION ALL SELECT hash, CASE kind WHEN 'logo' THEN 'Logo' ELSE 'Favicon' END, kind, '', kind FROM brand_images
      UNION ALL SELECT hash, 'Upload', '', '', name FROM uploads
      UNION ALL SELECT a.hash, CASE WHEN a.flag_id IS NULL THEN 'Attachment' ELSE 'FlagAttachment' END, a.id::text,
          c.title, a.name
        FROM attachments a JOIN challenges c ON c.id = a.challenge_id WHERE a.hash IS NOT NULL
      UNION ALL SELECT w.hash, 'Writeup', w.participation_id::text, t.name, w.name
        FROM writeups w JOIN participations p ON p.id = w.participation_id JOIN teams t ON t.id = p.team_id
      UNION ALL SELECT e.hash, 'Post', e.post_id, p.title, '' FROM embeds e JOIN posts p ON p.id = e.post_id
      UNION ALL SELECT e.hash, 'GameText', e.game_id::text, g.title, '' FROM embeds e JOIN games g ON g.id = e.game_id
      UNION ALL SELECT e.hash, 'ChallengeText', e.challenge_id::text, c.title, ''
        FROM embeds e JOIN challenges c ON c.id = e.challenge_id;
  `,
  down: `
    DROP VIEW file_uses;
    DROP TABLE embeds, writeups, attachments, uploads, brand_images;
    ALTER TABLE users DROP CONSTRAINT users_avatar_hash_fkey;
    DROP INDEX users_avatar;
    ALTER TABLE teams DROP CONSTRAINT teams_avatar_hash_fkey;
    DROP INDEX teams_avatar;
    ALTER TABLE games DROP CONSTRAINT games_poster_hash_fkey;
    DROP INDEX games_poster;
    DROP TABLE blobs;
  `
}
