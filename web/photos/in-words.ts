/** '1,204'. By hand: a browser's first own formatting of a number takes a slow phone as long as drawing a row of photos. */
export const inThousands = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** How many photos: '1 photo', '1,204 photos'. */
export const photosInWords = (count: number) => `${inThousands(count)} ${count === 1 ? 'photo' : 'photos'}`;
