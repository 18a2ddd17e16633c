/** Length of the codes that are emailed by Cognito and by us. */
export const codeDigits = 8;

/** Limits that people can reach. Plain numbers, so that public pages don't load zod. */
export const limits = {
  name: 120,
  phone: 40,
  email: 254,
  address: 300,
  /** The studio's notes about a customer. */
  customerNotes: 4_000,
  /** A note on a photo, and the studio's reply to it. */
  note: 1_000,
  quoteNotes: 4_000,
  quoteQuantity: 999,
  /** Photos that can be attached to one quote. */
  quoteFavorites: 300,
  quotePriceCents: 100_000_00,
  /** The studio's message with a decision. */
  quoteMessage: 2_000,
  message: 5_000,
  /** The studio's personal message in the email that announces a gallery. */
  announcement: 1_000,
  /** The studio's words in an email: its subject, its heading, its greeting; and before and after its facts. */
  emailSubject: 140,
  emailHeading: 120,
  emailGreeting: 120,
  emailWords: 2_000,
  /** The studio's texts for announcements, and the name of one. */
  announcementTexts: 30,
  textName: 60,
  sessionName: 120,
  sessionNotes: 2_000,
  /** The studio's words for the client on a session's page. */
  clientWords: 2_000,
  chaptersPerSession: 50,
  chapterName: 80,
  sessionLabel: 60,
  /** The words of a session's watermark. */
  watermark: 40,
  timeZone: 60,
  presets: 50,
  presetName: 80,
  /** The name of a camera with its serial number. */
  cameraName: 200,
  /** Cameras of a session whose clocks are put forward or back; and the highest number of seconds. */
  camerasPerSession: 50,
  clockShiftSeconds: 30 * 366 * 86_400,
  linkLabel: 80,
  /** Links of a session that are neither revoked nor ended: the studio’s, and as many made by its client. */
  linksPerSession: 50,
  /** Days for which a new link is valid, unless its maker chooses another end; and the highest number. */
  linkDays: 90,
  linkDaysAtMost: 1_826,
  /** People who can name themselves on one link. */
  guestsPerLink: 300,
  /** Characters of all notes of a link's guests together: lists and exports contain them whole. */
  guestNotesTogether: 500_000,
  /** Days after a link's end until the link with its guests' names, picks and notes is erased. */
  guestDataDays: 30,
  /** Minutes for which a guest's photos stay accessible after their link was revoked, at most. */
  guestPictureMinutes: 25,
  /** Minutes for which a link to one file is valid. */
  downloadLinkMinutes: 10,
  fileName: 255,
  /** Bytes per photo. */
  photoBytes: 100 * 1024 * 1024,
  /** Width × height per photo, in pixels. */
  photoPixels: 268_000_000,
  /** Pictures in the library of the website. */
  picturesInLibrary: 500,
  /** Published versions of the website that are kept. */
  websiteVersions: 20,
  filesPerBatch: 2_000,
  photosPerSession: 10_000,
  /** Bytes of an attachment: each fits into a ZIP archive of 2 GB. */
  attachmentBytes: 1_900_000_000,
  attachmentsPerSession: 500,
  /** Attachments that one request removes or restores. */
  attachmentsPerEdit: 50,
  /** Earlier versions of a photo that are kept at a time. */
  versionsPerPhoto: 10,
  /** Upload tickets per request. */
  ticketsPerRequest: 25,
  /** Days that deleted photos and sessions can be restored. */
  trashDays: 30,
  /** Photos per bulk edit. */
  photosPerEdit: 100,
  /** Photos per gallery page. */
  photosPerPage: 60,
  /** Photos that are ticked for one download. */
  photosPerDownload: 1_000,
  /** The highest number of photos that a session's downloads can be limited to. */
  downloadAllowance: 5_000,
  selectionName: 120,
  /** Selections of one session, without deleted ones. */
  selectionsPerSession: 50,
  /** Photos that one selection can have. */
  selectionPhotos: 2_000,
  /** The highest number of days after which a selection that a preset opens ends. */
  selectionDays: 365,
  /** The highest number of days for which a preset keeps a gallery open. */
  galleryDays: 1_826,
  /** The highest price of one further photo of a selection. */
  extraPhotoCents: 1_000_00,
  /** Photos that one request chooses or gives up. */
  photosPerChoice: 60,
  /** Characters of the notes on all photos of a submitted selection together. */
  choiceNotesTogether: 500_000,
  /** A link to the studio's payment page. */
  paymentLink: 2_000,
  /** Guests, and their picks and notes, per page. */
  guestsPerPage: 100,
  guestPicksPerPage: 100,
  /** Rows per page of the admin's tables. */
  rowsPerPage: 200,
  /** Sessions whose covers the studio's screens ask for at once. */
  coversPerRequest: 50,
  timelinePerPage: 40,
  /** Quotes per page. */
  quotesPerPage: 50,
  /** Maximum count of pending quotes and unread messages; above it screens show '99 or more'. */
  attention: 99,
  /** Things of one kind that the dashboard names. */
  waitingNamed: 3,
  /** Newest sessions among which the dashboard searches for sessions that were never announced. */
  unannouncedSessions: 50,
  /** Days before a link's end from which the dashboard warns of it. */
  linkEndsSoonDays: 3,
  /** Days before a gallery's last day from which the dashboard says so. */
  galleryEndsSoonDays: 7,
  /** Days before a gallery's last day from which its client's page says so. */
  galleryEndShownDays: 30,
  /** Days before a selection's deadline from which its client is reminded. */
  reminderDays: 3,
  /** Days after an export from which the next one is due. */
  exportDays: 92,
  /** Bytes of a JSON request body. */
  requestBytes: 256 * 1024,
} as const;

/** Accepted photo content types and their file extensions. The server also checks the file's magic bytes. */
export const photoTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
} as const;
export type PhotoType = keyof typeof photoTypes;
export const isPhotoType = (type: string): type is PhotoType => Object.hasOwn(photoTypes, type);
export const photoTypeList = 'JPEG, PNG, WebP, AVIF or TIFF';
