/** How many photos: '1 photo', '1,204 photos'. */
export const photosInWords = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'photo' : 'photos'}`;
