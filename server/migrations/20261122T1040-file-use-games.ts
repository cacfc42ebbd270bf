import type { Migration } from './types'

/** Uses with their game, because titles alone are ambiguous. The owner of an attachment is its challenge. */
export const fileUseGames: Migration = {
  name: '20261122T1040-file-use-games',
  up: `
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
        FROM embeds e JOIN challenges c ON c.id = e.challenge_id;
  `,
  down: `
    DROP VIEW file_uses;
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
  `
}
