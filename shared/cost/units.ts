/** The API requests of each operation, named as docs/dynamodb.md names the routes. */
export const routesOf = {
  /** The client's home with its newest quote and gallery, and the second page of sixty photos. */
  galleryView: ['POST /api/client/open', 'GET /api/client/sessions/:session/photos'],
  /** A guest's first screen, and the second page. */
  guestVisit: ['POST /api/guest/open', 'GET /api/guest/links/:link/photos'],
  favoriteOrNote: ['PATCH /api/client/sessions/:session/photos/:photo'],
  quote: ['GET /api/client/quotes', 'POST /api/client/quotes'],
} as const;

/**
 * Units per operation. A test compares requests and DynamoDB units with the routes in docs/dynamodb.md, which are
 * counted on AWS's DynamoDB Local. `newPhoto` adds five, because DynamoDB Local omits index writes in transactions.
 */
export const units = {
  /** The first opening of a session writes its time; every other opening writes nothing. */
  galleryView: { api: 2, reads: 16, writes: 0, milliseconds: 40 },
  /** The visit is counted on its link. */
  guestVisit: { api: 2, reads: 12, writes: 2, milliseconds: 40 },
  /**
   * The first favorite of a day, for which the session's counts and the timeline are written; a later one,
   * `laterWrites`, finds the timeline's row.
   */
  favoriteOrNote: { api: 1, reads: 3, writes: 26, laterWrites: 18, milliseconds: 40 },
  quote: { api: 2, reads: 4.5, writes: 19, milliseconds: 60 },
  /** Ticket, registration, counters, and showing the photo to the studio. */
  newPhoto: { api: 0.1, reads: 2, writes: 29, milliseconds: 1_500 },
  /** An average screen of the admin area: the dashboard reads more, most others less. */
  studioScreen: { api: 4, reads: 60, milliseconds: 60 },
} as const;

/** Favorites and notes that a client gives in a day on which they give any. */
export const favoritesPerDay = 10;

/**
 * The average number of instances of a function that run while it gets requests. Each instance reads the keys itself.
 */
const instances = 2;
/**
 * The highest number of key reads by one function in a month: the signing key is cached for an hour, the API's for ten
 * minutes (lambdas/platform).
 */
export const keyReadsAtMost = { signing: 30 * 24 * instances, api: 30 * 24 * 6 * instances };

/** The number of queues whose dead letters the dashboard counts, one request each. */
export const deadLetterQueues = 5;

/**
 * Kilobytes that one request takes in an access log: CloudFront's, which is compressed, and S3's; and the months for
 * which logs are kept.
 */
export const accessLogs = { edgeKilobytes: 0.2, bucketKilobytes: 0.7, months: 3 };

/** S3 writes of a new photo: landing, original, three derivatives. */
export const putsPerPhoto = 5;

/** Photos per view that the browser has not cached, and the share of these that CloudFront has not cached. */
export const pictures = { perView: 40, edgeMisses: 0.5 };

/**
 * The highest number of derivatives that one client's browsers load for each photo in a month: all three sizes on three
 * devices, which cache them (a derivative's address changes with its content).
 */
export const loadsPerPhoto = 9;

/** Kilobytes per derivative, measured on the benchmark's photographs. */
const kilobytes = { small: 25, medium: 129, large: 483 };
export const derivativeKilobytes = kilobytes.small + kilobytes.medium + kilobytes.large;
/** Average kilobytes transferred per photo in a gallery view: one photo in five is opened in the large size. */
export const sentKilobytes = kilobytes.medium * 0.8 + kilobytes.large * 0.2;

/**
 * CloudFront requests for the page of a first gallery view, without pictures and API: the 15 that docs/benchmarks.md
 * counts at most (P2), less the first screen's API request. A later view has fewer, because the browser has the
 * scripts.
 */
export const pageRequestsPerView = 14;

/** Resources with a fixed monthly price; a test compares them with the stack. */
export const fixedResources = { secrets: 2, alarms: 12, queues: 3 };

/** Lambda's event source mapping polls each queue with five pollers, 20 seconds per poll. */
export const pollsPerQueue = (5 * (30 * 86_400)) / 20;
