-- The schema after all migrations, made by `npm run schema`: to be read, not to be edited.
-- The functions are in functions/. A test compares these files with a migrated database.

CREATE TABLE api_tokens (
  id uuid NOT NULL,
  user_id uuid,
  name text NOT NULL,
  token_hash character(64) NOT NULL,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  game_id integer,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  ended boolean NOT NULL DEFAULT false,
  made_by uuid,
  game_role text,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT api_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT api_tokens_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT api_tokens_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT api_tokens_game_role_check CHECK (game_role = ANY (ARRAY['owner'::text, 'author'::text, 'referee'::text, 'support'::text, 'monitor'::text])),
  CONSTRAINT api_tokens_made_check CHECK (made_by IS NULL OR user_id IS NULL),
  CONSTRAINT api_tokens_role_check CHECK (game_role IS NULL OR user_id IS NULL AND game_id IS NOT NULL)
);
CREATE INDEX api_tokens_game ON api_tokens USING btree (game_id);
CREATE INDEX api_tokens_made ON api_tokens USING btree (made_by);
CREATE INDEX api_tokens_user ON api_tokens USING btree (user_id);

CREATE TABLE attachments (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  challenge_id integer NOT NULL,
  flag_id integer,
  type text NOT NULL,
  hash character(64),
  name text,
  remote_url text,
  place integer NOT NULL DEFAULT 0,
  CONSTRAINT attachments_pkey PRIMARY KEY (id),
  CONSTRAINT attachments_place_key UNIQUE NULLS NOT DISTINCT (challenge_id, flag_id, place) DEFERRABLE,
  CONSTRAINT attachments_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT attachments_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES flags(id) ON DELETE CASCADE,
  CONSTRAINT attachments_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash),
  CONSTRAINT attachments_check CHECK (
CASE type
    WHEN 'Local'::text THEN hash IS NOT NULL AND name IS NOT NULL AND remote_url IS NULL
    ELSE hash IS NULL AND remote_url IS NOT NULL
END),
  CONSTRAINT attachments_place_check CHECK (place >= 0 AND (flag_id IS NULL OR place = 0)),
  CONSTRAINT attachments_type_check CHECK (type = ANY (ARRAY['Local'::text, 'Remote'::text]))
);
CREATE INDEX attachments_flag ON attachments USING btree (flag_id);
CREATE INDEX attachments_hash ON attachments USING btree (hash);

CREATE TABLE attempt_resets (
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT attempt_resets_pkey PRIMARY KEY (challenge_id, participation_id),
  CONSTRAINT attempt_resets_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT attempt_resets_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE
);
CREATE INDEX attempt_resets_participation ON attempt_resets USING btree (participation_id);

CREATE TABLE audit_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp(3) with time zone NOT NULL,
  actor_id uuid,
  ip text,
  action text NOT NULL,
  target text NOT NULL,
  before jsonb,
  after jsonb,
  session text,
  token text,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id),
  CONSTRAINT audit_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX audit_events_action ON audit_events USING btree (action, at DESC);
CREATE INDEX audit_events_actor ON audit_events USING btree (actor_id);
CREATE INDEX audit_events_at ON audit_events USING btree (at DESC);
CREATE INDEX audit_events_target ON audit_events USING btree (target, id);

CREATE TABLE blobs (
  hash character(64) NOT NULL,
  size bigint NOT NULL,
  type text,
  stored_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT blobs_pkey PRIMARY KEY (hash),
  CONSTRAINT blobs_hash_check CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT blobs_size_check CHECK (size > 0)
);

CREATE TABLE board_revisions (
  game_id integer NOT NULL,
  rebuilds integer NOT NULL DEFAULT 0,
  refreshes integer NOT NULL DEFAULT 0,
  CONSTRAINT board_revisions_pkey PRIMARY KEY (game_id),
  CONSTRAINT board_revisions_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);

CREATE TABLE brand_images (
  kind text NOT NULL,
  hash character(64) NOT NULL,
  CONSTRAINT brand_images_pkey PRIMARY KEY (kind),
  CONSTRAINT brand_images_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash),
  CONSTRAINT brand_images_kind_check CHECK (kind = ANY (ARRAY['logo'::text, 'favicon'::text]))
);
CREATE INDEX brand_images_hash ON brand_images USING btree (hash);

CREATE TABLE canned_answers (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  CONSTRAINT canned_answers_pkey PRIMARY KEY (id),
  CONSTRAINT canned_answers_game_id_name_key UNIQUE (game_id, name),
  CONSTRAINT canned_answers_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);

CREATE TABLE captures (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  instance_id uuid,
  game_id integer NOT NULL,
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  user_id uuid,
  address text NOT NULL,
  file text NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  dropped bigint NOT NULL DEFAULT 0,
  charged bigint NOT NULL DEFAULT 0,
  opened_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  lease_until timestamp(3) with time zone NOT NULL,
  closed_at timestamp(3) with time zone,
  pinned_at timestamp(3) with time zone,
  pinned_by uuid,
  pin_note text,
  CONSTRAINT captures_pkey PRIMARY KEY (id),
  CONSTRAINT captures_challenge_id_participation_id_file_key UNIQUE (challenge_id, participation_id, file),
  CONSTRAINT captures_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT captures_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT captures_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES instances(id) ON DELETE SET NULL,
  CONSTRAINT captures_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT captures_pinned_by_fkey FOREIGN KEY (pinned_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT captures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT captures_file_check CHECK (file ~ '^[0-9a-f-]{1,64}[.]pcap$'::text)
);
CREATE INDEX captures_age ON captures USING btree (closed_at) WHERE (pinned_at IS NULL);
CREATE INDEX captures_game ON captures USING btree (game_id);
CREATE INDEX captures_instance ON captures USING btree (instance_id, id);
CREATE INDEX captures_open ON captures USING btree (lease_until) WHERE (closed_at IS NULL);
CREATE INDEX captures_pinned_by ON captures USING btree (pinned_by);
CREATE INDEX captures_quota ON captures USING btree (participation_id) INCLUDE (instance_id, charged);
CREATE INDEX captures_user ON captures USING btree (user_id);

CREATE TABLE case_appeals (
  decision_id integer NOT NULL,
  participation_id integer NOT NULL,
  user_id uuid,
  at timestamp(3) with time zone NOT NULL,
  text text NOT NULL,
  answer text,
  answered_by uuid,
  answered_at timestamp(3) with time zone,
  CONSTRAINT case_appeals_pkey PRIMARY KEY (decision_id, participation_id),
  CONSTRAINT case_appeals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT case_appeals_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES case_decisions(id) ON DELETE CASCADE,
  CONSTRAINT case_appeals_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT case_appeals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT case_appeals_check CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX case_appeals_answered_by ON case_appeals USING btree (answered_by);
CREATE INDEX case_appeals_participation ON case_appeals USING btree (participation_id);
CREATE INDEX case_appeals_user ON case_appeals USING btree (user_id);

CREATE TABLE case_decisions (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  case_id integer NOT NULL,
  outcome text NOT NULL,
  participation_ids integer[] NOT NULL,
  challenge_ids integer[] NOT NULL,
  points integer,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'proposed'::text,
  proposed_by uuid,
  proposed_at timestamp(3) with time zone NOT NULL,
  answered_by uuid,
  answered_at timestamp(3) with time zone,
  answer text,
  correction integer,
  suspended integer[] NOT NULL,
  undone_by uuid,
  undone_at timestamp(3) with time zone,
  undone_reason text,
  CONSTRAINT case_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT case_decisions_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT case_decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  CONSTRAINT case_decisions_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT case_decisions_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT case_decisions_check CHECK ((state = 'proposed'::text) = (answered_at IS NULL)),
  CONSTRAINT case_decisions_check1 CHECK ((state = 'undone'::text) = (undone_at IS NOT NULL)),
  CONSTRAINT case_decisions_check2 CHECK (state = 'proposed'::text OR proposed_by IS DISTINCT FROM answered_by OR proposed_by IS NULL OR state = 'rejected'::text),
  CONSTRAINT case_decisions_outcome_check CHECK (outcome = ANY (ARRAY['nothing'::text, 'warning'::text, 'void'::text, 'penalty'::text, 'suspension'::text])),
  CONSTRAINT case_decisions_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'rejected'::text, 'confirmed'::text, 'undone'::text]))
);
CREATE INDEX case_decisions_answered_by ON case_decisions USING btree (answered_by);
CREATE INDEX case_decisions_case ON case_decisions USING btree (case_id);
CREATE INDEX case_decisions_participations ON case_decisions USING gin (participation_ids);
CREATE INDEX case_decisions_proposed_by ON case_decisions USING btree (proposed_by);
CREATE UNIQUE INDEX case_decisions_standing ON case_decisions USING btree (case_id) WHERE (state = ANY (ARRAY['proposed'::text, 'confirmed'::text]));
CREATE INDEX case_decisions_undone_by ON case_decisions USING btree (undone_by);

CREATE TABLE case_entries (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  case_id integer NOT NULL,
  kind text NOT NULL,
  ref text,
  facts jsonb,
  note text,
  user_id uuid,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT case_entries_pkey PRIMARY KEY (id),
  CONSTRAINT case_entries_case_id_kind_ref_key UNIQUE (case_id, kind, ref),
  CONSTRAINT case_entries_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  CONSTRAINT case_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT case_entries_check CHECK ((kind = 'note'::text) = (note IS NOT NULL)),
  CONSTRAINT case_entries_check1 CHECK ((kind = 'note'::text) = (facts IS NULL)),
  CONSTRAINT case_entries_check2 CHECK ((kind = 'note'::text) = (ref IS NULL)),
  CONSTRAINT case_entries_kind_check CHECK (kind = ANY (ARRAY['submission'::text, 'match'::text, 'event'::text, 'note'::text]))
);
CREATE INDEX case_entries_user ON case_entries USING btree (user_id);

CREATE TABLE case_news (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  case_id integer NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT case_news_pkey PRIMARY KEY (id),
  CONSTRAINT case_news_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  CONSTRAINT case_news_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT case_news_kind_check CHECK (kind = ANY (ARRAY['opened'::text, 'appealed'::text, 'decided'::text, 'undone'::text, 'answered'::text]))
);
CREATE INDEX case_news_case ON case_news USING btree (case_id);
CREATE INDEX case_news_user ON case_news USING btree (user_id);

CREATE TABLE case_teams (
  case_id integer NOT NULL,
  participation_id integer NOT NULL,
  CONSTRAINT case_teams_pkey PRIMARY KEY (case_id, participation_id),
  CONSTRAINT case_teams_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  CONSTRAINT case_teams_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE
);
CREATE INDEX case_teams_participation ON case_teams USING btree (participation_id);

