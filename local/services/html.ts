/** Escapes text for HTML, attributes included. */
export function escaped(words: string): string {
  return words.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
