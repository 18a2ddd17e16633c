/** Returns the name under which what is typed into a draft is kept in this tab until it is saved. */
export const keptDraftName = (id: string): string => `draft of offer ${id}`;
