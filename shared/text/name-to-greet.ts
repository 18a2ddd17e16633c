/** Words in names that are greeted whole: forms of address, families, couples, firms, and words after a name. */
const wholeNameWords = new Set(
  [
    'mr mrs ms miss mx sir madam dame lord lady mister missus master',
    'dr prof professor doctor rev reverend fr father sr sister br brother pastor rabbi imam judge hon honorable',
    'capt captain col colonel gen general lt lieutenant maj major sgt sergeant officer senator president coach principal',
    'drs messrs chief bishop deacon elder mother mayor governor sheriff ambassador secretary detective nurse',
    'herr frau fräulein madame monsieur mme mlle señor señora señorita sra srta don doña dr.med dipl',
    'hr fru signor signora signorina dona senhor senhora pan pani sheikh shaykh haji hajji sri shri smt',
    'the family familie familia famille famiglia familj rodzina eheleute geschwister house household couple team clan',
    'twins triplets siblings kids children parents grandparents brothers sisters boys girls cousins relatives estate',
    'baby newborn toddler mom dad mama papa grandma grandpa aunt uncle bride groom bridal newlyweds',
    'and und et y e og och ja plus or n of',
    'inc llc llp pllc ltd gmbh kg ag corp company co studio studios group school church events weddings foundation',
    'firm law university college academy hospital clinic dental agency bank restaurant hotel salon ballet orchestra club',
    'wedding party shower reunion anniversary birthday engagement maternity graduation seniors quinceañera session',
  ].flatMap((line) => line.split(' ')),
);

/** Words after a comma that are no first name: 'John Smith, Jr.'. */
const nameSuffix = /^(jr|sr|[ivx]+|md|m\.d|phd|ph\.d|esq|dds|rn|cpa|mba|jd|dvm|ii|iii|iv)\.?$/i;

/** A word that can be a first name: two letters or more, with the apostrophes, hyphens and accents of names. */
const firstNamePattern = /^\p{Lu}[\p{L}\p{M}'’-]*[\p{L}\p{M}]$|^\p{Lu}\p{Ll}[\p{L}\p{M}'’-]*$/u;

/** Scripts in which the family's name comes first, and letters of Vietnamese that few other languages have. */
const familyNameFirst = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[ƠơƯư\u1ea0-\u1ef9]/u;

/** Vietnamese family names, which come first; people abroad write them without accents. */
const vietnameseFamilyNames = new Set(['nguyen', 'tran', 'pham', 'huynh', 'hoang', 'phan', 'truong', 'duong']);

/**
 * Returns the name with which to greet a person: the first name where it is certain ('Ada Byron' and 'Byron, Ada':
 * 'Ada'), otherwise the whole name ('Mr. & Mrs. Brad Smith', 'The Nguyen Family'). '' without a name.
 */
export function nameToGreet(name: string): string {
  const whole = name.trim().replace(/\s+/g, ' ');
  const [beforeComma = '', afterComma, ...furtherParts] = whole.split(/\s*,\s*/);
  const isTurned =
    afterComma !== undefined && furtherParts.length === 0 && afterComma !== '' && !nameSuffix.test(afterComma);
  const nameWords = (isTurned ? `${afterComma} ${beforeComma}` : whole).split(' ');
  const [first = ''] = nameWords;
  const isDoubtful =
    nameWords.length < 2 ||
    (whole.includes(',') && !isTurned) ||
    /[&+/@\d()"]/.test(whole) ||
    (!isTurned && familyNameFirst.test(whole.normalize('NFC'))) ||
    vietnameseFamilyNames.has(first.toLowerCase()) ||
    !firstNamePattern.test(first) ||
    nameWords.some((word) => wholeNameWords.has(word.toLowerCase().replace(/\.$/, '')));
  return isDoubtful ? whole : first;
}
