/** Returns a part of an address decoded, which apps have percent-encoded once or several times; any other text unchanged. */
export function decodeAddress(text: string): string {
  try {
    const decodedText = decodeURIComponent(text);
    return decodedText === text ? text : decodeAddress(decodedText);
  } catch {
    return text;
  }
}
