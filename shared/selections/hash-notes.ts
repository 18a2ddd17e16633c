/**
 * Returns a text of 64 characters that is the same for the same notes on the same photos, in any order; photos without
 * a note do not count. A submit sends it to identify the notes that the client has reviewed.
 */
export async function hashNotes(choices: readonly { photo_id: string; note: string }[]): Promise<string> {
  const notes = choices.filter(({ note }) => note !== '').map(({ photo_id, note }) => JSON.stringify([photo_id, note]));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(notes.toSorted().join('\n')));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
