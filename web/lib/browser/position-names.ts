/** Names of kept scroll positions (kept-position.ts); each contains the signed-in person. */

export const positionPrefix = 'position ';

export const galleryPosition = (customer: string, favoritesOnly: boolean): string =>
  `gallery${favoritesOnly ? ' favorites' : ''} ${customer}`;

export const sessionPosition = (session: string, customer: string, favoritesOnly: boolean): string =>
  `session ${session}${favoritesOnly ? ' favorites' : ''} ${customer}`;
