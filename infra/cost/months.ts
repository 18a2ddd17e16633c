/** A usual month of a studio with many clients. Change a number and run `npm run cost` to compute your own. */
export const studioMonth = {
  clients: 300,
  photos: 60_000,
  originalsGb: 1_000,
  /** Photos that are uploaded in this month. */
  newPhotos: 2_000,
  /**
   * Photos that are replaced by finished versions in this month; the earlier versions are kept until the next month.
   */
  finishedVersions: 300,
  galleryViews: 20_000,
  /** Visits of guests, by links, without signing in. */
  guestVisits: 2_000,
  /** Favorites and notes that clients set. */
  favoritesAndNotes: 10_000,
  quotes: 100,
  emails: 500,
  /** Screens of the admin area that the studio opens. */
  studioScreens: 1_000,
  /** Downloads of a whole session. */
  downloads: 40,
  /**
   * The share of downloads that are of older sessions; the other sessions are downloaded in the month of their upload.
   */
  olderDownloads: 0.5,
  /** Complete exports of everything stored. */
  exports: 0,
};
export type StudioMonth = typeof studioMonth;

/** A quiet month of the studio; with the busy one it gives the range in docs/cost.md. */
export const quietMonth: StudioMonth = {
  ...studioMonth,
  newPhotos: 1_000,
  finishedVersions: 150,
  galleryViews: 8_000,
  guestVisits: 800,
  favoritesAndNotes: 4_000,
  studioScreens: 500,
  downloads: 20,
  olderDownloads: 0.25,
};
export const fullMonth: StudioMonth = {
  ...studioMonth,
  newPhotos: 4_000,
  finishedVersions: 600,
  galleryViews: 40_000,
  guestVisits: 4_000,
  favoritesAndNotes: 20_000,
  quotes: 200,
  emails: 1_000,
  studioScreens: 2_000,
  downloads: 80,
};
