const letter = /\p{L}/gu;

/** Whether a text can be a person's name: it has two letters at least, in any script. 'x' or a row of signs is none. */
export const isFullName = (text: string): boolean => (text.match(letter) ?? []).length >= 2;
