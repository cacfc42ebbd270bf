const LIKE = 'аеорсухіјѕԁһӏьԛԝвкмнт' + 'αβεζηικμνορτυχγ'
const LATIN = 'aeopcyxijsdhlbqwbkmht' + 'abezhikmvoptuxy'
const SEEN_AS = new Map([...LIKE].map((letter, place) => [letter, LATIN[place]!]))

/** Compares by NFKC, case folded, look-alike letters as Latin (docs/rules/accounts.md#comparing-names). */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().normalize('NFKC')
  return folded.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => SEEN_AS.get(letter) ?? letter)
}
