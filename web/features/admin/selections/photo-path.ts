/** Returns the path of a photo, open over its session's grid. */
export const photoPath = (session: string, photo: string) =>
  `/admin/session/${session}?session=${session}&photo=${photo}`;

/** Returns the path of a photo, open over the grid of the photos that are chosen in a selection. */
export const chosenPhotoPath = (session: string, selection: string, photo: string) =>
  `/admin/session/${session}?show=chosen&in=${selection}&session=${session}&photo=${photo}`;
