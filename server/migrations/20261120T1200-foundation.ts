import type { Migration } from './types'

/** Times are exact to the millisecond: timestamptz(3). */
export const foundation: Migration = {
  name: '20261120T1200-foundation',
  up: `
    CREATE TABLE users (
      id uuid PRIMARY KEY,
      user_name text NOT NULL,
      user_name_key text NOT NULL UNIQUE,
      email text NOT NULL,
      email_key text NOT NULL UNIQUE,
      password_hash text NOT NULL,
      role text NOT NULL DEFAULT 'User' CHECK (role IN ('Banned', 'User', 'Monitor', 'Admin')),
      active boolean NOT NULL DEFAULT false,
      bio text NOT NULL DEFAULT '',
      phone text,
      real_name text NOT NULL DEFAULT '',
      std_number text NOT NULL DEFAULT '',
      avatar_hash char(64),
      ip text,
      registered_at timestamptz(3) NOT NULL DEFAULT now(),
      last_signed_in_at timestamptz(3),
      last_visited_at timestamptz(3)
    );

    CREATE TABLE sessions (
      id text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      ip text,
      user_agent text
    );
    CREATE INDEX sessions_user ON sessions (user_id);
    CREATE INDEX sessions_expiry ON sessions (expires_at);

    CREATE TABLE teams (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50),
      bio text CHECK (char_length(bio) <= 72),
      avatar_hash char(64),
      captain_id uuid NOT NULL UNIQUE REFERENCES users,
      invite_token char(32) NOT NULL,
      admin_locked boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );

    CREATE TABLE team_members (
      team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      joined_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (team_id, user_id)
    );
    CREATE INDEX team_members_user ON team_members (user_id);

    CREATE TABLE games (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title text NOT NULL CHECK (title ~ '\\S'),
      summary text NOT NULL DEFAULT '',
      content text NOT NULL DEFAULT '',
      hidden boolean NOT NULL DEFAULT false,
      start_at timestamptz(3) NOT NULL,
      end_at timestamptz(3) NOT NULL,
      invite_code text CHECK (char_length(invite_code) <= 32),
      divisions text[] NOT NULL DEFAULT '{}',
      member_limit int NOT NULL DEFAULT 0 CHECK (member_limit >= 0),
      container_limit int NOT NULL DEFAULT 3 CHECK (container_limit >= 0),
      accept_without_review boolean NOT NULL DEFAULT false,
      practice_mode boolean NOT NULL DEFAULT true,
      writeup_required boolean NOT NULL DEFAULT false,
      writeup_deadline timestamptz(3) NOT NULL DEFAULT now(),
      writeup_note text NOT NULL DEFAULT '',
      blood_bonus int NOT NULL DEFAULT 52459530,
      poster_hash char(64),
      public_key text NOT NULL,
      private_seed text NOT NULL,
      origin text UNIQUE,
      version int NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (start_at < end_at)
    );
    CREATE INDEX games_start ON games (start_at DESC);

    CREATE TABLE challenges (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      title text NOT NULL CHECK (title ~ '\\S'),
      content text NOT NULL DEFAULT '',
      category text NOT NULL DEFAULT 'Misc',
      type text NOT NULL DEFAULT 'StaticAttachment',
      hints text[] NOT NULL DEFAULT '{}',
      enabled boolean NOT NULL DEFAULT false,
      original_score int NOT NULL DEFAULT 1000,
      min_score_rate float8 NOT NULL DEFAULT 0.25 CHECK (min_score_rate BETWEEN 0 AND 1),
      difficulty float8 NOT NULL DEFAULT 5 CHECK (difficulty > 0),
      file_name text NOT NULL DEFAULT 'attachment',
      flag_template text CHECK (char_length(flag_template) <= 120),
      container_image text NOT NULL DEFAULT '',
      memory_limit int NOT NULL DEFAULT 64,
      cpu_count int NOT NULL DEFAULT 1,
      storage_limit int NOT NULL DEFAULT 256,
      expose_port int NOT NULL DEFAULT 80,
      traffic_capture boolean NOT NULL DEFAULT false,
      version int NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE INDEX challenges_game ON challenges (game_id);

    CREATE TABLE flags (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      challenge_id int NOT NULL REFERENCES challenges ON DELETE CASCADE,
      flag text NOT NULL CHECK (char_length(flag) BETWEEN 1 AND 127)
    );
    CREATE INDEX flags_challenge ON flags (challenge_id, flag);

    CREATE TABLE participations (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      team_id int NOT NULL REFERENCES teams ON DELETE CASCADE,
      status text NOT NULL DEFAULT 'Pending'
        CHECK (status IN ('Pending', 'Accepted', 'Rejected', 'Suspended')),
      division text,
      token text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (game_id, team_id)
    );
    CREATE INDEX participations_team ON participations (team_id);

    CREATE TABLE registrations (
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      participation_id int NOT NULL REFERENCES participations ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (game_id, user_id)
    );
    CREATE INDEX registrations_participation ON registrations (participation_id);
    CREATE INDEX registrations_user ON registrations (user_id);

    CREATE TABLE submissions (
      id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      challenge_id int NOT NULL REFERENCES challenges ON DELETE CASCADE,
      participation_id int NOT NULL REFERENCES participations ON DELETE CASCADE,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      answer text NOT NULL CHECK (char_length(answer) <= 127),
      status text NOT NULL DEFAULT 'FlagSubmitted'
        CHECK (status IN ('FlagSubmitted', 'Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound')),
      submitted_at timestamptz(3) NOT NULL,
      judged_at timestamptz(3),
      ip text,
      user_agent text
    );
    CREATE INDEX submissions_unjudged ON submissions (game_id, submitted_at, id) WHERE status = 'FlagSubmitted';
    CREATE INDEX submissions_game ON submissions (game_id, id DESC);
    CREATE INDEX submissions_challenge ON submissions (challenge_id);
    CREATE INDEX submissions_participation ON submissions (participation_id, challenge_id);
    CREATE INDEX submissions_user ON submissions (user_id);

    CREATE TABLE solves (
      challenge_id int NOT NULL REFERENCES challenges ON DELETE CASCADE,
      participation_id int NOT NULL REFERENCES participations ON DELETE CASCADE,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      submission_id int NOT NULL UNIQUE REFERENCES submissions ON DELETE CASCADE,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      solved_at timestamptz(3) NOT NULL,
      PRIMARY KEY (challenge_id, participation_id)
    );
    CREATE INDEX solves_participation ON solves (participation_id);
    CREATE INDEX solves_game ON solves (game_id);

    CREATE TABLE ledger_heads (
      game_id int PRIMARY KEY REFERENCES games ON DELETE CASCADE,
      seq int NOT NULL DEFAULT 0,
      hash bytea NOT NULL DEFAULT '\\x'
    );

    CREATE TABLE score_events (
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      seq int NOT NULL,
      kind text NOT NULL,
      at timestamptz(3) NOT NULL,
      participation_id int,
      challenge_id int,
      submission_id int,
      user_id uuid,
      payload jsonb,
      prev_hash bytea NOT NULL,
      hash bytea NOT NULL,
      PRIMARY KEY (game_id, seq)
    );
    CREATE UNIQUE INDEX score_events_solve ON score_events (submission_id) WHERE kind = 'solve';

    -- What monitors read beside the submissions themselves: joins, containers, cheating.
    CREATE TABLE game_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      type text NOT NULL,
      "values" text[] NOT NULL,
      at timestamptz(3) NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      participation_id int REFERENCES participations ON DELETE CASCADE
    );
    CREATE INDEX game_events_game ON game_events (game_id, id DESC);
    CREATE INDEX game_events_user ON game_events (user_id);
    CREATE INDEX game_events_participation ON game_events (participation_id);

    CREATE TABLE notices (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      game_id int NOT NULL REFERENCES games ON DELETE CASCADE,
      type text NOT NULL,
      "values" text[] NOT NULL,
      published_at timestamptz(3) NOT NULL
    );
    CREATE INDEX notices_game ON notices (game_id, published_at DESC);

    CREATE TABLE posts (
      id char(8) PRIMARY KEY,
      title text NOT NULL CHECK (char_length(title) <= 50),
      summary text NOT NULL DEFAULT '',
      content text NOT NULL DEFAULT '',
      tags text[] NOT NULL DEFAULT '{}',
      pinned boolean NOT NULL DEFAULT false,
      author_id uuid REFERENCES users ON DELETE SET NULL,
      published_at timestamptz(3) NOT NULL
    );
    CREATE INDEX posts_order ON posts (pinned DESC, published_at DESC);

    CREATE TABLE settings (
      key text PRIMARY KEY,
      value jsonb NOT NULL
    );

    CREATE TABLE audit_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz(3) NOT NULL,
      actor_id uuid REFERENCES users ON DELETE SET NULL,
      ip text,
      action text NOT NULL,
      target text NOT NULL,
      before jsonb,
      after jsonb
    );
    CREATE INDEX audit_events_at ON audit_events (at DESC);
  `,
  down: `
    DROP TABLE audit_events, settings, posts, notices, game_events, score_events, ledger_heads, solves,
      submissions, registrations, participations, flags, challenges, games, team_members, teams, sessions, users;
  `
}
