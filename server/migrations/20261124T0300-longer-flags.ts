import type { Migration } from './types'

export const longerFlags: Migration = {
  name: '20261124T0300-longer-flags',
  up: `
    ALTER TABLE flags DROP CONSTRAINT flags_flag_check,
      ADD CONSTRAINT flags_flag_check CHECK (char_length(flag) BETWEEN 1 AND 1024 AND octet_length(flag) <= 2048);
    ALTER TABLE team_flags DROP CONSTRAINT team_flags_flag_check,
      ADD CONSTRAINT team_flags_flag_check CHECK (char_length(flag) BETWEEN 1 AND 1024 AND octet_length(flag) <= 2048);
    ALTER TABLE submissions DROP CONSTRAINT submissions_answer_check,
      ADD CONSTRAINT submissions_answer_check CHECK (char_length(answer) <= 1024);
  `,
  down: `
    ALTER TABLE flags DROP CONSTRAINT flags_flag_check,
      ADD CONSTRAINT flags_flag_check CHECK (char_length(flag) BETWEEN 1 AND 127);
    ALTER TABLE team_flags DROP CONSTRAINT team_flags_flag_check,
      ADD CONSTRAINT team_flags_flag_check CHECK (char_length(flag) BETWEEN 1 AND 127);
    ALTER TABLE submissions DROP CONSTRAINT submissions_answer_check,
      ADD CONSTRAINT submissions_answer_check CHECK (char_length(answer) <= 127);
  `
}
