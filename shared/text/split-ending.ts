/**
 * Splits `IMG.1.jpg` into `IMG.1` and `.jpg`. The ending is empty where programs see none: in `.hidden`, and where the
 * text after the last dot is no short word of ASCII letters and digits, as in `Anna 12.05` and `Mr. Smith`.
 */
export function splitEnding(name: string): { stem: string; ending: string } {
  const ending = /(?<!^)\.(?=\d*[a-z])[a-z\d]{1,5}$/i.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - ending.length), ending };
}
