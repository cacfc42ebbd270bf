import type { Migration } from './types'

/**
 * The form in which team names are compared, as `nameKey` of server/accounts makes it for user names: NFKC, case folded,
 * letters that look Latin as Latin. An index finds the teams of one key, since names repeat freely outside of a game.
 *
 * Capital letters are in the list too, for databases whose `lower` knows ASCII alone.
 */
export const teamNameKeys: Migration = {
  name: '20261124T0200-team-name-keys',
  up: `
    CREATE FUNCTION team_name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT translate(normalize(lower(normalize(name, NFKC)), NFKC),
        'аеорсухіјѕԁһӏьԛԝвкмнтαβεζηικμνορτυχγАЕОРСУХІЈЅԀҺӀЬԚԜВКМНТΑΒΕΖΗΙΚΜΝΟΡΤΥΧΓ',
        'aeopcyxijsdhlbqwbkmhtabezhikmvoptuxyaeopcyxijsdhlbqwbkmhtabezhikmvoptuxy')
    $$;
    CREATE INDEX teams_name_key ON teams (team_name_key(name));
  `,
  down: 'DROP INDEX teams_name_key; DROP FUNCTION team_name_key'
}
