/** Every number that a person can run into. Plain numbers, so that public pages need no zod to know them. */
export const limits = {
  name: 120,
  phone: 40,
  email: 254,
  address: 300,
  /** A client's note on a photo. */
  note: 1_000,
  quoteNotes: 4_000,
  quoteQuantity: 999,
  /** Favorites that can be attached to one quote. */
  quoteFavorites: 300,
  quotePriceCents: 100_000_00,
  /** The studio's words to a decision. */
  quoteMessage: 2_000,
  message: 5_000,
  sessionName: 120,
  sessionNotes: 2_000,
  sessionLabel: 60,
  fileName: 255,
  /** Bytes of one photo. */
  photoBytes: 100 * 1024 * 1024,
  /** Width × height of one photo. */
  photoPixels: 268_000_000,
  filesPerBatch: 2_000,
  photosPerSession: 10_000,
  /** Upload tickets in one request. */
  ticketsPerRequest: 25,
  /** Days that deleted photos and sessions can be restored. */
  binDays: 30,
  /** Photos in one bulk edit. */
  photosPerEdit: 100,
  /** Photos on one page of a gallery. */
  photosPerPage: 60,
  /** Rows on one page of the admin's tables. */
  rowsPerPage: 200,
  /** Quotes on one page, with everything that belongs to them. */
  quotesPerPage: 50,
  /** Pending quotes and unread messages are counted so far: beyond, people only need to know that there are more. */
  attention: 99,
  /** Bytes of a JSON body that the API reads. */
  requestBytes: 256 * 1024,
} as const;

/** What a photo may be, by content type, with the endings that people know them by. The server sniffs the bytes all the same. */
export const photoTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
} as const;
export type PhotoType = keyof typeof photoTypes;
export const isPhotoType = (type: string): type is PhotoType => Object.hasOwn(photoTypes, type);
export const photoTypesInWords = 'JPEG, PNG, WebP, AVIF or TIFF';
