CREATE OR REPLACE FUNCTION team_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
      SELECT translate(normalize(lower(normalize(name, NFKC)), NFKC),
        'аеорсухіјѕԁһӏьԛԝвкмнтαβεζηικμνορτυχγАЕОРСУХІЈЅԀҺӀЬԚԜВКМНТΑΒΕΖΗΙΚΜΝΟΡΤΥΧΓ',
        'aeopcyxijsdhlbqwbkmhtabezhikmvoptuxyaeopcyxijsdhlbqwbkmhtabezhikmvoptuxy')
    $function$
