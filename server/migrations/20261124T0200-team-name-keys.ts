import type { Migration } from './types'

/** `nameKey` of server/accounts for teams. Lists capitals too, for databases whose `lower` knows only ASCII. */
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
