import type { SessionDetails } from '#shared/contract/sessions.ts';

/** Returns the address of a photo, open over its session's grid. */
export const photoPath = ({ id }: SessionDetails, photo: string) => `/admin/session/${id}?session=${id}&photo=${photo}`;

/** Returns the address of a photo, open over the grid of the photos that are chosen in a selection. */
export const chosenPhotoPath = ({ id }: SessionDetails, selection: string, photo: string) =>
  `/admin/session/${id}?show=chosen&in=${selection}&session=${id}&photo=${photo}`;
