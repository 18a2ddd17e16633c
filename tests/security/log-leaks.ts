/** Patterns that no function's log may contain. */
const leaks: Record<string, RegExp> = {
  'a token': /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/,
  'a bearer': /Bearer (?!\[token\])\S/i,
  'a signature':
    /\b(?:X-Amz-Signature|X-Amz-Credential|X-Amz-Security-Token|Signature|Policy)=(?!\[redacted\])[^&\s"']/,
  'a cookie': /CloudFront-(?:Policy|Signature)(?:=|":")(?!\[redacted\])./,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY/,
  'a password': /"(?:password|secretstring|privatekey)":"(?!\[redacted\])/i,
  'the edge’s secret': /local-edge-secret/,
};

/**
 * Finds lines with a secret or typed text.
 * @param words the text that people typed during the logged run
 * @returns the kind of leak and the line
 */
export function leaksIn(text: string, words: string[] = []): string[] {
  return text.split('\n').flatMap((line) => {
    const kinds = Object.keys(leaks).filter((kind) => leaks[kind]?.test(line));
    const typed = words.filter((word) => line.includes(word)).map((word) => `typed: ${word}`);
    return [...kinds, ...typed].map((kind) => `${kind}: ${line.slice(0, 400)}`);
  });
}
