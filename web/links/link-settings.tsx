import { useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { CreateLink, LinkDownload } from '#shared/contract/links.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { CheckboxField, SelectField, TextField } from '../ui/fields/form.tsx';
import { sayAllowed, sayTerms } from './link-words.ts';

/** A link's settings as typed: the PIN is '' for none. */
export const LinkSettings = CreateLink.extend({
  pin: z
    .string()
    .overwrite(typedDigits)
    .regex(/^(\d{6})?$/, 'A PIN has six digits.'),
}).refine(({ pin, shows_cover }) => pin === '' || !shows_cover, {
  path: ['shows_cover'],
  error: 'Whoever sees the preview needs no PIN. Remove the PIN, or do not show the cover.',
});
export type LinkSettings = z.infer<typeof LinkSettings>;

export const toSettings = ({
  label,
  may_pick,
  may_note,
  download,
  pin,
  ends_on,
  shows_cover,
}: CreateLink): LinkSettings => ({ label, may_pick, may_note, download, pin: pin ?? '', ends_on, shows_cover });

export const toLink = ({ pin, ...values }: LinkSettings): CreateLink => ({ ...values, pin: pin === '' ? null : pin });

/** The labels of the fields. */
export const settingNames = {
  label: 'Label',
  may_pick: 'Pick favorites',
  may_note: 'Leave notes',
  download: 'Download',
  pin: 'PIN (optional)',
  ends_on: 'Ends on',
  shows_cover: 'Show the cover in link previews',
};

export const downloadNames: Record<LinkDownload, string> = { none: 'None', web: 'Web size', original: 'Original' };

interface Allowing {
  /** The downloads that the links may allow. */
  downloads: readonly LinkDownload[];
  /** The reason why some downloads are missing. */
  refused?: string | undefined;
  /** Whether previews can show the cover, or do so already. */
  hasCover: boolean;
}

/**
 * The fields of a link: its label and its permissions. A sentence states the permissions, and unfolds their fields if
 * they are folded.
 */
export function SettingsFields(allowing: Allowing) {
  return (
    <>
      <TextField
        name="label"
        label={settingNames.label}
        hint="Who it is for. Guests do not see it."
        autoComplete="off"
      />
      <Permissions {...allowing} />
    </>
  );
}

/** Whether the window is so small that the fields would fill more than the window; they are folded at first then. */
const isSmall = () => matchMedia('(width < 48rem), (height < 40rem)').matches;

function Permissions(allowing: Allowing) {
  const details = useRef<HTMLDetailsElement>(null);
  const [startsOpen] = useState(() => !isSmall());
  const settings = useWatch() as LinkSettings;
  const { errors, submitCount } = useFormState();
  const { getFieldState } = useFormContext<LinkSettings>();
  const isInvalid = Object.keys(errors).some((name) => name !== 'label');
  const isFirstInvalid = isInvalid && !getFieldState('label').error;
  // A field can't have the focus while it is folded.
  useEffect(() => {
    if (submitCount === 0 || !isInvalid || !details.current) return;
    details.current.open = true;
    if (isFirstInvalid) details.current.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount, isInvalid, isFirstInvalid]);
  return (
    <details ref={details} open={startsOpen} className="border-y border-line">
      <summary className="min-h-11 cursor-pointer py-3 text-sm">
        <span className="font-semibold">{sayAllowed(settings)}</span>{' '}
        <span className="text-mute tabular-nums">{sayTerms(settings)}</span>
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-6">
        <PermissionFields {...allowing} />
      </div>
    </details>
  );
}

function PermissionFields({
  downloads,
  refused = 'Guests can’t download more than you may download yourself.',
  hasCover,
}: Allowing) {
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Whoever has the link may look, and</legend>
        <div className="flex flex-wrap gap-x-8">
          <CheckboxField name="may_pick" label={settingNames.may_pick} />
          <CheckboxField name="may_note" label={settingNames.may_note} />
        </div>
      </fieldset>
      <SelectField
        name="download"
        label={settingNames.download}
        hint={downloads.length < LinkDownload.options.length && refused}
      >
        {LinkDownload.options
          .filter((size) => downloads.includes(size))
          .map((size) => (
            <option key={size} value={size}>
              {downloadNames[size]}
            </option>
          ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="pin" label={settingNames.pin} hint="Six digits" inputMode="numeric" autoComplete="off" />
        <TextField name="ends_on" label={settingNames.ends_on} type="date" hint="Open until the end of this day" />
      </div>
      {hasCover && (
        <CheckboxField
          name="shows_cover"
          label={settingNames.shows_cover}
          hint="Everyone who gets a message with the link sees it, and apps may keep it."
        />
      )}
    </>
  );
}