CREATE TABLE cases (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  number integer NOT NULL,
  title text NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  version integer NOT NULL DEFAULT 1,
  opened_by uuid,
  opened_at timestamp(3) with time zone NOT NULL,
  assigned_to uuid,
  CONSTRAINT cases_pkey PRIMARY KEY (id),
  CONSTRAINT cases_game_id_number_key UNIQUE (game_id, number),
  CONSTRAINT cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT cases_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT cases_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT cases_state_check CHECK (state = ANY (ARRAY['open'::text, 'decided'::text, 'appealed'::text, 'closed'::text]))
);
CREATE INDEX cases_assigned_to ON cases USING btree (assigned_to);
CREATE INDEX cases_opened_by ON cases USING btree (opened_by);

CREATE TABLE categories (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  name text NOT NULL,
  color text NOT NULL,
  icon text NOT NULL,
  stands_for text NOT NULL DEFAULT 'Misc'::text,
  CONSTRAINT categories_pkey PRIMARY KEY (id),
  CONSTRAINT categories_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX categories_name ON categories USING btree (game_id, lower(name));

CREATE TABLE ceremonies (
  game_id integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  frozen_at timestamp(3) with time zone NOT NULL,
  seq integer NOT NULL,
  steps jsonb NOT NULL,
  total integer NOT NULL,
  "position" integer NOT NULL,
  version integer NOT NULL,
  blank boolean NOT NULL,
  paused boolean NOT NULL,
  CONSTRAINT ceremonies_pkey PRIMARY KEY (game_id),
  CONSTRAINT ceremonies_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT ceremonies_position_check CHECK ("position" >= 0 AND "position" <= total)
);

CREATE TABLE challenge_counts (
  challenge_id integer NOT NULL,
  n integer NOT NULL,
  CONSTRAINT challenge_counts_pkey PRIMARY KEY (challenge_id),
  CONSTRAINT challenge_counts_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE challenge_downloads (
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  downloaded_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT challenge_downloads_pkey PRIMARY KEY (challenge_id, participation_id),
  CONSTRAINT challenge_downloads_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT challenge_downloads_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE
);
CREATE INDEX challenge_downloads_participation ON challenge_downloads USING btree (participation_id);

CREATE TABLE challenge_feedback (
  challenge_id integer NOT NULL,
  user_id uuid NOT NULL,
  participation_id integer NOT NULL,
  stars integer NOT NULL,
  line text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT challenge_feedback_pkey PRIMARY KEY (challenge_id, user_id),
  CONSTRAINT challenge_feedback_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT challenge_feedback_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT challenge_feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT challenge_feedback_line_check CHECK (length(line) <= 280),
  CONSTRAINT challenge_feedback_stars_check CHECK (stars >= 1 AND stars <= 5)
);
CREATE INDEX challenge_feedback_participation ON challenge_feedback USING btree (participation_id);
CREATE INDEX challenge_feedback_user ON challenge_feedback USING btree (user_id);

CREATE TABLE challenge_openings (
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT challenge_openings_pkey PRIMARY KEY (challenge_id, participation_id),
  CONSTRAINT challenge_openings_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT challenge_openings_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE
);
CREATE INDEX challenge_openings_participation ON challenge_openings USING btree (participation_id);

CREATE TABLE challenge_versions (
  challenge_id integer NOT NULL,
  number integer NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  actor_id uuid,
  fields text[] NOT NULL,
  content jsonb NOT NULL,
  CONSTRAINT challenge_versions_pkey PRIMARY KEY (challenge_id, number),
  CONSTRAINT challenge_versions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT challenge_versions_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE
);
CREATE INDEX challenge_versions_actor ON challenge_versions USING btree (actor_id);

CREATE TABLE challenges (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  title text NOT NULL,
  content text NOT NULL DEFAULT ''::text,
  category text NOT NULL DEFAULT 'Misc'::text,
  type text NOT NULL DEFAULT 'StaticAttachment'::text,
  hints text[] NOT NULL DEFAULT '{}'::text[],
  enabled boolean NOT NULL DEFAULT false,
  original_score integer NOT NULL DEFAULT 1000,
  min_score_rate double precision NOT NULL DEFAULT 0.25,
  difficulty double precision NOT NULL DEFAULT 5,
  file_name text NOT NULL DEFAULT 'attachment'::text,
  flag_template text,
  container_image text NOT NULL DEFAULT ''::text,
  memory_limit integer NOT NULL DEFAULT 64,
  cpu_count integer NOT NULL DEFAULT 1,
  storage_limit integer NOT NULL DEFAULT 256,
  expose_port integer NOT NULL DEFAULT 80,
  traffic_capture boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  container_options jsonb NOT NULL DEFAULT '{}'::jsonb,
  container_compose text,
  compose_images text[] NOT NULL DEFAULT '{}'::text[],
  source_id text,
  release_at timestamp(3) with time zone,
  announced boolean NOT NULL DEFAULT false,
  release_announce boolean,
  hint_times timestamp(3) with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  priced_hints jsonb NOT NULL DEFAULT '[]'::jsonb,
  attempt_limit integer,
  author text NOT NULL DEFAULT ''::text,
  level text,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  requires integer[] NOT NULL DEFAULT '{}'::integer[],
  hide_locked boolean NOT NULL DEFAULT false,
  blocked_at timestamp(3) with time zone,
  unblocked_at timestamp(3) with time zone,
  block_reason text NOT NULL DEFAULT ''::text,
  block_announced boolean NOT NULL DEFAULT false,
  decoy text,
  closes_at timestamp(3) with time zone,
  solver jsonb,
  solution text NOT NULL DEFAULT ''::text,
  solution_public boolean NOT NULL DEFAULT false,
  checker text,
  scoring text,
  point_values integer[],
  release_failed_at timestamp(3) with time zone,
  release_fault text,
  category_id integer,
  connections jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT challenges_pkey PRIMARY KEY (id),
  CONSTRAINT challenges_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  CONSTRAINT challenges_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT challenges_attempt_limit_check CHECK (attempt_limit > 0),
  CONSTRAINT challenges_block_check CHECK (unblocked_at IS NULL OR COALESCE(blocked_at <= unblocked_at, false)),
  CONSTRAINT challenges_checker_check CHECK (checker ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text),
  CONSTRAINT challenges_container_compose_check CHECK (octet_length(container_compose) <= 32768),
  CONSTRAINT challenges_decoy_check CHECK (char_length(decoy) >= 1 AND char_length(decoy) <= 120),
  CONSTRAINT challenges_difficulty_check CHECK (difficulty > 0::double precision),
  CONSTRAINT challenges_flag_template_check CHECK (char_length(flag_template) <= 120),
  CONSTRAINT challenges_level_check CHECK (level = ANY (ARRAY['Beginner'::text, 'Easy'::text, 'Medium'::text, 'Hard'::text, 'Insane'::text])),
  CONSTRAINT challenges_min_score_rate_check CHECK (min_score_rate >= 0::double precision AND min_score_rate <= 1::double precision),
  CONSTRAINT challenges_point_values_check CHECK (cardinality(point_values) >= 1 AND cardinality(point_values) <= 1001),
  CONSTRAINT challenges_scoring_check CHECK (scoring ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text),
  CONSTRAINT challenges_scoring_values CHECK ((scoring IS NULL) = (point_values IS NULL)),
  CONSTRAINT challenges_solver_check CHECK (jsonb_typeof(solver) = 'object'::text),
  CONSTRAINT challenges_source_id_check CHECK (char_length(source_id) <= 1024),
  CONSTRAINT challenges_title_check CHECK (title ~ '\S'::text)
);
CREATE INDEX challenges_category ON challenges USING btree (category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX challenges_game ON challenges USING btree (game_id);
CREATE INDEX challenges_release ON challenges USING btree (release_at) WHERE (release_at IS NOT NULL);
CREATE INDEX challenges_scheduled ON challenges USING btree (game_id) WHERE ((solver ->> 'every'::text) IS NOT NULL);
CREATE TRIGGER challenges_date_hints BEFORE UPDATE OF hints ON challenges FOR EACH ROW WHEN (old.hints IS DISTINCT FROM new.hints) EXECUTE FUNCTION date_hints();
CREATE TRIGGER challenges_deleted BEFORE DELETE ON challenges FOR EACH ROW EXECUTE FUNCTION drop_submissions();

CREATE TABLE cheats (
  submission_id integer NOT NULL,
  game_id integer NOT NULL,
  participation_id integer NOT NULL,
  source_participation_id integer NOT NULL,
  CONSTRAINT cheats_pkey PRIMARY KEY (submission_id),
  CONSTRAINT cheats_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT cheats_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT cheats_source_participation_id_fkey FOREIGN KEY (source_participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT cheats_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);
CREATE INDEX cheats_game ON cheats USING btree (game_id, submission_id DESC);
CREATE INDEX cheats_participation ON cheats USING btree (participation_id);
CREATE INDEX cheats_source ON cheats USING btree (source_participation_id);

CREATE TABLE correction_drafts (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  input jsonb NOT NULL,
  scope jsonb NOT NULL,
  reason text NOT NULL,
  announce boolean NOT NULL,
  effect jsonb NOT NULL,
  digest text NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  second boolean NOT NULL DEFAULT false,
  decided_at timestamp(3) with time zone,
  decided_by uuid,
  decided_reason text,
  cause text,
  number integer,
  CONSTRAINT correction_drafts_pkey PRIMARY KEY (id),
  CONSTRAINT correction_drafts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT correction_drafts_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT correction_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT correction_drafts_check CHECK (NOT second OR user_id IS NULL OR decided_by IS NULL OR decided_by <> user_id),
  CONSTRAINT correction_drafts_state_check CHECK (state = ANY (ARRAY['open'::text, 'applied'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text]))
);
CREATE INDEX correction_drafts_decided ON correction_drafts USING btree (decided_by);
CREATE INDEX correction_drafts_game ON correction_drafts USING btree (game_id, id);
CREATE INDEX correction_drafts_open ON correction_drafts USING btree (game_id) WHERE (state = 'open'::text);
CREATE INDEX correction_drafts_user ON correction_drafts USING btree (user_id);

CREATE TABLE correction_news (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  correction_id integer NOT NULL,
  participation_id integer NOT NULL,
  undone boolean NOT NULL,
  points integer NOT NULL,
  held boolean NOT NULL,
  CONSTRAINT correction_news_pkey PRIMARY KEY (id),
  CONSTRAINT correction_news_correction_id_participation_id_undone_key UNIQUE (correction_id, participation_id, undone),
  CONSTRAINT correction_news_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES corrections(id) ON DELETE CASCADE,
  CONSTRAINT correction_news_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE
);
CREATE INDEX correction_news_participation ON correction_news USING btree (participation_id);

CREATE TABLE corrections (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  scope jsonb NOT NULL,
  reason text NOT NULL,
  effect jsonb NOT NULL,
  plan jsonb NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  undone_at timestamp(3) with time zone,
  undone_by uuid,
  undone_reason text,
  confirmed_by uuid,
  CONSTRAINT corrections_pkey PRIMARY KEY (id),
  CONSTRAINT corrections_game_id_number_key UNIQUE (game_id, number),
  CONSTRAINT corrections_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT corrections_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT corrections_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT corrections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX corrections_confirmed ON corrections USING btree (confirmed_by) WHERE (confirmed_by IS NOT NULL);
CREATE INDEX corrections_undone_by ON corrections USING btree (undone_by);
CREATE INDEX corrections_user ON corrections USING btree (user_id);

CREATE TABLE earlier_tickets (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  challenge_id integer,
  title text NOT NULL,
  by_staff boolean NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  messages jsonb NOT NULL,
  CONSTRAINT earlier_tickets_pkey PRIMARY KEY (id),
  CONSTRAINT earlier_tickets_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE SET NULL,
  CONSTRAINT earlier_tickets_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX earlier_tickets_challenge ON earlier_tickets USING btree (challenge_id);
CREATE INDEX earlier_tickets_game ON earlier_tickets USING btree (game_id, opened_at, id);

CREATE TABLE embeds (
  hash character(64) NOT NULL,
  post_id character(8),
  game_id integer,
  challenge_id integer,
  solution_id integer,
  own_page_id integer,
  setting text,
  CONSTRAINT embeds_use_key UNIQUE NULLS NOT DISTINCT (hash, post_id, game_id, challenge_id, solution_id, own_page_id, setting),
  CONSTRAINT embeds_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT embeds_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT embeds_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash),
  CONSTRAINT embeds_own_page_id_fkey FOREIGN KEY (own_page_id) REFERENCES own_pages(id) ON DELETE CASCADE,
  CONSTRAINT embeds_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  CONSTRAINT embeds_setting_fkey FOREIGN KEY (setting) REFERENCES settings(key) ON DELETE CASCADE,
  CONSTRAINT embeds_solution_id_fkey FOREIGN KEY (solution_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT embeds_check CHECK (num_nonnulls(post_id, game_id, challenge_id, solution_id, own_page_id, setting) = 1)
);
CREATE INDEX embeds_challenge ON embeds USING btree (challenge_id);
CREATE INDEX embeds_game ON embeds USING btree (game_id);
CREATE INDEX embeds_own_page ON embeds USING btree (own_page_id);
CREATE INDEX embeds_post ON embeds USING btree (post_id);
CREATE INDEX embeds_setting ON embeds USING btree (setting);
CREATE INDEX embeds_solution ON embeds USING btree (solution_id);

CREATE TABLE engines (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  address text NOT NULL,
  kind text NOT NULL DEFAULT 'docker'::text,
  state text NOT NULL DEFAULT 'down'::text,
  state_since timestamp(3) with time zone NOT NULL DEFAULT now(),
  seen_at timestamp(3) with time zone,
  latency_ms integer,
  error text,
  info jsonb,
  memory_mb integer NOT NULL DEFAULT 0,
  cpu integer NOT NULL DEFAULT 0,
  places integer NOT NULL DEFAULT 0,
  draining boolean NOT NULL DEFAULT false,
  guard text NOT NULL DEFAULT 'unknown'::text,
  guard_report jsonb,
  guard_at timestamp(3) with time zone,
  test_due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  accepted_at timestamp(3) with time zone,
  accepted_by uuid,
  accepted_reason text,
  orphans_removed integer NOT NULL DEFAULT 0,
  managed boolean NOT NULL DEFAULT false,
  keys text,
  entry text,
  bind text,
  most_memory_mb integer,
  most_cpu integer,
  most_places integer,
  revision integer NOT NULL DEFAULT 1,
  served_by text,
  served_until timestamp(3) with time zone,
  tested_by text,
  tested_until timestamp(3) with time zone,
  namespace text,
  allows_hosts boolean NOT NULL DEFAULT false,
  CONSTRAINT engines_pkey PRIMARY KEY (id),
  CONSTRAINT engines_address_key UNIQUE (address),
  CONSTRAINT engines_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT engines_guard_check CHECK (guard = ANY (ARRAY['unknown'::text, 'guarded'::text, 'unguarded'::text])),
  CONSTRAINT engines_kind_check CHECK (kind = ANY (ARRAY['docker'::text, 'swarm'::text, 'kubernetes'::text])),
  CONSTRAINT engines_namespace_check CHECK ((kind = 'kubernetes'::text) = (namespace IS NOT NULL)),
  CONSTRAINT engines_state_check CHECK (state = ANY (ARRAY['up'::text, 'down'::text]))
);
CREATE INDEX engines_accepted_by ON engines USING btree (accepted_by);

CREATE TABLE event_counts (
  game_id integer NOT NULL,
  type text NOT NULL,
  n integer NOT NULL,
  CONSTRAINT event_counts_pkey PRIMARY KEY (game_id, type),
  CONSTRAINT event_counts_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE flag_checks (
  submission_id integer NOT NULL,
  plugin text NOT NULL,
  is_right boolean,
  attempts integer NOT NULL,
  error text,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT flag_checks_pkey PRIMARY KEY (submission_id),
  CONSTRAINT flag_checks_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

CREATE TABLE flags (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  challenge_id integer NOT NULL,
  flag text NOT NULL,
  decoy text,
  CONSTRAINT flags_pkey PRIMARY KEY (id),
  CONSTRAINT flags_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT flags_decoy_check CHECK (char_length(decoy) >= 1 AND char_length(decoy) <= 120),
  CONSTRAINT flags_flag_check CHECK (char_length(flag) >= 1 AND char_length(flag) <= 1024 AND octet_length(flag) <= 2048)
);
CREATE INDEX flags_challenge ON flags USING btree (challenge_id, flag);

CREATE TABLE follows (
  user_id uuid NOT NULL,
  participation_id integer NOT NULL,
  place integer NOT NULL,
  CONSTRAINT follows_pkey PRIMARY KEY (user_id, participation_id),
  CONSTRAINT follows_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX follows_participation ON follows USING btree (participation_id);

CREATE TABLE game_awards (
  game_id integer NOT NULL,
  key text NOT NULL,
  challenge_id integer,
  content jsonb NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  token_id uuid,
  CONSTRAINT game_awards_pkey PRIMARY KEY (game_id, key),
  CONSTRAINT game_awards_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT game_awards_key_check CHECK (length(key) >= 1 AND length(key) <= 100)
);
CREATE INDEX game_awards_at ON game_awards USING btree (game_id, at);

CREATE TABLE game_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  type text NOT NULL,
  "values" text[] NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  participation_id integer,
  ip text,
  CONSTRAINT game_events_pkey PRIMARY KEY (id),
  CONSTRAINT game_events_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT game_events_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT game_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX game_events_game ON game_events USING btree (game_id, id DESC);
CREATE INDEX game_events_participation ON game_events USING btree (participation_id);
CREATE INDEX game_events_time ON game_events USING btree (game_id, at DESC, id DESC);
CREATE INDEX game_events_user ON game_events USING btree (user_id);
CREATE TRIGGER game_events_counted AFTER INSERT ON game_events REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_events();
CREATE TRIGGER game_events_uncounted AFTER DELETE ON game_events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION uncount_events();

CREATE TABLE game_staff (
  game_id integer NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  added_by uuid,
  added_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT game_staff_pkey PRIMARY KEY (game_id, user_id),
  CONSTRAINT game_staff_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT game_staff_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT game_staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT game_staff_role_check CHECK (role = ANY (ARRAY['owner'::text, 'author'::text, 'referee'::text, 'support'::text, 'monitor'::text]))
);
CREATE INDEX game_staff_added_by ON game_staff USING btree (added_by);
CREATE INDEX game_staff_user ON game_staff USING btree (user_id);

CREATE TABLE game_staff_invitations (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  role text NOT NULL,
  code_hash character(64) NOT NULL,
  mail_hash character(64),
  email text,
  made_by uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT game_staff_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT game_staff_invitations_code_hash_key UNIQUE (code_hash),
  CONSTRAINT game_staff_invitations_mail_hash_key UNIQUE (mail_hash),
  CONSTRAINT game_staff_invitations_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT game_staff_invitations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT game_staff_invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'author'::text, 'referee'::text, 'support'::text, 'monitor'::text]))
);
CREATE INDEX game_staff_invitations_email ON game_staff_invitations USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX game_staff_invitations_expires ON game_staff_invitations USING btree (expires_at);
CREATE INDEX game_staff_invitations_game ON game_staff_invitations USING btree (game_id);
CREATE INDEX game_staff_invitations_made_by ON game_staff_invitations USING btree (made_by);

CREATE TABLE games (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  summary text NOT NULL DEFAULT ''::text,
  content text NOT NULL DEFAULT ''::text,
  hidden boolean NOT NULL DEFAULT false,
  start_at timestamp(3) with time zone NOT NULL,
  end_at timestamp(3) with time zone NOT NULL,
  invite_code text,
  divisions text[] NOT NULL DEFAULT '{}'::text[],
  member_limit integer NOT NULL DEFAULT 0,
  container_limit integer NOT NULL DEFAULT 3,
  accept_without_review boolean NOT NULL DEFAULT false,
  practice_mode boolean NOT NULL DEFAULT true,
  writeup_required boolean NOT NULL DEFAULT false,
  writeup_deadline timestamp(3) with time zone NOT NULL DEFAULT now(),
  writeup_note text NOT NULL DEFAULT ''::text,
  blood_bonus integer NOT NULL DEFAULT 52459530,
  poster_hash character(64),
  public_key text NOT NULL,
  private_seed text NOT NULL,
  origin text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  import_values jsonb NOT NULL DEFAULT '{}'::jsonb,
  corrections_public boolean NOT NULL DEFAULT true,
  freeze_at timestamp(3) with time zone,
  revealed_at timestamp(3) with time zone,
  paused_at timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  pause_reason text NOT NULL DEFAULT ''::text,
  rehearsal uuid,
  feedback boolean NOT NULL DEFAULT false,
  certificate_note text NOT NULL DEFAULT ''::text,
  certificate_signature text NOT NULL DEFAULT ''::text,
  division_limits jsonb NOT NULL DEFAULT '[]'::jsonb,
  solo boolean NOT NULL DEFAULT false,
  division_ends jsonb NOT NULL DEFAULT '{}'::jsonb,
  final_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  announced_end_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  registration_fields jsonb NOT NULL DEFAULT '[]'::jsonb,
  corrections_second boolean NOT NULL DEFAULT false,
  reveal_after integer,
  CONSTRAINT games_pkey PRIMARY KEY (id),
  CONSTRAINT games_origin_key UNIQUE (origin),
  CONSTRAINT games_poster_hash_fkey FOREIGN KEY (poster_hash) REFERENCES blobs(hash),
  CONSTRAINT games_check CHECK (start_at < end_at),
  CONSTRAINT games_container_limit_check CHECK (container_limit >= 0),
  CONSTRAINT games_invite_code_check CHECK (char_length(invite_code) <= 32),
  CONSTRAINT games_member_limit_check CHECK (member_limit >= 0),
  CONSTRAINT games_pause_check CHECK ((paused_at IS NULL) = (paused_until IS NULL) AND paused_at <= paused_until),
  CONSTRAINT games_reveal_after_check CHECK (reveal_after >= 0 AND reveal_after <= 10080),
  CONSTRAINT games_title_check CHECK (title ~ '\S'::text)
);
CREATE INDEX games_poster ON games USING btree (poster_hash) WHERE (poster_hash IS NOT NULL);
CREATE INDEX games_rehearsal ON games USING btree (rehearsal) WHERE (rehearsal IS NOT NULL);
CREATE INDEX games_start ON games USING btree (start_at DESC);
CREATE TRIGGER games_date_final_end BEFORE INSERT OR UPDATE OF end_at, division_ends ON games FOR EACH ROW EXECUTE FUNCTION date_final_end();

CREATE TABLE hint_purchases (
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  hint integer NOT NULL,
  cost integer NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  returned_by integer,
  CONSTRAINT hint_purchases_pkey PRIMARY KEY (challenge_id, participation_id, hint),
  CONSTRAINT hint_purchases_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT hint_purchases_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT hint_purchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX hint_purchases_participation ON hint_purchases USING btree (participation_id);
CREATE INDEX hint_purchases_user ON hint_purchases USING btree (user_id);

CREATE TABLE images (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  engine_id integer NOT NULL,
  reference text NOT NULL,
  state text NOT NULL DEFAULT 'wanted'::text,
  digest text,
  details jsonb,
  progress jsonb,
  renew boolean NOT NULL DEFAULT false,
  error_code text,
  error_text text,
  attempts integer NOT NULL DEFAULT 0,
  pulled_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone DEFAULT now(),
  lease_owner text,
  lease_until timestamp(3) with time zone,
  CONSTRAINT images_pkey PRIMARY KEY (id),
  CONSTRAINT images_engine_id_reference_key UNIQUE (engine_id, reference),
  CONSTRAINT images_engine_id_fkey FOREIGN KEY (engine_id) REFERENCES engines(id) ON DELETE CASCADE,
  CONSTRAINT images_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 512),
  CONSTRAINT images_state_check CHECK (state = ANY (ARRAY['wanted'::text, 'pulling'::text, 'ready'::text, 'failed'::text]))
);
CREATE INDEX images_due ON images USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE TABLE instance_endpoints (
  instance_id uuid NOT NULL,
  "position" integer NOT NULL,
  title text NOT NULL,
  service text NOT NULL,
  port integer NOT NULL,
  protocol text NOT NULL,
  host text NOT NULL,
  published integer,
  engine_id integer,
  address text,
  entry text,
  CONSTRAINT instance_endpoints_pkey PRIMARY KEY (instance_id, "position"),
  CONSTRAINT instance_endpoints_host_key UNIQUE (host),
  CONSTRAINT instance_endpoints_engine_id_fkey FOREIGN KEY (engine_id) REFERENCES engines(id) ON DELETE SET NULL,
  CONSTRAINT instance_endpoints_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES instances(id) ON DELETE CASCADE,
  CONSTRAINT instance_endpoints_protocol_check CHECK (protocol = ANY (ARRAY['tcp'::text, 'http'::text]))
);
CREATE UNIQUE INDEX instance_endpoints_published ON instance_endpoints USING btree (engine_id, published);

CREATE TABLE instance_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  instance_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  event text NOT NULL,
  reason text,
  detail text,
  actor_id uuid,
  CONSTRAINT instance_events_pkey PRIMARY KEY (id),
  CONSTRAINT instance_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT instance_events_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES instances(id) ON DELETE CASCADE
);
CREATE INDEX instance_events_actor ON instance_events USING btree (actor_id);
CREATE INDEX instance_events_instance ON instance_events USING btree (instance_id, id);

CREATE TABLE instance_tickets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  instance_id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  "position" integer NOT NULL DEFAULT 0,
  networks text[] NOT NULL DEFAULT '{}'::text[],
  hinted text[] NOT NULL DEFAULT '{}'::text[],
  token_id uuid,
  CONSTRAINT instance_tickets_pkey PRIMARY KEY (id),
  CONSTRAINT instance_tickets_instance_id_user_id_position_key UNIQUE (instance_id, user_id, "position"),
  CONSTRAINT instance_tickets_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES instances(id) ON DELETE CASCADE,
  CONSTRAINT instance_tickets_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT instance_tickets_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE,
  CONSTRAINT instance_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT instance_tickets_holder_check CHECK ((session_id IS NULL) <> (token_id IS NULL))
);
CREATE INDEX instance_tickets_session ON instance_tickets USING btree (session_id);
CREATE INDEX instance_tickets_token ON instance_tickets USING btree (token_id);
CREATE INDEX instance_tickets_user ON instance_tickets USING btree (user_id);

CREATE TABLE instances (
  id uuid NOT NULL,
  kind text NOT NULL,
  game_id integer,
  challenge_id integer,
  participation_id integer,
  requested_by uuid,
  state text NOT NULL DEFAULT 'queued'::text,
  desired text NOT NULL DEFAULT 'up'::text,
  reason text,
  waits_for text,
  test_flag text,
  generation integer NOT NULL DEFAULT 1,
  spec jsonb NOT NULL,
  memory_mb integer NOT NULL,
  cpu integer NOT NULL,
  lifetime integer NOT NULL,
  extensions integer NOT NULL DEFAULT 0,
  engine_id integer,
  subnet cidr,
  container text,
  operated_at timestamp(3) with time zone NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  started_at timestamp(3) with time zone,
  ready_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  error_code text,
  error_text text,
  exit_code integer,
  last_log text,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamp(3) with time zone DEFAULT now(),
  lease_owner text,
  lease_until timestamp(3) with time zone,
  allowed_hosts jsonb,
  CONSTRAINT instances_pkey PRIMARY KEY (id),
  CONSTRAINT instances_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE SET NULL,
  CONSTRAINT instances_engine_id_fkey FOREIGN KEY (engine_id) REFERENCES engines(id) ON DELETE SET NULL,
  CONSTRAINT instances_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE SET NULL,
  CONSTRAINT instances_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE SET NULL,
  CONSTRAINT instances_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT instances_desired_check CHECK (desired = ANY (ARRAY['up'::text, 'down'::text])),
  CONSTRAINT instances_kind_check CHECK (kind = ANY (ARRAY['team'::text, 'test'::text, 'check'::text])),
  CONSTRAINT instances_state_check CHECK (state = ANY (ARRAY['queued'::text, 'starting'::text, 'ready'::text, 'unhealthy'::text, 'stopping'::text, 'stuck'::text, 'ended'::text, 'failed'::text]))
);
CREATE INDEX instances_challenge ON instances USING btree (challenge_id, ready_at DESC);
CREATE INDEX instances_due ON instances USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX instances_ended ON instances USING btree (ended_at DESC) WHERE (state = ANY (ARRAY['ended'::text, 'failed'::text]));
CREATE INDEX instances_engine ON instances USING btree (engine_id);
CREATE INDEX instances_expiry ON instances USING btree (expires_at) WHERE ((state = ANY (ARRAY['ready'::text, 'unhealthy'::text])) AND (desired = 'up'::text));
CREATE INDEX instances_game ON instances USING btree (game_id);
CREATE INDEX instances_live ON instances USING btree (state, requested_at) WHERE (state <> ALL (ARRAY['ended'::text, 'failed'::text]));
CREATE INDEX instances_participation ON instances USING btree (participation_id, challenge_id, requested_at DESC);
CREATE UNIQUE INDEX instances_subnet ON instances USING btree (engine_id, subnet) WHERE ((subnet IS NOT NULL) AND (state <> ALL (ARRAY['ended'::text, 'failed'::text])));
CREATE UNIQUE INDEX instances_team ON instances USING btree (participation_id, challenge_id) WHERE ((kind = 'team'::text) AND (desired = 'up'::text) AND (state <> ALL (ARRAY['ended'::text, 'failed'::text])));
CREATE UNIQUE INDEX instances_test ON instances USING btree (challenge_id) WHERE ((kind = 'test'::text) AND (desired = 'up'::text) AND (state <> ALL (ARRAY['ended'::text, 'failed'::text])));
CREATE INDEX instances_user ON instances USING btree (requested_by);
CREATE TRIGGER instances_release_ports AFTER UPDATE OF state ON instances FOR EACH ROW WHEN (new.state = ANY (ARRAY['ended'::text, 'failed'::text])) EXECUTE FUNCTION release_ports();

CREATE TABLE ledger_checkpoints (
  game_id integer NOT NULL,
  seq integer NOT NULL,
  hash bytea NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  signature text NOT NULL,
  CONSTRAINT ledger_checkpoints_pkey PRIMARY KEY (game_id, seq),
  CONSTRAINT ledger_checkpoints_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);

CREATE TABLE ledger_heads (
  game_id integer NOT NULL,
  seq integer NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x'::bytea,
  CONSTRAINT ledger_heads_pkey PRIMARY KEY (game_id),
  CONSTRAINT ledger_heads_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);

CREATE TABLE log_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp(3) with time zone NOT NULL,
  level text NOT NULL,
  process text NOT NULL,
  status text NOT NULL,
  ip text,
  user_id uuid,
  user_name text,
  event text NOT NULL,
  details jsonb NOT NULL,
  CONSTRAINT log_events_pkey PRIMARY KEY (id),
  CONSTRAINT log_events_level_check CHECK (level = ANY (ARRAY['Information'::text, 'Warning'::text, 'Error'::text, 'Fatal'::text]))
);
CREATE INDEX log_events_level ON log_events USING btree (level, at DESC, id DESC);
CREATE INDEX log_events_time ON log_events USING btree (at DESC, id DESC);

CREATE TABLE login_steps (
  token_hash character(64) NOT NULL,
  user_id uuid NOT NULL,
  stamp character(64) NOT NULL,
  provider_id uuid,
  id_token text,
  expires_at timestamp(3) with time zone NOT NULL,
  sid_hash character(64),
  CONSTRAINT login_steps_pkey PRIMARY KEY (token_hash),
  CONSTRAINT login_steps_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE,
  CONSTRAINT login_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX login_steps_end ON login_steps USING btree (expires_at);
CREATE INDEX login_steps_provider ON login_steps USING btree (provider_id);
CREATE INDEX login_steps_sid ON login_steps USING btree (provider_id, sid_hash) WHERE (sid_hash IS NOT NULL);
CREATE INDEX login_steps_user ON login_steps USING btree (user_id);

CREATE TABLE logout_tokens (
  provider_id uuid NOT NULL,
  jti_hash character(64) NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT logout_tokens_pkey PRIMARY KEY (provider_id, jti_hash),
  CONSTRAINT logout_tokens_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE
);
CREATE INDEX logout_tokens_expiry ON logout_tokens USING btree (expires_at);

CREATE TABLE mail_outbox (
  id uuid NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  address text NOT NULL,
  locale text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  failed_at timestamp(3) with time zone,
  error text,
  ticket_id integer,
  case_news_id integer,
  staff_invitation_id integer,
  CONSTRAINT mail_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT mail_outbox_case_news_id_fkey FOREIGN KEY (case_news_id) REFERENCES case_news(id) ON DELETE CASCADE,
  CONSTRAINT mail_outbox_staff_invitation_id_fkey FOREIGN KEY (staff_invitation_id) REFERENCES game_staff_invitations(id) ON DELETE CASCADE,
  CONSTRAINT mail_outbox_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  CONSTRAINT mail_outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mail_outbox_case_news ON mail_outbox USING btree (case_news_id) WHERE (case_news_id IS NOT NULL);
CREATE INDEX mail_outbox_due ON mail_outbox USING btree (due_at) WHERE (failed_at IS NULL);
CREATE INDEX mail_outbox_staff_invitation ON mail_outbox USING btree (staff_invitation_id) WHERE (staff_invitation_id IS NOT NULL);
CREATE INDEX mail_outbox_ticket ON mail_outbox USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX mail_outbox_user ON mail_outbox USING btree (user_id);

CREATE TABLE mail_tokens (
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  token_hash character(64) NOT NULL,
  email text NOT NULL,
  stamp character(64) NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_tokens_pkey PRIMARY KEY (user_id, purpose),
  CONSTRAINT mail_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT mail_tokens_purpose_check CHECK (purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'confirm'::text]))
);

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE notices (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  type text NOT NULL,
  "values" text[] NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  change jsonb,
  challenge_id integer,
  CONSTRAINT notices_pkey PRIMARY KEY (id),
  CONSTRAINT notices_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX notices_game ON notices USING btree (game_id, published_at DESC);

CREATE TABLE own_pages (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  address text NOT NULL,
  titles jsonb NOT NULL DEFAULT '{}'::jsonb,
  texts jsonb NOT NULL DEFAULT '{}'::jsonb,
  "position" integer NOT NULL DEFAULT 0,
  published boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  link text NOT NULL DEFAULT 'footer'::text,
  CONSTRAINT own_pages_pkey PRIMARY KEY (id),
  CONSTRAINT own_pages_address_key UNIQUE (address),
  CONSTRAINT own_pages_address_check CHECK (address ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(address) <= 40),
  CONSTRAINT own_pages_link_check CHECK (link = ANY (ARRAY['navigation'::text, 'footer'::text, 'none'::text]))
);

CREATE TABLE participations (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  team_id integer NOT NULL,
  status text NOT NULL DEFAULT 'Pending'::text,
  division text,
  token text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  extra_ms bigint NOT NULL DEFAULT 0,
  extra_reason text,
  answers jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT participations_pkey PRIMARY KEY (id),
  CONSTRAINT participations_game_id_team_id_key UNIQUE (game_id, team_id),
  CONSTRAINT participations_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT participations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  CONSTRAINT participations_extra_ms_check CHECK (extra_ms >= 0),
  CONSTRAINT participations_status_check CHECK (status = ANY (ARRAY['Pending'::text, 'Accepted'::text, 'Rejected'::text, 'Suspended'::text]))
);
CREATE INDEX participations_off_board ON participations USING btree (game_id) WHERE (status <> 'Accepted'::text);
CREATE INDEX participations_team ON participations USING btree (team_id);
CREATE TRIGGER participations_extra_time_changes AFTER UPDATE OF extra_ms ON participations FOR EACH ROW WHEN (old.extra_ms > 0 OR new.extra_ms > 0) EXECUTE FUNCTION follow_extra_time();
CREATE TRIGGER participations_extra_time_comes AFTER INSERT ON participations FOR EACH ROW WHEN (new.extra_ms > 0) EXECUTE FUNCTION follow_extra_time();
CREATE TRIGGER participations_extra_time_goes AFTER DELETE ON participations FOR EACH ROW WHEN (old.extra_ms > 0) EXECUTE FUNCTION follow_extra_time();

CREATE TABLE plugin_faults (
  name text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  process text NOT NULL,
  error text NOT NULL,
  count integer NOT NULL,
  CONSTRAINT plugin_faults_pkey PRIMARY KEY (name)
);

CREATE TABLE posts (
  id character(8) NOT NULL,
  title text NOT NULL,
  summary text NOT NULL DEFAULT ''::text,
  content text NOT NULL DEFAULT ''::text,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  pinned boolean NOT NULL DEFAULT false,
  author_id uuid,
  published_at timestamp(3) with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT posts_pkey PRIMARY KEY (id),
  CONSTRAINT posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT posts_title_check CHECK (char_length(title) <= 50)
);
CREATE INDEX posts_order ON posts USING btree (pinned DESC, published_at DESC);

CREATE TABLE push_deliveries (
  message_id integer NOT NULL,
  device_id uuid NOT NULL,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT push_deliveries_pkey PRIMARY KEY (message_id, device_id),
  CONSTRAINT push_deliveries_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_devices(id) ON DELETE CASCADE,
  CONSTRAINT push_deliveries_message_id_fkey FOREIGN KEY (message_id) REFERENCES push_messages(id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_device ON push_deliveries USING btree (device_id);
CREATE INDEX push_deliveries_due ON push_deliveries USING btree (due_at);

CREATE TABLE push_devices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id text NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  locale text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT push_devices_pkey PRIMARY KEY (id),
  CONSTRAINT push_devices_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_devices_session ON push_devices USING btree (session_id);
CREATE INDEX push_devices_user ON push_devices USING btree (user_id);

CREATE TABLE push_messages (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  notice_id integer,
  ticket_message_id integer,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  fresh boolean NOT NULL DEFAULT true,
  case_news_id integer,
  correction_news_id integer,
  given_ticket_id integer,
  given_to uuid,
  CONSTRAINT push_messages_pkey PRIMARY KEY (id),
  CONSTRAINT push_messages_case_news_id_key UNIQUE (case_news_id),
  CONSTRAINT push_messages_correction_news_id_key UNIQUE (correction_news_id),
  CONSTRAINT push_messages_notice_id_key UNIQUE (notice_id),
  CONSTRAINT push_messages_ticket_message_id_key UNIQUE (ticket_message_id),
  CONSTRAINT push_messages_case_news_id_fkey FOREIGN KEY (case_news_id) REFERENCES case_news(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_correction_news_id_fkey FOREIGN KEY (correction_news_id) REFERENCES correction_news(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_given_ticket_id_fkey FOREIGN KEY (given_ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_given_to_fkey FOREIGN KEY (given_to) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_ticket_message_id_fkey FOREIGN KEY (ticket_message_id) REFERENCES ticket_messages(id) ON DELETE CASCADE,
  CONSTRAINT push_messages_check CHECK (num_nonnulls(notice_id, ticket_message_id, case_news_id, correction_news_id, given_ticket_id) = 1 AND (given_ticket_id IS NULL) = (given_to IS NULL))
);
CREATE INDEX push_messages_fresh ON push_messages USING btree (id) WHERE fresh;
CREATE INDEX push_messages_given_ticket ON push_messages USING btree (given_ticket_id) WHERE (given_ticket_id IS NOT NULL);
CREATE INDEX push_messages_given_to ON push_messages USING btree (given_to) WHERE (given_to IS NOT NULL);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash character(64) NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE registrations (
  game_id integer NOT NULL,
  user_id uuid NOT NULL,
  participation_id integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  answers jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT registrations_pkey PRIMARY KEY (game_id, user_id),
  CONSTRAINT registrations_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT registrations_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX registrations_participation ON registrations USING btree (participation_id);
CREATE INDEX registrations_user ON registrations USING btree (user_id);

CREATE TABLE registries (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  host text NOT NULL,
  username text NOT NULL,
  secret text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT registries_pkey PRIMARY KEY (id),
  CONSTRAINT registries_host_key UNIQUE (host),
  CONSTRAINT registries_host_check CHECK (char_length(host) >= 1 AND char_length(host) <= 255)
);

CREATE TABLE rehearsals (
  id uuid NOT NULL,
  game_id integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  teams integer NOT NULL,
  requested_by uuid,
  requested_at timestamp(3) with time zone NOT NULL,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  run uuid,
  attempts integer NOT NULL DEFAULT 0,
  stopping boolean NOT NULL DEFAULT false,
  lease_until timestamp(3) with time zone,
  progress jsonb,
  report jsonb,
  CONSTRAINT rehearsals_pkey PRIMARY KEY (id),
  CONSTRAINT rehearsals_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT rehearsals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT rehearsals_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'stopped'::text, 'abandoned'::text])),
  CONSTRAINT rehearsals_teams_check CHECK (teams >= 1 AND teams <= 100)
);
CREATE INDEX rehearsals_game ON rehearsals USING btree (game_id, requested_at DESC);
CREATE UNIQUE INDEX rehearsals_live ON rehearsals USING btree (game_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX rehearsals_user ON rehearsals USING btree (requested_by);

CREATE TABLE score_events (
  game_id integer NOT NULL,
  seq integer NOT NULL,
  kind text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  participation_id integer,
  challenge_id integer,
  submission_id integer,
  user_id uuid,
  payload jsonb,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT score_events_pkey PRIMARY KEY (game_id, seq),
  CONSTRAINT score_events_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX score_events_award ON score_events USING btree (game_id, participation_id) WHERE (kind = 'award'::text);
CREATE INDEX score_events_held ON score_events USING btree (game_id, at) WHERE (kind = ANY (ARRAY['correction'::text, 'void'::text]));
CREATE INDEX score_events_solve ON score_events USING btree (challenge_id, submission_id) WHERE (kind = 'solve'::text);

CREATE TABLE season_games (
  season_id integer NOT NULL,
  game_id integer NOT NULL,
  weight integer NOT NULL,
  CONSTRAINT season_games_pkey PRIMARY KEY (season_id, game_id),
  CONSTRAINT season_games_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT season_games_season_id_fkey FOREIGN KEY (season_id) REFERENCES seasons(id) ON DELETE CASCADE,
  CONSTRAINT season_games_weight_check CHECK (weight > 0)
);
CREATE INDEX season_games_game ON season_games USING btree (game_id);

CREATE TABLE season_results (
  season_id integer NOT NULL,
  team_id integer NOT NULL,
  game_id integer NOT NULL,
  place integer NOT NULL,
  score integer NOT NULL,
  points integer NOT NULL,
  counted boolean NOT NULL,
  CONSTRAINT season_results_pkey PRIMARY KEY (season_id, team_id, game_id),
  CONSTRAINT season_results_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT season_results_season_id_fkey FOREIGN KEY (season_id) REFERENCES seasons(id) ON DELETE CASCADE,
  CONSTRAINT season_results_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX season_results_game ON season_results USING btree (game_id);
CREATE INDEX season_results_team ON season_results USING btree (team_id);

CREATE TABLE season_standings (
  season_id integer NOT NULL,
  "position" integer NOT NULL,
  team_id integer NOT NULL,
  place integer NOT NULL,
  points bigint NOT NULL,
  CONSTRAINT season_standings_pkey PRIMARY KEY (season_id, "position"),
  CONSTRAINT season_standings_season_id_fkey FOREIGN KEY (season_id) REFERENCES seasons(id) ON DELETE CASCADE,
  CONSTRAINT season_standings_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX season_standings_team ON season_standings USING btree (team_id);

CREATE TABLE seasons (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  formula text NOT NULL,
  place_points integer[] NOT NULL,
  best integer,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL,
  teams integer NOT NULL DEFAULT 0,
  made_from text NOT NULL DEFAULT ''::text,
  made_of integer[] NOT NULL DEFAULT '{}'::integer[],
  CONSTRAINT seasons_pkey PRIMARY KEY (id),
  CONSTRAINT seasons_best_check CHECK (best > 0),
  CONSTRAINT seasons_formula_check CHECK (formula = ANY (ARRAY['places'::text, 'share'::text, 'rating'::text])),
  CONSTRAINT seasons_title_check CHECK (title ~ '\S'::text)
);

CREATE TABLE second_factors (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  secret text,
  last_step bigint,
  credential_id text,
  public_key text,
  sign_count bigint,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp(3) with time zone,
  CONSTRAINT second_factors_pkey PRIMARY KEY (id),
  CONSTRAINT second_factors_credential_id_key UNIQUE (credential_id),
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT second_factors_check CHECK ((kind = 'totp'::text) = (secret IS NOT NULL)),
  CONSTRAINT second_factors_check1 CHECK ((kind = 'passkey'::text) = (credential_id IS NOT NULL AND public_key IS NOT NULL AND sign_count IS NOT NULL)),
  CONSTRAINT second_factors_kind_check CHECK (kind = ANY (ARRAY['totp'::text, 'passkey'::text]))
);
CREATE INDEX second_factors_user ON second_factors USING btree (user_id);

CREATE TABLE seldom_submissions (
  game_id integer NOT NULL,
  status text NOT NULL,
  submitted_at timestamp(3) with time zone NOT NULL,
  submission_id integer NOT NULL,
  CONSTRAINT seldom_submissions_pkey PRIMARY KEY (game_id, status, submitted_at, submission_id)
);

CREATE TABLE session_providers (
  session_id text NOT NULL,
  provider_id uuid NOT NULL,
  id_token text,
  sid_hash character(64),
  CONSTRAINT session_providers_pkey PRIMARY KEY (session_id),
  CONSTRAINT session_providers_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE,
  CONSTRAINT session_providers_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_providers_provider ON session_providers USING btree (provider_id);
CREATE INDEX session_providers_sid ON session_providers USING btree (provider_id, sid_hash) WHERE (sid_hash IS NOT NULL);

CREATE TABLE sessions (
  id text NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ip text,
  user_agent text,
  last_seen_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  second_factor boolean NOT NULL DEFAULT false,
  confirmed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TABLE settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);

CREATE TABLE sign_in_attempts (
  state_hash character(64) NOT NULL,
  browser_hash character(64) NOT NULL,
  provider_id uuid NOT NULL,
  sealed text NOT NULL,
  session_id text,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (state_hash),
  CONSTRAINT sign_in_attempts_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE,
  CONSTRAINT sign_in_attempts_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_attempts_end ON sign_in_attempts USING btree (expires_at);
CREATE INDEX sign_in_attempts_provider ON sign_in_attempts USING btree (provider_id);
CREATE INDEX sign_in_attempts_session ON sign_in_attempts USING btree (session_id);

CREATE TABLE sign_in_providers (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  secret text,
  enabled boolean NOT NULL DEFAULT true,
  creates_accounts boolean NOT NULL DEFAULT false,
  single_logout boolean NOT NULL DEFAULT false,
  domains text NOT NULL DEFAULT ''::text,
  roles jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  counts_as_both boolean NOT NULL DEFAULT false,
  provided boolean NOT NULL DEFAULT false,
  divisions jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT sign_in_providers_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_providers_slug_key UNIQUE (slug),
  CONSTRAINT sign_in_providers_kind_check CHECK (kind = ANY (ARRAY['oidc'::text, 'google'::text, 'gitlab'::text, 'github'::text, 'discord'::text, 'ctftime'::text]))
);

CREATE TABLE solve_check_runs (
  id uuid NOT NULL,
  challenge_id integer NOT NULL,
  cause text NOT NULL,
  requested_by uuid,
  requested_at timestamp(3) with time zone NOT NULL,
  instance_id uuid,
  attempts integer NOT NULL DEFAULT 1,
  lease_owner text,
  lease_until timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  outcome text,
  reason text,
  detail text,
  exit_code integer,
  output text NOT NULL DEFAULT ''::text,
  masked text NOT NULL DEFAULT ''::text,
  CONSTRAINT solve_check_runs_pkey PRIMARY KEY (id),
  CONSTRAINT solve_check_runs_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT solve_check_runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT solve_check_runs_cause_check CHECK (cause = ANY (ARRAY['hand'::text, 'schedule'::text, 'again'::text])),
  CONSTRAINT solve_check_runs_check CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT solve_check_runs_outcome_check CHECK (outcome = ANY (ARRAY['passed'::text, 'failed'::text, 'not_run'::text]))
);
CREATE INDEX solve_check_runs_challenge ON solve_check_runs USING btree (challenge_id, requested_at);
CREATE UNIQUE INDEX solve_check_runs_open ON solve_check_runs USING btree (challenge_id) WHERE (ended_at IS NULL);
CREATE INDEX solve_check_runs_requested_by ON solve_check_runs USING btree (requested_by);

CREATE TABLE solve_checks (
  challenge_id integer NOT NULL,
  state text NOT NULL DEFAULT 'never'::text,
  since timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  CONSTRAINT solve_checks_pkey PRIMARY KEY (challenge_id),
  CONSTRAINT solve_checks_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT solve_checks_state_check CHECK (state = ANY (ARRAY['never'::text, 'passing'::text, 'failing'::text, 'unknown'::text]))
);

CREATE TABLE solves (
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  game_id integer NOT NULL,
  submission_id integer NOT NULL,
  user_id uuid,
  solved_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT solves_pkey PRIMARY KEY (challenge_id, participation_id),
  CONSTRAINT solves_submission_id_key UNIQUE (submission_id),
  CONSTRAINT solves_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE,
  CONSTRAINT solves_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX solves_first ON solves USING btree (challenge_id, solved_at, submission_id);
CREATE INDEX solves_game ON solves USING btree (game_id);
CREATE INDEX solves_participation ON solves USING btree (participation_id);

CREATE TABLE submission_counts (
  game_id integer NOT NULL,
  status text NOT NULL,
  n integer NOT NULL,
  CONSTRAINT submission_counts_pkey PRIMARY KEY (game_id, status),
  CONSTRAINT submission_counts_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT submission_counts_status_check CHECK (status <> 'FlagSubmitted'::text)
) WITH (fillfactor=50);

CREATE TABLE submissions (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  game_id integer NOT NULL,
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  user_id uuid,
  answer text NOT NULL,
  status text NOT NULL DEFAULT 'FlagSubmitted'::text,
  submitted_at timestamp(3) with time zone NOT NULL,
  judged_at timestamp(3) with time zone,
  ip text,
  user_agent text,
  ruling text,
  late_no integer,
  CONSTRAINT submissions_pkey PRIMARY KEY (id),
  CONSTRAINT submissions_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT submissions_answer_check CHECK (char_length(answer) <= 1024),
  CONSTRAINT submissions_ruling_check CHECK (ruling = ANY (ARRAY['granted'::text, 'voided'::text])),
  CONSTRAINT submissions_status_check CHECK (status = ANY (ARRAY['FlagSubmitted'::text, 'Accepted'::text, 'WrongAnswer'::text, 'CheatDetected'::text, 'NotFound'::text]))
) WITH (fillfactor=50);
CREATE INDEX submissions_late ON submissions USING btree (game_id, late_no) WHERE (late_no IS NOT NULL);
CREATE INDEX submissions_participation ON submissions USING btree (participation_id, challenge_id);
CREATE INDEX submissions_time ON submissions USING btree (game_id, submitted_at DESC, id DESC);
CREATE INDEX submissions_user ON submissions USING btree (user_id);
CREATE TRIGGER submissions_queued AFTER INSERT ON submissions REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION queue_submissions();
CREATE TRIGGER submissions_recounted AFTER UPDATE ON submissions REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION recount_submissions();
CREATE TRIGGER submissions_unqueued AFTER DELETE ON submissions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION unqueue_submissions();

CREATE TABLE suitcases (
  id uuid NOT NULL,
  game_id integer NOT NULL,
  packed_at timestamp(3) with time zone NOT NULL,
  packed_by uuid,
  key text,
  confirmed_at timestamp(3) with time zone,
  confirmed_by uuid,
  results bytea,
  received_at timestamp(3) with time zone,
  teams jsonb NOT NULL DEFAULT '{}'::jsonb,
  merged_seq integer NOT NULL DEFAULT 0,
  merged_hash bytea NOT NULL DEFAULT '\x'::bytea,
  CONSTRAINT suitcases_pkey PRIMARY KEY (id),
  CONSTRAINT suitcases_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT suitcases_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT suitcases_packed_by_fkey FOREIGN KEY (packed_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX suitcases_confirmed_by ON suitcases USING btree (confirmed_by);
CREATE INDEX suitcases_game ON suitcases USING btree (game_id);
CREATE INDEX suitcases_packed_by ON suitcases USING btree (packed_by);

CREATE TABLE team_claims (
  participation_id integer NOT NULL,
  challenge_id integer NOT NULL,
  user_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT team_claims_pkey PRIMARY KEY (participation_id, challenge_id, user_id),
  CONSTRAINT team_claims_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT team_claims_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT team_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX team_claims_challenge ON team_claims USING btree (challenge_id);
CREATE INDEX team_claims_user ON team_claims USING btree (user_id);

CREATE TABLE team_decoys (
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  decoy text NOT NULL,
  assigned_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT team_decoys_pkey PRIMARY KEY (challenge_id, participation_id),
  CONSTRAINT team_decoys_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT team_decoys_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT team_decoys_decoy_check CHECK (char_length(decoy) >= 1 AND char_length(decoy) <= 127)
);
CREATE INDEX team_decoys_participation ON team_decoys USING btree (participation_id);

CREATE TABLE team_flags (
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  flag_id integer,
  flag text NOT NULL,
  assigned_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT team_flags_pkey PRIMARY KEY (challenge_id, participation_id),
  CONSTRAINT team_flags_challenge_id_flag_key UNIQUE (challenge_id, flag),
  CONSTRAINT team_flags_flag_id_key UNIQUE (flag_id),
  CONSTRAINT team_flags_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT team_flags_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES flags(id),
  CONSTRAINT team_flags_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT team_flags_flag_check CHECK (char_length(flag) >= 1 AND char_length(flag) <= 1024 AND octet_length(flag) <= 2048)
);
CREATE INDEX team_flags_participation ON team_flags USING btree (participation_id);

CREATE TABLE team_invitation_uses (
  invitation_id integer NOT NULL,
  user_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT team_invitation_uses_pkey PRIMARY KEY (invitation_id, user_id),
  CONSTRAINT team_invitation_uses_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES team_invitations(id) ON DELETE CASCADE,
  CONSTRAINT team_invitation_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX team_invitation_uses_user ON team_invitation_uses USING btree (user_id);

CREATE TABLE team_invitations (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  team_id integer NOT NULL,
  token_hash character(64) NOT NULL,
  made_by uuid,
  once boolean NOT NULL,
  uses integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  CONSTRAINT team_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT team_invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT team_invitations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT team_invitations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  CONSTRAINT team_invitations_check CHECK (once OR expires_at IS NOT NULL)
);
CREATE INDEX team_invitations_expires ON team_invitations USING btree (expires_at);
CREATE INDEX team_invitations_made_by ON team_invitations USING btree (made_by);
CREATE INDEX team_invitations_team ON team_invitations USING btree (team_id);

CREATE TABLE team_listings (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  team_id integer,
  user_id uuid,
  text text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT team_listings_pkey PRIMARY KEY (id),
  CONSTRAINT team_listings_team_id_key UNIQUE (team_id),
  CONSTRAINT team_listings_user_id_key UNIQUE (user_id),
  CONSTRAINT team_listings_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  CONSTRAINT team_listings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT team_listings_check CHECK (num_nonnulls(team_id, user_id) = 1),
  CONSTRAINT team_listings_text_check CHECK (length(text) <= 200)
);

CREATE TABLE team_members (
  team_id integer NOT NULL,
  user_id uuid NOT NULL,
  joined_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT team_members_pkey PRIMARY KEY (team_id, user_id),
  CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  CONSTRAINT team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX team_members_user ON team_members USING btree (user_id);

CREATE TABLE team_notes (
  participation_id integer NOT NULL,
  challenge_id integer NOT NULL,
  text text NOT NULL,
  version integer NOT NULL,
  user_id uuid,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT team_notes_pkey PRIMARY KEY (participation_id, challenge_id),
  CONSTRAINT team_notes_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  CONSTRAINT team_notes_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT team_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT team_notes_text_check CHECK (length(text) <= 10000)
);
CREATE INDEX team_notes_challenge ON team_notes USING btree (challenge_id);
CREATE INDEX team_notes_user ON team_notes USING btree (user_id);

CREATE TABLE team_requests (
  team_id integer NOT NULL,
  user_id uuid NOT NULL,
  text text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  state text NOT NULL DEFAULT 'Waiting'::text,
  answered_at timestamp(3) with time zone,
  seen boolean NOT NULL DEFAULT false,
  CONSTRAINT team_requests_pkey PRIMARY KEY (team_id, user_id),
  CONSTRAINT team_requests_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  CONSTRAINT team_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT team_requests_check CHECK ((state = 'Waiting'::text) = (answered_at IS NULL)),
  CONSTRAINT team_requests_state_check CHECK (state = ANY (ARRAY['Waiting'::text, 'Accepted'::text, 'Declined'::text])),
  CONSTRAINT team_requests_text_check CHECK (length(text) <= 200)
);
CREATE INDEX team_requests_user ON team_requests USING btree (user_id);
CREATE INDEX team_requests_waiting ON team_requests USING btree (team_id, at) WHERE (state = 'Waiting'::text);

CREATE TABLE teams (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  bio text,
  avatar_hash character(64),
  captain_id uuid NOT NULL,
  invite_token character(32) NOT NULL,
  admin_locked boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  rehearsal uuid,
  affiliation text,
  website text,
  country text,
  CONSTRAINT teams_pkey PRIMARY KEY (id),
  CONSTRAINT teams_captain_id_key UNIQUE (captain_id),
  CONSTRAINT teams_avatar_hash_fkey FOREIGN KEY (avatar_hash) REFERENCES blobs(hash),
  CONSTRAINT teams_captain_id_fkey FOREIGN KEY (captain_id) REFERENCES users(id),
  CONSTRAINT teams_bio_check CHECK (char_length(bio) <= 72),
  CONSTRAINT teams_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  CONSTRAINT teams_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 50)
);
CREATE INDEX teams_avatar ON teams USING btree (avatar_hash) WHERE (avatar_hash IS NOT NULL);
CREATE INDEX teams_name_key ON teams USING btree (team_name_key(name));
CREATE INDEX teams_rehearsal ON teams USING btree (rehearsal) WHERE (rehearsal IS NOT NULL);

CREATE TABLE ticket_messages (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  ticket_id integer NOT NULL,
  from_staff boolean NOT NULL,
  user_id uuid,
  text text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT ticket_messages_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  CONSTRAINT ticket_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX ticket_messages_ticket ON ticket_messages USING btree (ticket_id, id);
CREATE INDEX ticket_messages_user ON ticket_messages USING btree (user_id);

CREATE TABLE tickets (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  game_id integer NOT NULL,
  participation_id integer NOT NULL,
  challenge_id integer,
  title text NOT NULL,
  by_staff boolean NOT NULL,
  state text NOT NULL,
  place bigint NOT NULL,
  unread integer NOT NULL DEFAULT 0,
  opened_at timestamp(3) with time zone NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  owner_id uuid,
  CONSTRAINT tickets_pkey PRIMARY KEY (id),
  CONSTRAINT tickets_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE SET NULL,
  CONSTRAINT tickets_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT tickets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tickets_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT tickets_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'answered'::text, 'sent'::text, 'closed'::text])),
  CONSTRAINT tickets_unread_check CHECK (unread >= 0)
);
CREATE INDEX tickets_challenge ON tickets USING btree (challenge_id);
CREATE INDEX tickets_game ON tickets USING btree (game_id, id);
CREATE INDEX tickets_owner ON tickets USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX tickets_participation ON tickets USING btree (participation_id, id);
CREATE INDEX tickets_queue ON tickets USING btree (game_id, place, id);
CREATE INDEX tickets_unread ON tickets USING btree (participation_id) WHERE (unread > 0);
CREATE INDEX tickets_waiting ON tickets USING btree (game_id, place) WHERE (state = 'waiting'::text);

CREATE TABLE trash (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  target_id integer NOT NULL,
  title text NOT NULL,
  game_id integer,
  game_title text,
  participations integer[] NOT NULL,
  counts jsonb NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL,
  deleted_by uuid,
  purge_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT trash_pkey PRIMARY KEY (id),
  CONSTRAINT trash_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT trash_kind_check CHECK (kind = ANY (ARRAY['game'::text, 'challenge'::text, 'team'::text, 'flag'::text]))
);
CREATE INDEX trash_deleted_by ON trash USING btree (deleted_by);
CREATE INDEX trash_due ON trash USING btree (purge_at);
CREATE INDEX trash_order ON trash USING btree (deleted_at DESC, id DESC);
CREATE INDEX trash_target ON trash USING btree (kind, target_id);

CREATE TABLE trash_captures (
  entry_id integer NOT NULL,
  challenge_id integer NOT NULL,
  participation_id integer NOT NULL,
  file text NOT NULL,
  CONSTRAINT trash_captures_pkey PRIMARY KEY (entry_id, challenge_id, participation_id, file),
  CONSTRAINT trash_captures_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES trash(id) ON DELETE CASCADE
);
CREATE INDEX trash_captures_place ON trash_captures USING btree (challenge_id, participation_id);

CREATE TABLE trash_files (
  entry_id integer NOT NULL,
  hash character(64) NOT NULL,
  CONSTRAINT trash_files_pkey PRIMARY KEY (entry_id, hash),
  CONSTRAINT trash_files_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES trash(id) ON DELETE CASCADE,
  CONSTRAINT trash_files_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash)
);
CREATE INDEX trash_files_hash ON trash_files USING btree (hash);

CREATE TABLE trash_rows (
  entry_id integer NOT NULL,
  relation text NOT NULL,
  part integer NOT NULL,
  content jsonb NOT NULL,
  CONSTRAINT trash_rows_pkey PRIMARY KEY (entry_id, relation, part),
  CONSTRAINT trash_rows_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES trash(id) ON DELETE CASCADE
);

CREATE TABLE unjudged (
  game_id integer NOT NULL,
  submitted_at timestamp(3) with time zone NOT NULL,
  submission_id integer NOT NULL,
  waits boolean NOT NULL DEFAULT false,
  waited boolean NOT NULL DEFAULT false,
  CONSTRAINT unjudged_pkey PRIMARY KEY (game_id, submitted_at, submission_id)
);

CREATE TABLE unpacked_suitcases (
  id uuid NOT NULL,
  game_id integer NOT NULL,
  home_key text NOT NULL,
  challenges jsonb NOT NULL,
  teams jsonb NOT NULL,
  unpacked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT unpacked_suitcases_pkey PRIMARY KEY (id),
  CONSTRAINT unpacked_suitcases_game_id_key UNIQUE (game_id),
  CONSTRAINT unpacked_suitcases_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);

CREATE TABLE uploads (
  hash character(64) NOT NULL,
  name text NOT NULL,
  user_id uuid,
  uploaded_at timestamp(3) with time zone NOT NULL,
  token_id uuid,
  CONSTRAINT uploads_pkey PRIMARY KEY (hash),
  CONSTRAINT uploads_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash),
  CONSTRAINT uploads_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE SET NULL,
  CONSTRAINT uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX uploads_token ON uploads USING btree (token_id);
CREATE INDEX uploads_user ON uploads USING btree (user_id);

CREATE TABLE used_challenges (
  challenge_hash character(64) NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT used_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX used_challenges_end ON used_challenges USING btree (expires_at);

CREATE TABLE user_identities (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  label text NOT NULL,
  granted text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp(3) with time zone,
  proven jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT user_identities_pkey PRIMARY KEY (id),
  CONSTRAINT user_identities_provider_id_subject_key UNIQUE (provider_id, subject),
  CONSTRAINT user_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE,
  CONSTRAINT user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT user_identities_granted_check CHECK (granted = ANY (ARRAY['Monitor'::text, 'Admin'::text]))
);
CREATE INDEX user_identities_user ON user_identities USING btree (user_id);

CREATE TABLE user_import_rows (
  import_id uuid NOT NULL,
  line integer NOT NULL,
  unit integer NOT NULL,
  input jsonb NOT NULL,
  secret text,
  state text NOT NULL DEFAULT 'Waiting'::text,
  error text,
  CONSTRAINT user_import_rows_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT user_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES user_imports(id) ON DELETE CASCADE,
  CONSTRAINT user_import_rows_state_check CHECK (state = ANY (ARRAY['Waiting'::text, 'Created'::text, 'Overwritten'::text, 'Failed'::text]))
);
CREATE INDEX user_import_rows_waiting ON user_import_rows USING btree (import_id, unit) WHERE (state = 'Waiting'::text);

CREATE TABLE user_imports (
  id uuid NOT NULL,
  name text NOT NULL,
  created_by uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'Checked'::text,
  overwrite boolean NOT NULL DEFAULT false,
  by_mail boolean NOT NULL DEFAULT false,
  accept boolean NOT NULL DEFAULT false,
  locale text NOT NULL,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  CONSTRAINT user_imports_pkey PRIMARY KEY (id),
  CONSTRAINT user_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT user_imports_name_check CHECK (char_length(name) <= 255),
  CONSTRAINT user_imports_state_check CHECK (state = ANY (ARRAY['Checked'::text, 'Running'::text, 'Done'::text, 'Cancelled'::text]))
);
CREATE INDEX user_imports_author ON user_imports USING btree (created_by);
CREATE INDEX user_imports_running ON user_imports USING btree (started_at) WHERE (state = 'Running'::text);

CREATE TABLE users (
  id uuid NOT NULL,
  user_name text NOT NULL,
  user_name_key text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'User'::text,
  active boolean NOT NULL DEFAULT false,
  bio text NOT NULL DEFAULT ''::text,
  phone text,
  real_name text NOT NULL DEFAULT ''::text,
  std_number text NOT NULL DEFAULT ''::text,
  avatar_hash character(64),
  ip text,
  registered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_signed_in_at timestamp(3) with time zone,
  last_visited_at timestamp(3) with time zone,
  awaits_mail boolean NOT NULL DEFAULT false,
  generated_hash text,
  rehearsal uuid,
  affiliation text NOT NULL DEFAULT ''::text,
  website text,
  country text,
  page_visibility text NOT NULL DEFAULT 'Nobody'::text,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key_key UNIQUE (email_key),
  CONSTRAINT users_user_name_key_key UNIQUE (user_name_key),
  CONSTRAINT users_avatar_hash_fkey FOREIGN KEY (avatar_hash) REFERENCES blobs(hash),
  CONSTRAINT users_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  CONSTRAINT users_page_visibility_check CHECK (page_visibility = ANY (ARRAY['Nobody'::text, 'TeamMates'::text, 'Everybody'::text])),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['Banned'::text, 'User'::text, 'Monitor'::text, 'Admin'::text]))
);
CREATE INDEX users_avatar ON users USING btree (avatar_hash) WHERE (avatar_hash IS NOT NULL);
CREATE INDEX users_foreign_password ON users USING btree (id) WHERE (password_hash ~~ '$bcrypt-sha256$%'::text);
CREATE INDEX users_public ON users USING btree (user_name) WHERE (page_visibility = 'Everybody'::text);
CREATE INDEX users_rehearsal ON users USING btree (rehearsal) WHERE (rehearsal IS NOT NULL);
CREATE TRIGGER users_end_wait BEFORE UPDATE OF active ON users FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active) EXECUTE FUNCTION users_end_wait();

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_key text NOT NULL,
  event text NOT NULL,
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'Pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  tried_at timestamp(3) with time zone,
  status integer,
  answer text,
  error text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_id_event_key_key UNIQUE (webhook_id, event_key),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['Pending'::text, 'Delivered'::text, 'Failed'::text]))
);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (due_at) WHERE (state = 'Pending'::text);

CREATE TABLE webhooks (
  id uuid NOT NULL,
  game_id integer NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  locale text NOT NULL,
  events text[] NOT NULL,
  host text NOT NULL,
  target text NOT NULL,
  secret text NOT NULL,
  old_secret text,
  old_secret_until timestamp(3) with time zone,
  enabled boolean NOT NULL DEFAULT true,
  ended text,
  failing_since timestamp(3) with time zone,
  notice_id integer NOT NULL,
  ledger_seq integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ticket_id integer NOT NULL DEFAULT 0,
  states text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_ended_check CHECK (ended = ANY (ARRAY['Gone'::text, 'Failing'::text])),
  CONSTRAINT webhooks_format_check CHECK (format = ANY (ARRAY['Standard'::text, 'Discord'::text, 'Slack'::text, 'Telegram'::text, 'Matrix'::text, 'Plugin'::text]))
);
CREATE INDEX webhooks_game ON webhooks USING btree (game_id);

CREATE TABLE writeups (
  participation_id integer NOT NULL,
  hash character(64) NOT NULL,
  name text NOT NULL,
  user_id uuid,
  uploaded_at timestamp(3) with time zone NOT NULL,
  consent boolean NOT NULL DEFAULT false,
  published boolean NOT NULL DEFAULT false,
  CONSTRAINT writeups_pkey PRIMARY KEY (participation_id),
  CONSTRAINT writeups_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash),
  CONSTRAINT writeups_participation_id_fkey FOREIGN KEY (participation_id) REFERENCES participations(id) ON DELETE CASCADE,
  CONSTRAINT writeups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX writeups_hash ON writeups USING btree (hash);
CREATE INDEX writeups_user ON writeups USING btree (user_id);

CREATE VIEW file_uses AS
 SELECT users.avatar_hash AS hash,
    'UserAvatar'::text AS kind,
    users.id::text AS owner,
    users.user_name AS title,
    'avatar'::text AS name,
    NULL::integer AS game_id
   FROM users
  WHERE users.avatar_hash IS NOT NULL
UNION ALL
 SELECT teams.avatar_hash AS hash,
    'TeamAvatar'::text AS kind,
    teams.id::text AS owner,
    teams.name AS title,
    'avatar'::text AS name,
    NULL::integer AS game_id
   FROM teams
  WHERE teams.avatar_hash IS NOT NULL
UNION ALL
 SELECT games.poster_hash AS hash,
    'Poster'::text AS kind,
    games.id::text AS owner,
    games.title,
    'poster'::text AS name,
    NULL::integer AS game_id
   FROM games
  WHERE games.poster_hash IS NOT NULL
UNION ALL
 SELECT brand_images.hash,
        CASE brand_images.kind
            WHEN 'logo'::text THEN 'Logo'::text
            ELSE 'Favicon'::text
        END AS kind,
    brand_images.kind AS owner,
    ''::text AS title,
    brand_images.kind AS name,
    NULL::integer AS game_id
   FROM brand_images
UNION ALL
 SELECT uploads.hash,
    'Upload'::text AS kind,
    ''::text AS owner,
    ''::text AS title,
    uploads.name,
    NULL::integer AS game_id
   FROM uploads
UNION ALL
 SELECT a.hash,
        CASE
            WHEN a.flag_id IS NULL THEN 'Attachment'::text
            ELSE 'FlagAttachment'::text
        END AS kind,
    c.id::text AS owner,
    c.title,
    a.name,
    c.game_id
   FROM attachments a
     JOIN challenges c ON c.id = a.challenge_id
  WHERE a.hash IS NOT NULL
UNION ALL
 SELECT w.hash,
    'Writeup'::text AS kind,
    w.participation_id::text AS owner,
    t.name AS title,
    w.name,
    p.game_id
   FROM writeups w
     JOIN participations p ON p.id = w.participation_id
     JOIN teams t ON t.id = p.team_id
UNION ALL
 SELECT e.hash,
    'Post'::text AS kind,
    e.post_id AS owner,
    p.title,
    ''::text AS name,
    NULL::integer AS game_id
   FROM embeds e
     JOIN posts p ON p.id = e.post_id
UNION ALL
 SELECT e.hash,
    'GameText'::text AS kind,
    e.game_id::text AS owner,
    g.title,
    ''::text AS name,
    NULL::integer AS game_id
   FROM embeds e
     JOIN games g ON g.id = e.game_id
UNION ALL
 SELECT e.hash,
    'ChallengeText'::text AS kind,
    e.challenge_id::text AS owner,
    c.title,
    ''::text AS name,
    c.game_id
   FROM embeds e
     JOIN challenges c ON c.id = e.challenge_id
UNION ALL
 SELECT f.hash,
    'Trash'::text AS kind,
    t.id::text AS owner,
    t.title,
    ''::text AS name,
    NULL::integer AS game_id
   FROM trash_files f
     JOIN trash t ON t.id = f.entry_id
UNION ALL
 SELECT e.hash,
    'SolutionText'::text AS kind,
    e.solution_id::text AS owner,
    c.title,
    ''::text AS name,
    c.game_id
   FROM embeds e
     JOIN challenges c ON c.id = e.solution_id
UNION ALL
 SELECT e.hash,
    'OwnPage'::text AS kind,
    p.address AS owner,
    p.address AS title,
    ''::text AS name,
    NULL::integer AS game_id
   FROM embeds e
     JOIN own_pages p ON p.id = e.own_page_id
UNION ALL
 SELECT embeds.hash,
    'Appearance'::text AS kind,
    embeds.setting AS owner,
    ''::text AS title,
    ''::text AS name,
    NULL::integer AS game_id
   FROM embeds
  WHERE embeds.setting IS NOT NULL;
