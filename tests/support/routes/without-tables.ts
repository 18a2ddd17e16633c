/** Routes that use no table: a style sheet, and cookies that are signed or expire. */
export const routesWithoutTables: ReadonlySet<string> = new Set([
  'GET /api/public/messages.css',
  'DELETE /api/client/media-access',
  'DELETE /api/admin/media-access',
  'POST /api/admin/media-access',
]);
