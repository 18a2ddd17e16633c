/** The effects that only admins may cause, by any route. Staff may do everything else in the admin area. */
export type AdminEffect =
  /** Deletes a record, or brings back what an admin has deleted. */
  | 'deletes a record'
  /** Changes what a client owes or gets for it, or where they pay. */
  | 'changes what a client owes'
  /** Changes who receives which emails. */
  | 'changes who hears of it'
  /** Gives files, names or pictures to people who did not have them. */
  | 'hands data out';

/** Every act with such an effect. Each key completes the sentence 'Only admins can …'. */
export const adminActs = {
  'delete customers': 'deletes a record',
  'restore customers or undo a join': 'deletes a record',
  'join customers': 'deletes a record',
  'delete sessions': 'deletes a record',
  'restore sessions': 'deletes a record',
  'delete selections': 'deletes a record',
  'restore selections': 'deletes a record',
  'delete presets': 'deletes a record',
  'change the price of a quote that was sent': 'changes what a client owes',
  'change the payment link of a quote that was sent': 'changes what a client owes',
  'change a decision that was sent': 'changes what a client owes',
  'reopen a quote that was accepted': 'changes what a client owes',
  'open a selection again whose quote was decided': 'changes what a client owes',
  'change the terms of a selection whose quote was decided': 'changes what a client owes',
  'change templates': 'changes what a client owes',
  'change how many photos a client may download': 'changes what a client owes',
  'send offers': 'changes what a client owes',
  'countersign offers': 'changes what a client owes',
  'withdraw offers': 'changes what a client owes',
  'cancel offers': 'changes what a client owes',
  'change the currency or taxes': 'changes what a client owes',
  'change the studio’s emails': 'changes who hears of it',
  'change a customer’s email': 'changes who hears of it',
  'let guests download originals': 'hands data out',
  'put photos into the public gallery': 'hands data out',
  'publish the website': 'hands data out',
  'export file names': 'hands data out',
} as const satisfies Record<string, AdminEffect>;
export type AdminAct = keyof typeof adminActs;

/** Returns the sentence that says who may do an act: 'Only admins can delete customers.' */
export const sayAdminsOnly = (act: AdminAct): string => `Only admins can ${act}.`;
