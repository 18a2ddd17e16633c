/*
 * Limits that people can reach, as `limits` of `limits.ts`. Each is an export of its own, so that the browser’s files have only
 * those that their code names.
 */

export const name = 120;
export const phone = 40;
export const email = 254;
export const address = 300;
/** The studio's notes about a customer. */
export const customerNotes = 4_000;
/** A note on a photo, and the studio's reply to it. */
export const note = 1_000;
export const quoteNotes = 4_000;
export const quoteQuantity = 999;
/** Photos that can be attached to one quote. */
export const quoteFavorites = 300;
export const quotePriceCents = 100_000_00;
/** Taxes of the studio, and the name of one. */
export const taxes = 20;
export const taxName = 60;
/** The studio's message with a decision. */
export const quoteMessage = 2_000;
export const message = 5_000;
/** The studio's personal message in the email that announces a gallery. */
export const announcement = 1_000;
/** The studio's words in an email: its subject, its heading, its greeting; and before and after its facts. */
export const emailSubject = 140;
export const emailHeading = 120;
export const emailGreeting = 120;
export const emailWords = 2_000;
/** The studio's texts for announcements, and the name of one. */
export const announcementTexts = 30;
export const textName = 60;
/** The studio's templates of one kind, the name of one, and its versions that are kept. */
export const templatesOfKind = 30;
export const templateName = 60;
export const templateVersions = 20;
/** Blocks of terms, items of a list, boxes to tick, characters of one paragraph or item, and of all together. */
export const termsBlocks = 200;
export const termsItems = 40;
export const termsBoxes = 20;
export const termsParagraph = 3_000;
export const termsTogether = 40_000;
/** Payments of a plan, and the highest amount of one. */
export const paymentsOfPlan = 12;
export const paymentCents = 1_000_000_00;
/** Days before or after a session that terms and payment plans can name. */
export const daysFromSession = 730;
export const sessionName = 120;
export const sessionNotes = 2_000;
/** The studio's words for the client on a session's page. */
export const clientWords = 2_000;
export const chaptersPerSession = 50;
export const chapterName = 80;
export const sessionLabel = 60;
/** The words of a session's watermark. */
export const watermark = 40;
export const timeZone = 60;
export const presets = 50;
export const presetName = 80;
/** The name of a camera with its serial number. */
export const cameraName = 200;
/** Cameras of a session whose clocks are put forward or back; and the highest number of seconds. */
export const camerasPerSession = 50;
export const clockShiftSeconds = 30 * 366 * 86_400;
export const linkLabel = 80;
/** Links of a session that are neither revoked nor ended: the studio’s, and as many made by its client. */
export const linksPerSession = 50;
/** Days for which a new link is valid, unless its maker chooses another end; and the highest number. */
export const linkDays = 90;
export const linkDaysAtMost = 1_826;
/** People who can name themselves on one link. */
export const guestsPerLink = 300;
/** Characters of all notes of a link's guests together: lists and exports contain them whole. */
export const guestNotesTogether = 500_000;
/** Days after a link's end until the link with its guests' names, picks and notes is erased. */
export const guestDataDays = 30;
/** Minutes for which a guest's photos stay accessible after their link was revoked, at most. */
export const guestPictureMinutes = 25;
/** Minutes for which a link to one file is valid. */
export const downloadLinkMinutes = 10;
export const fileName = 255;
/** Bytes per photo. */
export const photoBytes = 100 * 1024 * 1024;
/** Width × height per photo, in pixels. */
export const photoPixels = 268_000_000;
/** Pictures in the library of the website. */
export const picturesInLibrary = 500;
/** Published versions of the website that are kept. */
export const websiteVersions = 20;
export const filesPerBatch = 2_000;
export const photosPerSession = 10_000;
/** Bytes of an attachment: each fits into a ZIP archive of 2 GB. */
export const attachmentBytes = 1_900_000_000;
export const attachmentsPerSession = 500;
/** Attachments that one request removes or restores. */
export const attachmentsPerEdit = 50;
/** Earlier versions of a photo that are kept at a time. */
export const versionsPerPhoto = 10;
/** Upload tickets per request. */
export const ticketsPerRequest = 25;
/** Days that deleted photos and sessions can be restored. */
export const trashDays = 30;
/** Photos per bulk edit. */
export const photosPerEdit = 100;
/** Photos per gallery page. */
export const photosPerPage = 60;
/** Photos that are ticked for one download. */
export const photosPerDownload = 1_000;
/** The highest number of photos that a session's downloads can be limited to. */
export const downloadAllowance = 5_000;
export const selectionName = 120;
/** Selections of one session, without deleted ones. */
export const selectionsPerSession = 50;
/** Photos that one selection can have. */
export const selectionPhotos = 2_000;
/** The highest number of days after which a selection that a preset opens ends. */
export const selectionDays = 365;
/** The highest number of days for which a preset keeps a gallery open. */
export const galleryDays = 1_826;
/** The highest price of one further photo of a selection. */
export const extraPhotoCents = 1_000_00;
/** Photos that one request chooses or gives up. */
export const photosPerChoice = 60;
/** Characters of the notes on all photos of a submitted selection together. */
export const choiceNotesTogether = 500_000;
/** A link to the studio's payment page. */
export const paymentLink = 2_000;
/** Guests, and their picks and notes, per page. */
export const guestsPerPage = 100;
export const guestPicksPerPage = 100;
/** Rows per page of the admin's tables. */
export const rowsPerPage = 200;
/** Sessions whose covers the studio's screens ask for at once. */
export const coversPerRequest = 50;
export const timelinePerPage = 40;
/** Quotes per page. */
export const quotesPerPage = 50;
/** Maximum count of pending quotes and unread messages; above it screens show '99 or more'. */
export const attention = 99;
/** Things of one kind that the dashboard names. */
export const waitingNamed = 3;
/** Newest sessions among which the dashboard searches for sessions that were never announced. */
export const unannouncedSessions = 50;
/** Days before a link's end from which the dashboard warns of it. */
export const linkEndsSoonDays = 3;
/** Days before a gallery's last day from which the dashboard says so. */
export const galleryEndsSoonDays = 7;
/** Days before a gallery's last day from which its client's page says so. */
export const galleryEndShownDays = 30;
/** Days before a selection's deadline from which its client is reminded. */
export const reminderDays = 3;
/** Days after an export from which the next one is due. */
export const exportDays = 92;
/** Bytes of a JSON request body. */
export const requestBytes = 256 * 1024;
/** An offer’s title, the studio’s words on it, and the place of its session. */
export const offerTitle = 120;
export const offerWords = 2_000;
export const offerPlace = 200;
/** Packages that stand side by side on one offer, and its further lines. */
export const offerPackages = 10;
export const offerAddOns = 50;
export const offerLineName = 120;
export const offerLineDetail = 500;
/** The highest price of one of a line. */
export const offerPriceCents = 1_000_000_00;
export const offerQuantity = 999;
/** People who sign an offer besides the client and the studio, and as what they sign. */
export const offerSigners = 5;
export const signerRole = 60;
/** The studio’s words in the email with an offer, and those with which one is taken back or canceled. */
export const offerMessage = 2_000;
/** Days from its creation for which a draft’s offer is valid, unless the studio chooses another day. */
export const offerDays = 14;
/** Offers per page. */
export const offersPerPage = 50;
/** Years for which an agreed offer stays after its customer was erased. */
export const agreedOfferYears = 7;
/** Days for which ‘What waits’ names an agreed offer. */
export const offerAgreedDays = 7;
/** The lines of a drawn signature, and the points of all together. */
export const drawingLines = 60;
export const drawingPoints = 4_000;
/** Questions about offers that a client can send in an hour. */
export const offerQuestions = 10;
