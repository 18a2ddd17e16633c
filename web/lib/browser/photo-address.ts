/** The photo shown over its list, from the URL: `?session=…&photo=…`. */
export interface OpenPhoto {
  session: string;
  photo: string;
}

export function openPhotoOf(search: string): OpenPhoto | undefined {
  const query = new URLSearchParams(search);
  const photo = query.get('photo');
  return photo ? { session: query.get('session') ?? '', photo } : undefined;
}

/** Returns the query string with this photo open; without `open`, the query string without a photo. */
export function searchWith(search: string, open?: OpenPhoto): string {
  const query = new URLSearchParams(search);
  query.delete('session');
  query.delete('photo');
  if (open) {
    query.set('session', open.session);
    query.set('photo', open.photo);
  }
  const text = query.toString();
  return text && `?${text}`;
}
