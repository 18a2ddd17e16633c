/** Returns the path of the upload screen of a session. */
export const uploadPath = (customer: string, session: string) =>
  `/admin/photo-upload?customer_id=${customer}&session_id=${session}`;

/** Returns the path of the screen on which an upload was begun, where its files can be chosen again. */
export const pathOfUpload = (upload: { customer: string; session: string; finished: boolean }) =>
  upload.finished ? `/admin/session/${upload.session}/finished` : uploadPath(upload.customer, upload.session);
