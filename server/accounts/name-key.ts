/** Cyrillic and Greek small letters that a reader takes for Latin ones, and the Latin ones in the same order. */
const LIKE = 'аеорсухіјѕԁһӏьԛԝвкмнт' + 'αβεζηικμνορτυχγ'
const LATIN = 'aeopcyxijsdhlbqwbkmht' + 'abezhikmvoptuxy'
const SEEN_AS = new Map([...LIKE].map((letter, place) => [letter, LATIN[place]!]))

/**
 * The form in which user names and addresses are compared: NFKC, case folded, letters that look Latin as Latin
 * (docs/rules/accounts.md#comparing-names).
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().normalize('NFKC')
  return folded.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => SEEN_AS.get(letter) ?? letter)
}
