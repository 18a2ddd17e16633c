/** The counts of one run; of photos and attachments unless stated otherwise. */
export interface Report {
  /** Files that were in the landing bucket for a day, queued again. */
  requeued: number;
  /** Pending uploads whose file never arrived. */
  expired: number;
  /** Expired uploads and refused replacements that were removed from the list after a week. */
  forgotten: number;
  /** Hidden or deleted photos whose files still had their old keys. */
  moved: number;
  /** Photos whose 30 days in the trash were over. */
  erased: number;
  /** Photos with earlier versions whose 30 days were over. */
  dropped: number;
  /** Deleted sessions whose files still had their old keys. */
  withdrawn: number;
  /** Photos of ended galleries that got new media keys. */
  rekeyed: number;
  /** Sessions whose watermarked derivatives are being made or deleted, queued again. */
  marking: number;
  /** Sessions whose photos do not have their capture times by the session's clocks yet, queued again. */
  ordering: number;
  /** Links that ended 30 days before, erased with their guests' picks and notes. */
  links_erased: number;
  /** Pictures of the website that no page has shown for 30 days, or whose file never arrived. */
  pictures_cleared: number;
  /** Reminders of selections' deadlines and of the end of galleries that were queued. */
  reminders: number;
  /** Offers whose last day was over. */
  offers_expired: number;
  /** Whether the studio's daily email was queued. */
  daily_email: boolean;
  /** Sessions whose 30 days in the trash were over, with their photos. */
  sessions_erased: number;
  /** Customers whose 30 days in the trash were over, with all their data. */
  customers_erased: number;
  /** Failures; the next run tries again. */
  failed: number;
  /** Whether time ran out before everything was checked. */
  unfinished: boolean;
}

/** The counts that a task, or its work on one row, adds to the report. */
export type Outcome = Partial<Report>;

/** Returns the report of a run that has done nothing yet. */
export const emptyReport = (): Report => ({
  requeued: 0,
  expired: 0,
  forgotten: 0,
  moved: 0,
  erased: 0,
  dropped: 0,
  withdrawn: 0,
  rekeyed: 0,
  marking: 0,
  ordering: 0,
  links_erased: 0,
  pictures_cleared: 0,
  reminders: 0,
  offers_expired: 0,
  daily_email: false,
  sessions_erased: 0,
  customers_erased: 0,
  failed: 0,
  unfinished: false,
});

/** Returns the sum of these outcomes. */
export function sumOf(outcomes: Outcome[]): Report {
  const report = emptyReport();
  for (const { daily_email = false, unfinished = false, ...counts } of outcomes) {
    report.daily_email ||= daily_email;
    report.unfinished ||= unfinished;
    for (const [name, count] of Object.entries(counts) as [keyof typeof counts, number][]) report[name] += count;
  }
  return report;
}
