import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Forms in which nothing is kept, with the reason. */
const notKept: Record<string, string> = {
  'web/app/first-view/templates.tsx': 'what is shown of a session before its script has loaded',
  'web/features/admin/customers/customer-status.tsx': 'a name typed once more, to confirm',
  'web/features/admin/customers/join-customers.tsx': 'a search',
  'web/features/admin/settings/security.tsx': 'a code of the authenticator',
  'web/features/admin/settings/settings.tsx': 'three checkboxes',
  'web/features/admin/offers/editor/inputs.tsx': 'a field of an offer’s editor, which keeps the whole form',
  'web/features/admin/sessions/grid/bulk/feature-dialog.tsx': 'a category, chosen from a list',
  'web/features/admin/sessions/names/export-names.tsx': 'a text to copy, which is not typed',
  'web/features/admin/sessions/grid/bulk/move-dialog.tsx': 'a place, chosen from a list',
  'web/features/admin/templates/text-editor/day-dialog.tsx': 'a number of days',
  'web/features/admin/uploads/uploader.tsx': 'files, which a browser does not keep',
  'web/features/admin/website/fields.tsx': 'a field of the website’s editor, which keeps the whole form',
  'web/features/admin/website/editor.tsx': 'merge/kept-draft.ts keeps it',
  'web/features/client/selections/submit.tsx': 'submission.ts keeps it',
  'web/features/guest/pin-form.tsx': 'a PIN',
  'web/features/sign-in/admin/authenticator-forms.tsx': 'codes of the authenticator',
  'web/features/sign-in/admin/credentials-form.tsx': 'an email and a password',
  'web/features/sign-in/admin/password-forms.tsx': 'passwords and codes',
  'web/photos/photo-note.tsx': 'feedback-text.ts keeps it',
};

const files = globSync('web/{features,links,photos,app}/**/*.tsx').filter((file) => !/\.test\.tsx$/.test(file));

test('what people type into a form or a text area is kept until it is sent, but for what is named here', () => {
  const typedInto = files.filter((file) => /<(Form|form|textarea)[\s>]/.test(readFileSync(file, 'utf8')));
  expect(typedInto.length).toBeGreaterThan(5);
  const forgetful = typedInto.filter((file) => !/\bkeepDraft\(/.test(readFileSync(file, 'utf8')));
  expect(forgetful.toSorted()).toEqual(Object.keys(notKept).toSorted());
});
