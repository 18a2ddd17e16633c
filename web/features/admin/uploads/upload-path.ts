/** Path of the upload screen of a session. */
export const uploadPath = (customer: string, session: string) =>
  `/admin/photo-upload?customer_id=${customer}&session_id=${session}`;
